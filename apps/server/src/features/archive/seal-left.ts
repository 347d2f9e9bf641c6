import { timingSafeEqual } from 'node:crypto'
import type { Queries } from '../../db/snapshot.ts'
import type { UtcMonth } from '@rueda/rules/months.ts'
import type { Vault } from '../../vault/vault.ts'

/**
 * What left of an account with a month, as one text, and its seal: with a key that is not in the database, as the checkpoint of the checks is, because
 * the checks that run every ten minutes believe it in place of the rows.
 */
export type LeftText = Readonly<{ account_id: bigint; month: string; text: string; seal: Buffer }>

export const LEFT_TEXTS = `
  select a.account_id, a.month, a.seal, concat_ws(' ', a.account_id, a.month, a.entries, a.sums, a.sequence, encode(a.head, 'hex'),
    (select string_agg(concat_ws(':', h.instrument_id, h.until), ',' order by h.instrument_id collate "C") from archived_holdings h
     where h.account_id = a.account_id and h.month = a.month), '/',
    (select string_agg(concat_ws('=', l.account, l.asset, l.sequence, l.at, l.amount), ',' order by l.account collate "C", l.asset collate "C", l.sequence)
     from archived_lines l where l.account_id = a.account_id and l.month = a.month)) as text
  from archived_accounts a`

/** What left of the days of the brokerage's own accounts with a month, likewise. */
export type DaysText = Readonly<{ month: UtcMonth; text: string; seal: Buffer | null }>

export const DAYS_TEXTS = `
  select m.month, m.days_seal as seal, concat_ws(' ', m.month,
    (select string_agg(concat_ws('=', d.day, d.account, d.asset, d.amount), ',' order by d.day, d.account collate "C", d.asset collate "C")
     from archived_house_days d where d.month = m.month)) as text
  from archive_months m`

type Fingerprint = Pick<Vault, 'fingerprint'>
type SealedText = Readonly<{ text: string; seal: Buffer | null }>
const sealOfLeft = (vault: Fingerprint, text: string): Buffer => vault.fingerprint('what left the tables', text)
const sealOfDays = (vault: Fingerprint, text: string): Buffer => vault.fingerprint('what left of the days', text)

const isRight = (right: Buffer, seal: Buffer | null): boolean => right.length === seal?.length && timingSafeEqual(right, seal)
export const isSealedRight = (vault: Fingerprint, { text, seal }: SealedText): boolean => isRight(sealOfLeft(vault, text), seal)
export const isDaySealRight = (vault: Fingerprint, { text, seal }: SealedText): boolean => isRight(sealOfDays(vault, text), seal)

/** Seals the rows of a month that were just written. */
export async function sealLeft(reader: Queries, vault: Fingerprint, month: string): Promise<void> {
  const { rows } = await reader.query<LeftText>(`${LEFT_TEXTS} where a.month = $1`, [month])
  await reader.query(
    'update archived_accounts a set seal = s.seal from unnest($1::bigint[], $3::bytea[]) s (account_id, seal) where a.account_id = s.account_id and a.month = $2',
    [rows.map(({ account_id: id }) => id), month, rows.map(({ text }) => sealOfLeft(vault, text))],
  )
  const [days] = (await reader.query<DaysText>(`${DAYS_TEXTS} where m.month = $1`, [month])).rows
  if (days === undefined) throw new Error(`${month} is not known`)
  await reader.query('update archive_months set days_seal = $2 where month = $1', [month, sealOfDays(vault, days.text)])
}
