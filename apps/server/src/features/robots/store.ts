import type { Rental, RobotSlot } from '@rueda/rules/robots/rental.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type Listed, type Slice, readPage } from '../../db/read-page.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type RentalRecord, type RobotSlotRecord, readRental, readRobotSlot } from './records.ts'

/** Rentals of robots, in SQL. */
export type Rented = Readonly<{ rental: Rental; slots: readonly RobotSlot[] }>

type Filter = Slice & Readonly<{ id: string | null }>

export async function rentalsOf(
  reader: Reader,
  accountId: string,
  { id, isOpen, limit, offset }: Filter & Readonly<{ isOpen: boolean | null }>,
): Promise<Listed<Rented>> {
  const where = 'account_id = $1 and ($2::uuid is null or id = $2) and ($3::boolean is null or (ended_at is null) = $3)'
  const page = { table: 'robot_rentals', where, values: [accountId, id, isOpen], order: 'rented_at desc, id desc', limit, offset }
  const { list, total } = await readPage<RentalRecord>(reader, page)
  return { list: await withSlots(reader, list), total }
}

/** The customer's own rental; somebody else's reads as a missing one. */
export async function ownRental(reader: Reader, accountId: string, id: string): Promise<Rented | null> {
  const { list } = await rentalsOf(reader, accountId, { id, isOpen: null, limit: 1, offset: 0 })
  return list[0] ?? null
}

/** Open rentals after one of them, for the jobs that go through all of them. */
export async function openRentalsAfter(reader: Reader, after: Rental | null, most: number): Promise<readonly Rented[]> {
  const { rows } = await reader.query<RentalRecord>(
    `select * from robot_rentals where ended_at is null and (account_id, id) > ($1, $2::uuid) order by account_id, id limit $3`,
    [after?.accountId ?? '0', after?.id ?? '00000000-0000-0000-0000-000000000000', most],
  )
  return withSlots(reader, rows)
}

async function withSlots(reader: Reader, rentals: readonly RentalRecord[]): Promise<readonly Rented[]> {
  const { rows } = await reader.query<RobotSlotRecord>(
    `select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, rental_id)
     join robot_slots s on s.account_id = asked.account_id and s.rental_id = asked.rental_id`,
    [rentals.map(({ account_id }) => account_id), rentals.map(({ id }) => id)],
  )
  const slots = Map.groupBy(rows.map(readRobotSlot), ({ rentalId }) => rentalId)
  return rentals.map(readRental).map((rental) => ({
    rental,
    slots: (slots.get(rental.id) ?? []).toSorted(
      (a, b) => rental.instrumentIds.indexOf(a.instrumentId) - rental.instrumentIds.indexOf(b.instrumentId),
    ),
  }))
}

export async function valuesOf(
  reader: Reader,
  accountId: string,
  rentalId: string,
): Promise<readonly Readonly<{ date: CalendarDate; value: bigint }>[]> {
  const { rows } = await reader.query<Readonly<{ date: CalendarDate; value: bigint }>>(
    'select date, value from robot_values where account_id = $1 and rental_id = $2 order by date',
    [accountId, rentalId],
  )
  return rows
}
