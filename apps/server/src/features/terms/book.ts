import type { RailFee, RailId } from '@rueda/rules/withdrawals/rails.ts'
import type { ChannelId } from '@rueda/rules/deposits/channel.ts'
import {
  type HouseAccount,
  type TermsChange,
  changeAt,
  feeSeen,
  limitsAt,
  minimumAt,
  railAt,
  type RailTerms,
} from '@rueda/rules/terms/terms.ts'
import type { LimitName, Limits } from '@rueda/rules/terms/limits.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import { firstAccountOf } from './first-accounts.ts'

/** The brokerage's terms with their changes, kept in memory for every quote and read again every second. */
export interface TermsBook {
  changes(): readonly TermsChange[]
  rail(id: RailId, at: Instant): RailTerms
  /** The fee a customer was shown, while it may still be confirmed. */
  feeSeen(id: RailId, seen: string | null, now: Instant): RailFee | null
  minimum(channel: ChannelId, at: Instant): bigint
  /** Account that customers pay to; null for a chain, where each has an own address. */
  account(channel: ChannelId, at: Instant): HouseAccount | null
  /** Every limit in force at a moment. */
  limits(at: Instant): Limits
  refresh(): Promise<void>
}

export function createTermsBook(pool: Pool): TermsBook {
  let changes: readonly TermsChange[] = []
  return {
    changes: () => changes,
    rail: (id, at) => railAt(changes, id, at),
    feeSeen: (id, seen, now) => feeSeen(changes, id, seen, now),
    minimum: (channel, at) => minimumAt(changes, channel, at),
    account: (channel, at) => changeAt(changes, { kind: 'houseAccount', subject: channel }, at)?.account ?? firstAccountOf(channel),
    limits: (at) => limitsAt(changes, at),
    refresh: async () => {
      changes = await readTerms(pool)
    },
  }
}

type Row = Readonly<{
  terms_id: string
  kind: TermsChange['kind']
  subject: string
  terms: Readonly<{ share: string; least: string; minimum: string; limit: string }> & HouseAccount
  effective_at: bigint
}>

async function readTerms(reader: Pool | PoolClient): Promise<readonly TermsChange[]> {
  const { rows } = await reader.query<Row>(
    'select terms_id::text, kind, subject, terms, effective_at from house_terms order by effective_at, terms_id',
  )
  return rows.map(changeOf)
}

function changeOf({ terms_id: termsId, kind, subject, terms, effective_at: effectiveAt }: Row): TermsChange {
  const of = { termsId, effectiveAt: Number(effectiveAt) }
  switch (kind) {
    case 'withdrawalFee':
      return { ...of, kind, subject: subject as RailId, fee: { share: BigInt(terms.share), least: BigInt(terms.least) } }
    case 'depositMinimum':
      return { ...of, kind, subject: subject as ChannelId, minimum: BigInt(terms.minimum) }
    case 'houseAccount':
      return { ...of, kind, subject: subject as ChannelId, account: accountOf(terms) }
    case 'moneyLimit':
      return { ...of, kind, subject: subject as LimitName, limit: BigInt(terms.limit) }
  }
}

const accountOf = ({ bankName, accountName, accountNo, alias }: HouseAccount): HouseAccount => ({ bankName, accountName, accountNo, alias })

/** As it is stored: integers as text, so that none is rounded. */
export function termsJson(change: TermsChange): Record<string, string | null> {
  switch (change.kind) {
    case 'withdrawalFee':
      return { share: String(change.fee.share), least: String(change.fee.least) }
    case 'depositMinimum':
      return { minimum: String(change.minimum) }
    case 'houseAccount':
      return { ...change.account }
    case 'moneyLimit':
      return { limit: String(change.limit) }
  }
}
