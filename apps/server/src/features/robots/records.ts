import type { RobotId } from '@rueda/rules/robots/catalogue.ts'
import { type RentalValue, rentalValueKind } from '@rueda/rules/robots/keep.ts'
import { rentalKind, robotSlotKind } from '@rueda/rules/robots/records.ts'
import {
  type PauseReason,
  type Rental,
  type RentalStatus,
  type RobotSlot,
  isOpenRental,
  openRentalStatuses,
} from '@rueda/rules/robots/rental.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type TableParts, heldByKey, loadingOf, lookup, lookupOfAccount, storedEvents, storedKind } from '../../write-path/record-kind.ts'
import { arrayLiteral } from '../../write-path/columns.ts'

export type RentalRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  robot_id: RobotId
  rule_hash: string
  instrument_ids: readonly string[]
  capital: bigint
  rent: bigint
  max_daily_loss: bigint
  max_drawdown: bigint
  sells_at_limit: boolean
  hands_over: boolean
  status: RentalStatus
  pause_reason: PauseReason | null
  paused_on: CalendarDate | null
  rented_on: CalendarDate
  value: bigint
  valued_on: CalendarDate | null
  peak: bigint
  returned: bigint
  rented_at: bigint
  ends_at: bigint
  changed_at: bigint
  ended_at: bigint | null
}>

export const readRental = (row: RentalRecord): Rental => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  robotId: row.robot_id,
  ruleHash: row.rule_hash,
  instrumentIds: row.instrument_ids,
  capital: row.capital,
  rent: row.rent,
  maxDailyLoss: row.max_daily_loss,
  maxDrawdown: row.max_drawdown,
  sellsAtLimit: row.sells_at_limit,
  handsOver: row.hands_over,
  status: row.status,
  pauseReason: row.pause_reason,
  pausedOn: row.paused_on,
  rentedOn: row.rented_on,
  value: row.value,
  valuedOn: row.valued_on,
  peak: row.peak,
  returned: row.returned,
  rentedAt: Number(row.rented_at),
  endsAt: Number(row.ends_at),
  changedAt: Number(row.changed_at),
  endedAt: row.ended_at === null ? null : Number(row.ended_at),
})

const rentalTable: TableParts<Rental> = {
  key: [
    ['account_id', 'bigint', (rental) => rental.accountId],
    ['id', 'uuid', (rental) => rental.id],
  ],
  fixed: [
    ['number', 'text', (rental) => rental.number],
    ['robot_id', 'text', (rental) => rental.robotId],
    ['rule_hash', 'text', (rental) => rental.ruleHash],
    ['instrument_ids', 'text[]', ({ instrumentIds }) => arrayLiteral(instrumentIds, (id) => id)],
    ['capital', 'bigint', (rental) => rental.capital],
    ['rent', 'bigint', (rental) => rental.rent],
    ['max_daily_loss', 'bigint', (rental) => rental.maxDailyLoss],
    ['max_drawdown', 'bigint', (rental) => rental.maxDrawdown],
    ['sells_at_limit', 'boolean', (rental) => rental.sellsAtLimit],
    ['rented_on', 'date', (rental) => rental.rentedOn],
    ['rented_at', 'bigint', (rental) => rental.rentedAt],
    ['ends_at', 'bigint', (rental) => rental.endsAt],
  ],
  changing: [
    ['hands_over', 'boolean', (rental) => rental.handsOver],
    ['status', 'text', (rental) => rental.status],
    ['pause_reason', 'text', (rental) => rental.pauseReason],
    ['paused_on', 'date', (rental) => rental.pausedOn],
    ['value', 'bigint', (rental) => rental.value],
    ['valued_on', 'date', (rental) => rental.valuedOn],
    ['peak', 'bigint', (rental) => rental.peak],
    ['returned', 'bigint', (rental) => rental.returned],
    ['changed_at', 'bigint', (rental) => rental.changedAt],
    ['ended_at', 'bigint', (rental) => rental.endedAt],
  ],
}

const READ_RENTALS = `
  select r.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from robot_rentals where account_id = asked.account_id and id = asked.id limit 1) r`
const READ_OPEN_RENTALS = `
  select * from robot_rentals where account_id = any($1::bigint[]) and status in (${openRentalStatuses.map((status) => `'${status}'`).join(', ')})`

const loadingRental = loadingOf(rentalKind, readRental)
export const rentalsById = lookup('read-rentals', READ_RENTALS, loadingRental, heldByKey(rentalKind))
/** Those of an account that have not ended. */
export const openRentalsOf = lookupOfAccount('read-open-rentals', READ_OPEN_RENTALS, loadingRental)

export const rentals = storedKind(rentalKind, {
  table: 'robot_rentals',
  isKept: isOpenRental,
  parts: rentalTable,
  classes: {
    personal:
      'account_id id number robot_id rule_hash instrument_ids capital rent max_daily_loss max_drawdown sells_at_limit hands_over status pause_reason paused_on rented_on value valued_on peak returned rented_at ends_at changed_at ended_at',
  },
})

export type RobotSlotRecord = Readonly<{
  account_id: bigint
  id: string
  rental_id: string
  instrument_id: string
  cash: bigint
  quantity: bigint
  target: bigint
  acted_on: CalendarDate | null
  order_id: string | null
  settles_on: CalendarDate | null
  changed_at: bigint
}>

export const readRobotSlot = (row: RobotSlotRecord): RobotSlot => ({
  id: row.id,
  accountId: String(row.account_id),
  rentalId: row.rental_id,
  instrumentId: row.instrument_id,
  cash: row.cash,
  quantity: row.quantity,
  target: row.target,
  actedOn: row.acted_on,
  orderId: row.order_id,
  settlesOn: row.settles_on,
  changedAt: Number(row.changed_at),
})

const slotTable: TableParts<RobotSlot> = {
  key: [
    ['account_id', 'bigint', (slot) => slot.accountId],
    ['id', 'uuid', (slot) => slot.id],
  ],
  fixed: [
    ['rental_id', 'uuid', (slot) => slot.rentalId],
    ['instrument_id', 'text', (slot) => slot.instrumentId],
  ],
  changing: [
    ['cash', 'bigint', (slot) => slot.cash],
    ['quantity', 'bigint', (slot) => slot.quantity],
    ['target', 'bigint', (slot) => slot.target],
    ['acted_on', 'date', (slot) => slot.actedOn],
    ['order_id', 'uuid', (slot) => slot.orderId],
    ['settles_on', 'date', (slot) => slot.settlesOn],
    ['changed_at', 'bigint', (slot) => slot.changedAt],
  ],
}

const READ_SLOTS_OF_RENTALS = `
  select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, rental_id)
  join robot_slots s on s.account_id = asked.account_id and s.rental_id = asked.rental_id`
const READ_SLOTS_OF_ORDERS = `
  select s.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, order_id)
  cross join lateral (select account_id, robot_slot_id from orders where account_id = asked.account_id and id = asked.order_id limit 1) o
  join robot_slots s on s.account_id = o.account_id and s.id = o.robot_slot_id`
const READ_HOLDING_SLOTS = `
  select s.* from unnest($1::bigint[], $2::text[]) as asked (account_id, instrument_id)
  join robot_slots s on s.account_id = asked.account_id and s.instrument_id = asked.instrument_id and s.quantity > 0`

const loadingSlot = loadingOf(robotSlotKind, readRobotSlot)
export const robotSlotsOfRentals = lookup('read-slots-of-rentals', READ_SLOTS_OF_RENTALS, loadingSlot)
/** The parts of robots that orders belong to; nothing is read for orders that are known to be their customer's own. */
export const robotSlotsOfOrders = lookup('read-slots-of-orders', READ_SLOTS_OF_ORDERS, loadingSlot, (state, orderId) => {
  const order = orderKind.of(state).get(orderId)
  return order !== undefined && (order.robot === null || robotSlotKind.of(state).has(order.robot.slotId))
})
/** Robots' shares of instruments. */
export const robotSlotsIn = lookup('read-holding-slots', READ_HOLDING_SLOTS, loadingSlot)

export const robotSlots = storedKind(robotSlotKind, {
  table: 'robot_slots',
  parts: slotTable,
  classes: { personal: 'account_id id rental_id instrument_id cash quantity target acted_on order_id settles_on changed_at' },
})

export const rentalValues = storedEvents<RentalValue>(rentalValueKind, {
  table: 'robot_values',
  columns: [
    ['account_id', 'bigint', (value) => value.accountId],
    ['rental_id', 'uuid', (value) => value.rentalId],
    ['date', 'date', (value) => value.date],
    ['value', 'bigint', (value) => value.value],
  ],
  classes: { personal: 'account_id rental_id date value' },
})
