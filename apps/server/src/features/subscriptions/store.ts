import type { IpoStatus } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription, SubscriptionStatus } from '@rueda/rules/subscriptions/subscription.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type SubscriptionRecord, readSubscription } from './records.ts'

/** An offering of new shares as it stands. Prices and lots in units of 10^-8. */
export type Ipo = Readonly<{
  id: string
  number: number
  instrumentId: string
  price: bigint
  lotSize: bigint
  quota: number
  maxLots: number
  announcedAt: Instant
  opensAt: Instant
  closesAt: Instant
  drawsAt: Instant
  listsOn: CalendarDate
  commitment: string
  beaconUrl: string | null
  beaconRound: number | null
  /** Withdrawn from the moment two persons have taken it back. */
  status: IpoStatus
  listHash: string | null
  entropy: string | null
  secret: string | null
  closedAt: Instant | null
  drawnAt: Instant | null
  /** Lots that customers of this house have asked for so far. */
  askedLots: number
}>

type IpoRecord = Readonly<{
  id: string
  number: number
  instrument_id: string
  price: bigint
  lot_size: bigint
  quota: number
  max_lots: number
  announced_at: bigint
  opens_at: bigint
  closes_at: bigint
  draws_at: bigint
  lists_on: CalendarDate
  commitment: string
  beacon_url: string | null
  beacon_round: bigint | null
  status: IpoStatus
  is_withdrawn: boolean
  list_hash: string | null
  entropy: string | null
  secret: string | null
  closed_at: bigint | null
  drawn_at: bigint | null
  asked: bigint
}>

const orNull = (at: bigint | null): number | null => (at === null ? null : Number(at))

const readIpo = (row: IpoRecord): Ipo => ({
  id: row.id,
  number: row.number,
  instrumentId: row.instrument_id,
  price: row.price,
  lotSize: row.lot_size,
  quota: row.quota,
  maxLots: row.max_lots,
  announcedAt: Number(row.announced_at),
  opensAt: Number(row.opens_at),
  closesAt: Number(row.closes_at),
  drawsAt: Number(row.draws_at),
  listsOn: row.lists_on,
  commitment: row.commitment,
  beaconUrl: row.beacon_url,
  beaconRound: orNull(row.beacon_round),
  status: row.is_withdrawn ? 'withdrawn' : row.status,
  listHash: row.list_hash,
  entropy: row.entropy,
  secret: row.secret,
  closedAt: orNull(row.closed_at),
  drawnAt: orNull(row.drawn_at),
  askedLots: Number(row.asked / row.lot_size),
})

/** The sealed secret is read by the draw alone. */
const IPOS = `
  select i.id, i.number, i.instrument_id, i.price, i.lot_size, i.quota, i.max_lots, i.announced_at, i.opens_at, i.closes_at, i.draws_at,
         i.lists_on, i.commitment, i.beacon_url, i.beacon_round, i.status, w.ipo_id is not null as is_withdrawn, i.list_hash, i.entropy,
         i.secret, i.closed_at, i.drawn_at, coalesce(asked.quantity, 0)::bigint as asked
  from ipos i left join ipo_withdrawals w on w.ipo_id = i.id
  left join lateral (
    select sum(quantity) as quantity from subscriptions where offering_id = i.id and status not in ('cancelled', 'withdrawn')) asked on true`

export async function allIpos(reader: Reader): Promise<readonly Ipo[]> {
  const { rows } = await reader.query<IpoRecord>(`${IPOS} order by i.opens_at desc, i.id desc`)
  return rows.map(readIpo)
}

/** Those with something still to happen, oldest first. */
export async function unfinishedIpos(reader: Reader): Promise<readonly Ipo[]> {
  const { rows } = await reader.query<IpoRecord>(
    `${IPOS} where i.status not in ('listed', 'withdrawn')
        or exists (select from subscriptions s where s.offering_id = i.id and s.status in ('waiting', 'allotted'))
     order by i.opens_at, i.id`,
  )
  return rows.map(readIpo)
}

export async function ipoById(reader: Reader, id: string): Promise<Ipo | null> {
  const { rows } = await reader.query<IpoRecord>(`${IPOS} where i.id = $1`, [id])
  return rows[0] === undefined ? null : readIpo(rows[0])
}

export async function iposById(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Ipo>> {
  const { rows } = await reader.query<IpoRecord>(`${IPOS} where i.id = any($1::uuid[])`, [ids])
  return new Map(rows.map((row) => [row.id, readIpo(row)]))
}

export type Result = Readonly<{ number: string; lots: number; key: string | null; rank: number | null; allotted: number | null }>

/** The list of the close and what the draw made of it, by rank; by number while there was no draw. */
export async function resultsOf(reader: Reader, ipoId: string): Promise<readonly Result[]> {
  const { rows } = await reader.query<Result>(
    `select a.number, a.lots, r.key, r.rank, r.allotted from ipo_applications a left join ipo_results r using (ipo_id, number)
     where a.ipo_id = $1 order by r.rank nulls last, a.number collate "C"`,
    [ipoId],
  )
  return rows
}

export type SubscriptionFilter = Readonly<{
  statuses: readonly SubscriptionStatus[]
  limit: number
  offset: number
}>

/** An application with the key that it was drawn with. */
export type Placed = Readonly<{ subscription: Subscription; key: string | null }>

export async function subscriptionsOf(
  reader: Reader,
  accountId: string,
  { statuses, limit, offset }: SubscriptionFilter,
): Promise<Readonly<{ list: readonly Placed[]; total: number }>> {
  const where = `s.account_id = $1 and s.kind = 'ipo' and s.status = any ($2)`
  const values = [accountId, statuses]
  const { rows } = await reader.query<SubscriptionRecord & Readonly<{ key: string | null }>>(
    `select s.*, r.key from subscriptions s left join ipo_results r on r.ipo_id = s.offering_id and r.number = s.number
     where ${where} order by s.started_at desc, s.id desc limit $3 offset $4`,
    [...values, limit, offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from subscriptions s where ${where}`, values)
  return { list: rows.map((row) => ({ subscription: readSubscription(row), key: row.key })), total: Number(counted.rows[0]?.total ?? 0n) }
}
