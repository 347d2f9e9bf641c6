import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../db/snapshot.ts'
import { readVrfKey } from '../venue/vrf-days.ts'
import { sayLater } from './log-store.ts'

/** The key of days as the log has it: said once in each log, and the same in every one of them. */
export type LoggedDaysKey = Readonly<{
  publicKey: string
  beacon: string | null
  /** When a log first said it, and where the one that goes on does; null until a checkpoint covers it. */
  loggedAt: Instant | null
  entry: number | null
}>

/** Says the key of days where this log does not have it yet, a market that has none aside. */
export async function sayDaysKey(
  reader: Reader,
  log: number,
  at: Instant,
  lineOf: (key: string, beacon: string | null) => string,
): Promise<void> {
  const key = await readVrfKey(reader)
  if (key === null) return
  const { rowCount } = await reader.query(
    `select from (select entry from trust_entries where log = $1 and kind = 'key' union all select entry from trust_waiting) said
     where entry::jsonb ->> 'kind' = 'key' and entry::jsonb ->> 'purpose' = 'days'`,
    [log],
  )
  if (rowCount === 0) await sayLater(reader, lineOf(key.publicKey.toString('hex'), key.beacon), at)
}

export async function readDaysKey(reader: Reader): Promise<LoggedDaysKey | null> {
  const key = await readVrfKey(reader)
  if (key === null) return null
  const { rows } = await reader.query<{ at: bigint | null; place: bigint | null }>(SAID)
  const [said] = rows
  return {
    publicKey: key.publicKey.toString('hex'),
    beacon: key.beacon,
    loggedAt: said === undefined || said.at === null ? null : Number(said.at),
    entry: said === undefined || said.place === null ? null : Number(said.place),
  }
}
const SAID = `
  select min((entry::jsonb ->> 'at')::bigint) as at,
         min(entry_index) filter (where log = (select log from trust_logs where ended_at is null)) as place
  from trust_entries where kind = 'key' and entry::jsonb ->> 'purpose' = 'days'`
