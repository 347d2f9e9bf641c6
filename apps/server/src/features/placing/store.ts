import type { PlacingStatus } from '@rueda/rules/placing/placing.ts'
import { afterSplits } from '@rueda/rules/positions/share-lock.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Listed, type Slice, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type Offered, type OfferedRecord, orNull, readOffered, keptOf } from '../subscriptions/reading.ts'
import { bookedSplits } from '../corporate/recorded.ts'
import { type SubscriptionRecord, readSubscription } from '../subscriptions/records.ts'

/** What is fixed when the window opens. Prices and lots in units of 10^-8. */
export type FixedTerms = Readonly<{
  reference: bigint
  referenceOn: CalendarDate
  price: bigint
  lotSize: bigint
  quota: number
  maxLots: number
}>

export type Placing = Offered<PlacingStatus> &
  Readonly<{
    name: string
    discount: number
    opensOn: CalendarDate
    closesOn: CalendarDate
    /** Null until the window opens. */
    terms: FixedTerms | null
    allottedAt: Instant | null
    unlocksOn: CalendarDate | null
    /** Units of 10^-8 that customers of this house have asked for so far. */
    asked: bigint
    allotted: bigint
    applications: number
  }>

type PlacingRecord = OfferedRecord<PlacingStatus> &
  Readonly<{
    name: string
    discount: number
    opens_on: CalendarDate
    closes_on: CalendarDate
    reference: bigint | null
    reference_on: CalendarDate | null
    price: bigint | null
    lot_size: bigint | null
    quota: number | null
    max_lots: number | null
    allotted_at: bigint | null
    unlocks_on: CalendarDate | null
  }>

function termsIn({ reference, reference_on, price, lot_size, quota, max_lots }: PlacingRecord): FixedTerms | null {
  if (reference === null || reference_on === null || price === null || lot_size === null || quota === null || max_lots === null) return null
  return { reference, referenceOn: reference_on, price, lotSize: lot_size, quota, maxLots: max_lots }
}

const readPlacing = (row: PlacingRecord): Placing => ({
  ...readOffered(row),
  name: row.name,
  discount: row.discount,
  opensOn: row.opens_on,
  closesOn: row.closes_on,
  terms: termsIn(row),
  allottedAt: orNull(row.allotted_at),
  unlocksOn: row.unlocks_on,
  asked: row.asked,
  allotted: row.allotted,
  applications: Number(row.applications),
})

export const keptPlacings = keptOf<PlacingRecord, Placing>({
  kind: 'placing',
  columns: `o.name, o.discount, o.opens_on, o.closes_on, o.reference, o.reference_on, o.price, o.lot_size, o.quota, o.max_lots, o.allotted_at,
            o.unlocks_on`,
  last: 'allotted',
  read: readPlacing,
})

export async function applicationsOf(
  reader: Reader,
  accountId: string,
  { statuses, ...slice }: Slice & Readonly<{ statuses: readonly Subscription['status'][] }>,
): Promise<Listed<Subscription>> {
  const page = await readPage<SubscriptionRecord>(reader, {
    ...{ table: 'subscriptions', where: `account_id = $1 and kind = 'placing' and status = any ($2)`, values: [accountId, statuses] },
    ...{ order: 'started_at desc, id desc', ...slice },
  })
  return mapListed(page, readSubscription)
}

/** Lots by the number of the application. */
export async function resultsOf(reader: Reader, placingId: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await reader.query<Readonly<{ number: string; allotted: number }>>(
    'select number, allotted from placing_results where placing_id = $1',
    [placingId],
  )
  return new Map(rows.map(({ number, allotted }) => [number, allotted]))
}

/** What a customer got of placings in some shares: locked, in the numbers that splits have made of them, and free. */
export type HeldOfPlacings = Readonly<{
  /** Of the open locks. */
  locked: bigint
  /** The last of those locks ends before this day opens. */
  unlocksOn: CalendarDate | null
  /** Allotted, and free since, in the numbers that splits have made of it. */
  freed: bigint
  /** What of the whole position in these shares can be sold. */
  sellable: bigint
}>

const HELD = `
  select coalesce(sum(l.quantity) filter (where l.unlocked_at is null), 0)::bigint as locked,
         max(l.unlocks_on) filter (where l.unlocked_at is null) as unlocks_on,
         coalesce((select p.free from positions p where p.account_id = $1 and p.instrument_id = $2 and p.closed_at is null), 0)::bigint as sellable
  from subscriptions s join share_locks l on l.account_id = s.account_id and l.id = s.id
  where s.account_id = $1 and s.kind = 'placing' and s.status = 'delivered' and s.instrument_id = $2 and ($3::uuid is null or s.id = $3)`

type Asked = Readonly<{ accountId: string; instrumentId: string; id: string | null }>

export async function heldOfPlacings(reader: Reader, asked: Asked): Promise<HeldOfPlacings> {
  const { accountId, instrumentId, id } = asked
  type Row = Readonly<{ locked: bigint; unlocks_on: CalendarDate | null; sellable: bigint }>
  const { rows } = await reader.query<Row>(HELD, [accountId, instrumentId, id])
  const [row] = rows
  const freed = await freedOfPlacings(reader, asked)
  return { locked: row?.locked ?? 0n, unlocksOn: row?.unlocks_on ?? null, freed, sellable: row?.sellable ?? 0n }
}

/** A lock that has ended has no quantity of its own any more: what it freed is what was allotted, in the shares that splits have made of it. */
async function freedOfPlacings(reader: Reader, { accountId, instrumentId, id }: Asked): Promise<bigint> {
  const { rows } = await reader.query<Readonly<{ allotted: bigint; locked_at: bigint }>>(
    `select s.allotted, l.locked_at from subscriptions s join share_locks l on l.account_id = s.account_id and l.id = s.id
     where s.account_id = $1 and s.kind = 'placing' and s.status = 'delivered' and s.instrument_id = $2 and ($3::uuid is null or s.id = $3)
       and l.unlocked_at is not null`,
    [accountId, instrumentId, id],
  )
  let freed = 0n
  for (const { allotted, locked_at } of rows) {
    freed += afterSplits(allotted, await bookedSplits(reader, accountId, instrumentId, Number(locked_at)))
  }
  return freed
}
