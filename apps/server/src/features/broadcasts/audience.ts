import { type Segment, needsValue } from '@rueda/rules/broadcasts/broadcast.ts'
import type { Reader } from '../../db/snapshot.ts'

/** Audience of a message to many: accounts that are not closed, in the order of their numbers. */
export type Audience = Readonly<{ segment: Segment; value: string | null }>

const WHO: Readonly<Record<Segment, string>> = {
  everybody: 'true',
  identified: `a.kyc_status = 'passed'`,
  country: 'a.country_code = $3',
  holders: `
    (exists (select from positions p where p.account_id = a.account_id and p.instrument_id = $3 and p.closed_at is null)
     or exists (select from margin_positions m where m.account_id = a.account_id and m.instrument_id = $3 and m.closed_at is null))`,
}

/** After one account, up to another. */
export type Stretch = Readonly<{ after: string; until: string }>
const ALL: Stretch = { after: '0', until: '9223372036854775807' }

const from = (segment: Segment): string =>
  `from accounts a where a.account_id > $1::bigint and a.account_id <= $2::bigint and a.closed_at is null and ${WHO[segment]}`
const valuesOf = ({ segment, value }: Audience, { after, until }: Stretch): (string | null)[] => [
  ...[after, until],
  ...(needsValue(segment) ? [value] : []),
]

/** The next accounts of a stretch, `most` at most. */
export async function readersIn(reader: Reader, audience: Audience, stretch: Stretch, most: number): Promise<readonly string[]> {
  const { rows } = await reader.query<{ account_id: string }>(
    `select a.account_id::text ${from(audience.segment)} order by a.account_id limit ${most}`,
    valuesOf(audience, stretch),
  )
  return rows.map(({ account_id: accountId }) => accountId)
}

/** Counts the present audience, and finds the account of the newest of it. */
export async function countAudience(reader: Reader, audience: Audience): Promise<Readonly<{ recipients: number; until: string }>> {
  const { rows } = await reader.query<{ recipients: bigint; until: string }>(
    `select count(*) as recipients, coalesce(max(a.account_id), 0)::text as until ${from(audience.segment)}`,
    valuesOf(audience, ALL),
  )
  return { recipients: Number(rows[0]?.recipients ?? 0n), until: rows[0]?.until ?? '0' }
}

export async function countLanguages(reader: Reader, audience: Audience): Promise<{ language: string; recipients: number }[]> {
  const { rows } = await reader.query<{ locale: string; recipients: bigint }>(
    `select a.locale, count(*) as recipients ${from(audience.segment)} group by a.locale order by recipients desc, a.locale`,
    valuesOf(audience, ALL),
  )
  return rows.map(({ locale, recipients }) => ({ language: locale, recipients: Number(recipients) }))
}
