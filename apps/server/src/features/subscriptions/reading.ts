import type { IssueKind } from '@rueda/rules/subscriptions/offering.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'

/** What is kept of every offering of shares, whatever is offered, and how it is read. */
export type Offered<Status> = Readonly<{
  id: string
  number: number
  instrumentId: string
  announcedAt: Instant
  opensAt: Instant
  closesAt: Instant
  /** Withdrawn from the moment it is taken back. */
  status: Status
  listHash: string | null
  closedAt: Instant | null
}>

export type OfferedRecord<Status> = Readonly<{
  id: string
  number: number
  instrument_id: string
  announced_at: bigint
  opens_at: bigint
  closes_at: bigint
  status: Status
  is_withdrawn: boolean
  list_hash: string | null
  closed_at: bigint | null
  /** Units of 10^-8 that customers of this house have asked for so far, what they were allotted, and in how many applications. */
  asked: bigint
  allotted: bigint
  applications: bigint
}>

export const orNull = (at: bigint | null): number | null => (at === null ? null : Number(at))

export const readOffered = <Status extends string>(row: OfferedRecord<Status>): Offered<Status | 'withdrawn'> => ({
  id: row.id,
  number: row.number,
  instrumentId: row.instrument_id,
  announcedAt: Number(row.announced_at),
  opensAt: Number(row.opens_at),
  closesAt: Number(row.closes_at),
  status: row.is_withdrawn ? 'withdrawn' : row.status,
  listHash: row.list_hash,
  closedAt: orNull(row.closed_at),
})

type Table<Row, Value> = Readonly<{
  kind: IssueKind
  /** Columns of its own, of the offering `o`. */
  columns: string
  /** The state after which nothing happens to it any more. */
  last: string
  read: (row: Row) => Value
}>

/** The offerings of one kind. */
export type Kept<Value> = Readonly<{
  kind: IssueKind
  /** Those with the latest window first. */
  all: (reader: Reader) => Promise<readonly Value[]>
  /** Those with something still to happen, oldest first. */
  unfinished: (reader: Reader) => Promise<readonly Value[]>
  byId: (reader: Reader, id: string) => Promise<Value | null>
  byIds: (reader: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>
}>

const COLUMNS = 'o.id, o.number, o.instrument_id, o.announced_at, o.opens_at, o.closes_at, o.status, o.list_hash, o.closed_at'

export function keptOf<Row extends Readonly<{ id: string }>, Value>({ kind, columns, last, read }: Table<Row, Value>): Kept<Value> {
  const select = `
    select ${COLUMNS}, ${columns}, w.${kind}_id is not null as is_withdrawn, asked.*
    from ${kind}s o left join ${kind}_withdrawals w on w.${kind}_id = o.id
    left join lateral (
      select coalesce(sum(s.quantity), 0)::bigint as asked, coalesce(sum(s.allotted), 0)::bigint as allotted, count(*) as applications
      from subscriptions s where s.offering_id = o.id and s.status not in ('cancelled', 'withdrawn')) asked on true`
  const rowsOf = async (reader: Reader, rest: string, values: readonly unknown[]): Promise<readonly Row[]> =>
    (await reader.query<Row>(`${select} ${rest}`, [...values])).rows
  return {
    kind,
    all: async (reader) => (await rowsOf(reader, 'order by o.opens_at desc, o.id desc', [])).map(read),
    unfinished: async (reader) => {
      const waits = `exists (select from subscriptions s where s.offering_id = o.id and s.status in ('waiting', 'allotted'))`
      const rows = await rowsOf(reader, `where o.status not in ($1, 'withdrawn') or ${waits} order by o.opens_at, o.id`, [last])
      return rows.map(read)
    },
    byId: async (reader, id) => {
      const [row] = await rowsOf(reader, 'where o.id = $1', [id])
      return row === undefined ? null : read(row)
    },
    byIds: async (reader, ids) => new Map((await rowsOf(reader, 'where o.id = any($1::uuid[])', [ids])).map((row) => [row.id, read(row)])),
  }
}
