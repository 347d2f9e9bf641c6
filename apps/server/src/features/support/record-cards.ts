import type { RecordCard } from '@rueda/contract/support.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelOf } from '@rueda/rules/deposits/channel.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { RecordKind } from '@rueda/rules/support/thread.ts'
import { type RailId, currencyOfRail, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'

/** A customer's own records as cards beside a message: enough to know which one is meant, and nothing sealed. */
type RecordRow = Readonly<{
  id: string
  number: string
  status: string
  subject: string
  side: 'buy' | 'sell' | null
  amount: bigint
  /** The channel or the rail, which say the currency. */
  way: string | null
  at: bigint
}>

const NEWEST = 20

const found: Readonly<Record<RecordKind, string>> = {
  order: `
    select id::text, number, status, instrument_id as subject, side, quantity as amount, null as way, accepted_at as at
    from orders`,
  deposit: `
    select id::text, number, status, channel as subject, null as side, coalesce(arrived, announced) as amount, channel as way, started_at as at
    from deposits`,
  withdrawal: `
    select id::text, number, status, label as subject, null as side, amount, rail as way, started_at as at from withdrawals`,
}

/** The newest of one kind. */
export async function newestRecords({ pool, venue }: Told, accountId: string, kind: RecordKind): Promise<readonly RecordCard[]> {
  const { rows } = await pool.query<RecordRow>(`${found[kind]} where account_id = $1 order by id desc limit ${NEWEST}`, [accountId])
  return rows.map((row) => cardOf(venue, kind, row))
}

/** The record that a message names; somebody else's reads as a missing one. */
export async function recordOf({ venue }: Pick<App, 'venue'>, reader: Reader, accountId: string, ref: string): Promise<RecordCard | null> {
  const [kind, id] = ref.split(':') as [RecordKind, string]
  const { rows } = await reader.query<RecordRow>(`${found[kind]} where account_id = $1 and id = $2`, [accountId, id])
  return rows[0] === undefined ? null : cardOf(venue, kind, rows[0])
}

type Told = Pick<App, 'pool' | 'venue'>

const cardOf = (
  { instruments }: App['venue'],
  kind: RecordKind,
  { id, number, status, subject, side, amount, way, at }: RecordRow,
): RecordCard => ({
  ...{ ref: `${kind}:${id}`, kind, number, status, side },
  // An order's subject is its instrument, by the code of today.
  subject: instruments.get(subject)?.code ?? subject,
  ...amountOf(kind, amount, way),
  createTimestamp: Number(at),
})

function amountOf(kind: RecordKind, amount: bigint, way: string | null): Pick<RecordCard, 'amount' | 'currency'> {
  if (kind === 'order') return { amount: formatScaled(amount), currency: null }
  const currency = kind === 'deposit' ? channelOf(way as ChannelId).currency : currencyOfRail(rails[way as RailId])
  return { amount: formatMinor(amount, currency), currency }
}
