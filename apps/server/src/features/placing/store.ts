import type { PlacingStatus } from '@rueda/rules/placing/placing.ts'
import type { Subscription } from '@rueda/rules/subscriptions/subscription.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { type Listed, type Slice, mapListed, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
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

export type Placing = Readonly<{
  id: string
  number: number
  instrumentId: string
  name: string
  discount: number
  announcedAt: Instant
  opensOn: CalendarDate
  closesOn: CalendarDate
  opensAt: Instant
  closesAt: Instant
  /** Withdrawn from the moment it is taken back. */
  status: PlacingStatus
  /** Null until the window opens. */
  terms: FixedTerms | null
  listHash: string | null
  closedAt: Instant | null
  allottedAt: Instant | null
  unlocksOn: CalendarDate | null
  /** Units of 10^-8 that customers of this house have asked for so far. */
  asked: bigint
  allotted: bigint
  applications: number
}>

type PlacingRecord = Readonly<{
  id: string
  number: number
  instrument_id: string
  name: string
  discount: number
  announced_at: bigint
  opens_on: CalendarDate
  closes_on: CalendarDate
  opens_at: bigint
  closes_at: bigint
  status: PlacingStatus
  is_withdrawn: boolean
  reference: bigint | null
  reference_on: CalendarDate | null
  price: bigint | null
  lot_size: bigint | null
  quota: number | null
  max_lots: number | null
  list_hash: string | null
  closed_at: bigint | null
  allotted_at: bigint | null
  unlocks_on: CalendarDate | null
  asked: bigint
  allotted: bigint
  applications: bigint
}>

const orNull = (at: bigint | null): number | null => (at === null ? null : Number(at))

function termsIn({ reference, reference_on, price, lot_size, quota, max_lots }: PlacingRecord): FixedTerms | null {
  if (reference === null || reference_on === null || price === null || lot_size === null || quota === null || max_lots === null) return null
  return { reference, referenceOn: reference_on, price, lotSize: lot_size, quota, maxLots: max_lots }
}

const readPlacing = (row: PlacingRecord): Placing => ({
  id: row.id,
  number: row.number,
  instrumentId: row.instrument_id,
  name: row.name,
  discount: row.discount,
  announcedAt: Number(row.announced_at),
  opensOn: row.opens_on,
  closesOn: row.closes_on,
  opensAt: Number(row.opens_at),
  closesAt: Number(row.closes_at),
  status: row.is_withdrawn ? 'withdrawn' : row.status,
  terms: termsIn(row),
  listHash: row.list_hash,
  closedAt: orNull(row.closed_at),
  allottedAt: orNull(row.allotted_at),
  unlocksOn: row.unlocks_on,
  asked: row.asked,
  allotted: row.allotted,
  applications: Number(row.applications),
})

const PLACINGS = `
  select p.*, w.placing_id is not null as is_withdrawn, coalesce(asked.quantity, 0)::bigint as asked,
         coalesce(asked.allotted, 0)::bigint as allotted, coalesce(asked.applications, 0) as applications
  from placings p left join placing_withdrawals w on w.placing_id = p.id
  left join lateral (
    select sum(quantity) as quantity, sum(s.allotted) as allotted, count(*) as applications from subscriptions s
    where s.offering_id = p.id and s.status not in ('cancelled', 'withdrawn')) asked on true`

export async function allPlacings(reader: Reader): Promise<readonly Placing[]> {
  const { rows } = await reader.query<PlacingRecord>(`${PLACINGS} order by p.opens_at desc, p.id desc`)
  return rows.map(readPlacing)
}

/** Those with something still to happen, oldest first. */
export async function unfinishedPlacings(reader: Reader): Promise<readonly Placing[]> {
  const { rows } = await reader.query<PlacingRecord>(
    `${PLACINGS} where p.status not in ('allotted', 'withdrawn')
        or exists (select from subscriptions s where s.offering_id = p.id and s.status in ('waiting', 'allotted'))
     order by p.opens_at, p.id`,
  )
  return rows.map(readPlacing)
}

export async function placingById(reader: Reader, id: string): Promise<Placing | null> {
  const { rows } = await reader.query<PlacingRecord>(`${PLACINGS} where p.id = $1`, [id])
  return rows[0] === undefined ? null : readPlacing(rows[0])
}

export async function placingsById(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Placing>> {
  const { rows } = await reader.query<PlacingRecord>(`${PLACINGS} where p.id = any($1::uuid[])`, [ids])
  return new Map(rows.map((row) => [row.id, readPlacing(row)]))
}

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
  /** Allotted, and free since. */
  freed: bigint
  /** What of the whole position in these shares can be sold. */
  sellable: bigint
}>

const HELD = `
  select coalesce(sum(l.quantity) filter (where l.unlocked_at is null), 0)::bigint as locked,
         max(l.unlocks_on) filter (where l.unlocked_at is null) as unlocks_on,
         coalesce(sum(s.allotted) filter (where l.unlocked_at is not null), 0)::bigint as freed,
         coalesce((select p.free from positions p where p.account_id = $1 and p.instrument_id = $2 and p.closed_at is null), 0)::bigint as sellable
  from subscriptions s join share_locks l on l.account_id = s.account_id and l.id = s.id
  where s.account_id = $1 and s.kind = 'placing' and s.status = 'delivered' and s.instrument_id = $2 and ($3::uuid is null or s.id = $3)`

export async function heldOfPlacings(
  reader: Reader,
  { accountId, instrumentId, id }: Readonly<{ accountId: string; instrumentId: string; id: string | null }>,
): Promise<HeldOfPlacings> {
  type Row = Readonly<{ locked: bigint; unlocks_on: CalendarDate | null; freed: bigint; sellable: bigint }>
  const { rows } = await reader.query<Row>(HELD, [accountId, instrumentId, id])
  const [row] = rows
  return { locked: row?.locked ?? 0n, unlocksOn: row?.unlocks_on ?? null, freed: row?.freed ?? 0n, sellable: row?.sellable ?? 0n }
}
