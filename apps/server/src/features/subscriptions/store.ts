import type { IpoStatus } from '@rueda/rules/subscriptions/offering.ts'
import type { Subscription, SubscriptionStatus } from '@rueda/rules/subscriptions/subscription.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type Offered, type OfferedRecord, orNull, readOffered, keptOf } from './reading.ts'
import { type SubscriptionRecord, readSubscription } from './records.ts'

/** An offering of new shares as it stands. Prices and lots in units of 10^-8. */
export type Ipo = Offered<IpoStatus> &
  Readonly<{
    price: bigint
    lotSize: bigint
    quota: number
    maxLots: number
    drawsAt: Instant
    listsOn: CalendarDate
    commitment: string
    beaconUrl: string | null
    beaconRound: number | null
    entropy: string | null
    secret: string | null
    drawnAt: Instant | null
    /** Lots that customers of this house have asked for so far. */
    askedLots: number
  }>

type IpoRecord = OfferedRecord<IpoStatus> &
  Readonly<{
    price: bigint
    lot_size: bigint
    quota: number
    max_lots: number
    draws_at: bigint
    lists_on: CalendarDate
    commitment: string
    beacon_url: string | null
    beacon_round: bigint | null
    entropy: string | null
    secret: string | null
    drawn_at: bigint | null
  }>

const readIpo = (row: IpoRecord): Ipo => ({
  ...readOffered(row),
  price: row.price,
  lotSize: row.lot_size,
  quota: row.quota,
  maxLots: row.max_lots,
  drawsAt: Number(row.draws_at),
  listsOn: row.lists_on,
  commitment: row.commitment,
  beaconUrl: row.beacon_url,
  beaconRound: orNull(row.beacon_round),
  entropy: row.entropy,
  secret: row.secret,
  drawnAt: orNull(row.drawn_at),
  askedLots: Number(row.asked / row.lot_size),
})

export const keptIpos = keptOf<IpoRecord, Ipo>({
  kind: 'ipo',
  // The sealed secret is read by the draw alone.
  columns: `o.price, o.lot_size, o.quota, o.max_lots, o.draws_at, o.lists_on, o.commitment, o.beacon_url, o.beacon_round, o.entropy, o.secret,
            o.drawn_at`,
  last: 'listed',
  read: readIpo,
})

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
