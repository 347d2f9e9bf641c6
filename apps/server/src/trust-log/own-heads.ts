import type { Reader } from '../db/snapshot.ts'

/** The heads of one account that the log has, and the key they are recognised by. */
type KeyRow = Readonly<{ sealed: Buffer }>
export async function sealedKeyOf(reader: Reader, accountId: string): Promise<Buffer | null> {
  const { rows } = await reader.query<KeyRow>('select sealed from account_keys where account_id = $1', [accountId])
  return rows[0]?.sealed ?? null
}

export type HeadRow = Readonly<{ sequence: bigint; head: string; at: bigint; log: number; entry_index: bigint }>

export const headsAfter = async (reader: Reader, accountId: string, after: number, most: number): Promise<readonly HeadRow[]> =>
  (await reader.query<HeadRow>(`${HEADS} and sequence > $2 order by sequence limit $3`, [accountId, after, most])).rows

/** The first logged head at or after a sequence; null where none is logged yet. */
export async function headFrom(reader: Reader, accountId: string, sequence: number): Promise<HeadRow | null> {
  const { rows } = await reader.query<HeadRow>(`${HEADS} and sequence >= $2 order by sequence limit 1`, [accountId, sequence])
  return rows[0] ?? null
}
const HEADS = `select sequence, encode(head, 'hex') as head, at, log, entry_index from trust_heads
  where account_id = $1 and log = (select log from trust_logs where ended_at is null)`

/** What a document has to be covered for: all up to a moment, or all entries of a request and the orders it was split into. */
export type Covered = Readonly<{ until: number } | { requestId: string }>

/** The last entry of an account that a document covers, and the head of its chain now; null for an account without a chain. */
export async function chainAt(
  reader: Reader,
  accountId: string,
  covered: Covered,
): Promise<Readonly<{ last: number; newest: Readonly<{ sequence: number; head: string }> }> | null> {
  const { rows } = await reader.query<Readonly<{ last: bigint | null; sequence: bigint; head: string }>>(
    `select (select max(sequence) from entries where account_id = $1 and ${'until' in covered ? 'at <= $2' : OF_REQUEST}) as last,
       sequence, encode(head, 'hex') as head
     from account_states where account_id = $1`,
    [accountId, 'until' in covered ? covered.until : covered.requestId],
  )
  const [row] = rows
  return row === undefined ? null : { last: Number(row.last ?? 0), newest: { sequence: Number(row.sequence), head: row.head } }
}

/** An execution is booked after it happened, so its entry is found by its order and not by its moment. */
const OF_REQUEST = `cause_kind = 'order' and cause_id in (
  select id::text from orders where account_id = $1 and (id = $2::uuid or split_from = $2::uuid))`
