import type { RightEdge } from '@rueda/proof/merkle.ts'
import { HASH_BYTES } from '@rueda/proof/bytes.ts'
import type { EntryKind } from '@rueda/proof/entries.ts'
import { hashesIn } from '@rueda/proof/tiles.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../db/snapshot.ts'

/** The log as the database has it: what was committed, and signed after that (`docs/rules/proof.md`). */
export type LogState = Readonly<{ log: number; origin: string; edge: RightEdge }>

type StateRow = Readonly<{ log: number; origin: string; size: bigint; edge: Buffer }>

/** The log that goes on; null before the first start. */
export async function readLog(reader: Reader): Promise<LogState | null> {
  const { rows } = await reader.query<StateRow>('select log, origin, size, edge from trust_logs where ended_at is null')
  const [row] = rows
  return row === undefined ? null : { log: row.log, origin: row.origin, edge: { size: Number(row.size), hashes: hashesIn(row.edge) } }
}

/** Begins a log, whose origin nobody had before. */
export const beginLog = (reader: Reader, { log, origin, at }: Readonly<{ log: number; origin: string; at: Instant }>): Promise<unknown> =>
  reader.query("insert into trust_logs (log, origin, size, edge, begun_at) values ($1, $2, 0, '', $3)", [log, origin, at])

/** What is said with the next checkpoint. Called in the transaction of what it says. */
export const sayLater = (reader: Reader, entry: string, at: Instant): Promise<unknown> =>
  reader.query('insert into trust_waiting (entry, at) values ($1, $2)', [entry, at])

export type WaitingEntry = Readonly<{ id: bigint; entry: string }>
export const readWaiting = async (reader: Reader): Promise<readonly WaitingEntry[]> =>
  (await reader.query<WaitingEntry>('select id, entry from trust_waiting order by id limit $1', [MAX_ENTRIES_AT_ONCE])).rows
/** More than that is said with the checkpoint after. */
const MAX_ENTRIES_AT_ONCE = 10_000

export type MovedHead = Readonly<{ accountId: bigint; sequence: number; head: Buffer; sealed: Buffer }>
type MovedRow = Readonly<{ account_id: bigint; sequence: bigint; head: Buffer; sealed: Buffer }>

/** Accounts with entries since their head was logged. */
export async function readMoved(reader: Reader): Promise<readonly MovedHead[]> {
  const { rows } = await reader.query<MovedRow>(`
    select s.account_id, s.sequence, s.head, k.sealed from account_states s join account_keys k using (account_id)
    where s.sequence > k.logged_sequence order by s.account_id`)
  return rows.map(({ account_id: accountId, sequence, head, sealed }) => ({ accountId, sequence: Number(sequence), head, sealed }))
}

export type CheckpointRow = Readonly<{ size: number; root: Uint8Array; at: Instant }>

/** Whether a checkpoint had a size from one to below another. */
export async function hadSizeWithin(
  reader: Reader,
  log: number,
  { from, below }: Readonly<{ from: number; below: number }>,
): Promise<boolean> {
  const { rowCount } = await reader.query('select from trust_checkpoints where log = $1 and size >= $2 and size < $3 limit 1', [
    log,
    from,
    below,
  ])
  return rowCount === 1
}

/** The newest checkpoints of a log, the newest first. */
export async function newestCheckpoints(reader: Reader, log: number, most: number): Promise<readonly CheckpointRow[]> {
  const { rows } = await reader.query<{ size: bigint; root: Buffer; at: bigint }>(
    'select size, root, at from trust_checkpoints where log = $1 order by size desc limit $2',
    [log, most],
  )
  return rows.map(({ size, root, at }) => ({ size: Number(size), root, at: Number(at) }))
}

type SaidEntry = Readonly<{ index: number; kind: EntryKind; entry: string }>
type LoggedHead = Readonly<{ accountId: bigint; sequence: number; head: Uint8Array; index: number }>

export type Growth = Readonly<{
  log: number
  oldSize: number
  edge: RightEdge
  root: Uint8Array
  at: Instant
  said: readonly SaidEntry[]
  waiting: readonly bigint[]
  heads: readonly LoggedHead[]
}>

/**
 * Commits a size and a root before they are signed: resolves to false, with nothing done, when the log is not as long as it was when the
 * files were made. The caller holds the transaction and rolls it back then.
 */
export async function commitGrowth(client: PoolClient, growth: Growth): Promise<boolean> {
  const { log, oldSize, edge, root, at, said, waiting, heads } = growth
  const grown = await client.query('update trust_logs set size = $3, edge = $4 where log = $1 and size = $2 and ended_at is null', [
    log,
    oldSize,
    edge.size,
    Buffer.concat(edge.hashes, edge.hashes.length * HASH_BYTES),
  ])
  if (grown.rowCount !== 1) return false
  await client.query('insert into trust_checkpoints (log, size, root, at) values ($1, $2, $3, $4)', [log, edge.size, root, at])
  await client.query(SAY, [log, said.map(({ index }) => index), said.map(({ kind }) => kind), said.map(({ entry }) => entry)])
  await client.query('delete from trust_waiting where id = any($1::bigint[])', [waiting])
  const accounts = heads.map(({ accountId }) => accountId)
  const sequences = heads.map(({ sequence }) => sequence)
  await client.query(KEEP_HEADS, [log, at, accounts, sequences, heads.map(({ head }) => head), heads.map(({ index }) => index)])
  await client.query(MARK_LOGGED, [accounts, sequences])
  return true
}
const SAY = `
  insert into trust_entries (log, entry_index, kind, entry)
  select $1, i, kind, entry from unnest($2::bigint[], $3::text[], $4::text[]) as said (i, kind, entry)`
const KEEP_HEADS = `
  insert into trust_heads (account_id, sequence, head, log, entry_index, at)
  select account_id, sequence, head, $1, entry_index, $2
  from unnest($3::bigint[], $4::bigint[], $5::bytea[], $6::bigint[]) as logged (account_id, sequence, head, entry_index)`
const MARK_LOGGED = `
  update account_keys k set logged_sequence = logged.sequence
  from unnest($1::bigint[], $2::bigint[]) as logged (account_id, sequence) where k.account_id = logged.account_id`
