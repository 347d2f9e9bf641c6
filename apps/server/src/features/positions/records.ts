import type { Position } from '@rueda/rules/positions/position.ts'
import { type TableParts, heldByKey, loadingOf, lookup, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'

export type PositionRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  instrument_id: string
  free: bigint
  held: bigint
  locked: bigint
  cost: bigint
  realised: bigint
  charges: bigint
  bought_quantity: bigint
  bought_value: bigint
  sold_quantity: bigint
  sold_value: bigint
  bought_on: string | null
  bought_that_day: bigint
  opened_at: bigint
  changed_at: bigint
  closed_at: bigint | null
}>

export const readPosition = (row: PositionRecord): Position => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  free: row.free,
  held: row.held,
  locked: row.locked,
  cost: row.cost,
  realised: row.realised,
  charges: row.charges,
  boughtQuantity: row.bought_quantity,
  boughtValue: row.bought_value,
  soldQuantity: row.sold_quantity,
  soldValue: row.sold_value,
  boughtOn: row.bought_on,
  boughtThatDay: row.bought_that_day,
  openedAt: Number(row.opened_at),
  changedAt: Number(row.changed_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
})

const positionTable: TableParts<Position> = {
  key: [
    ['account_id', 'bigint', (position) => position.accountId],
    ['id', 'uuid', (position) => position.id],
  ],
  fixed: [
    ['number', 'text', (position) => position.number],
    ['instrument_id', 'text', (position) => position.instrumentId],
    ['opened_at', 'bigint', (position) => position.openedAt],
  ],
  changing: [
    ['free', 'bigint', (position) => position.free],
    ['held', 'bigint', (position) => position.held],
    ['locked', 'bigint', (position) => position.locked],
    ['cost', 'bigint', (position) => position.cost],
    ['realised', 'bigint', (position) => position.realised],
    ['charges', 'bigint', (position) => position.charges],
    ['bought_quantity', 'bigint', (position) => position.boughtQuantity],
    ['bought_value', 'bigint', (position) => position.boughtValue],
    ['sold_quantity', 'bigint', (position) => position.soldQuantity],
    ['sold_value', 'bigint', (position) => position.soldValue],
    ['bought_on', 'date', (position) => position.boughtOn],
    ['bought_that_day', 'bigint', (position) => position.boughtThatDay],
    ['changed_at', 'bigint', (position) => position.changedAt],
    ['closed_at', 'bigint', (position) => position.closedAt],
  ],
}

// Each is looked up by itself: in a join the planner goes through the whole index of open positions, which looks small to it.
const OPEN_POSITION = `
  cross join lateral (
    select * from positions where account_id = asked.account_id and instrument_id = asked.instrument_id and closed_at is null limit 1) p`
const READ_POSITIONS = `
  select p.* from unnest($1::bigint[], $2::text[]) as asked (account_id, instrument_id) ${OPEN_POSITION}`
const READ_POSITIONS_OF_ORDERS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
  cross join lateral (select account_id, instrument_id from orders where account_id = wanted.account_id and id = wanted.id limit 1) asked ${OPEN_POSITION}`
const READ_ALL_OPEN = 'select * from positions where account_id = any($1::bigint[]) and closed_at is null'

const loading = loadingOf(positionKind, readPosition)
/** Open positions in these instruments. */
export const openPositionsIn = lookup('read-positions', READ_POSITIONS, loading, heldByKey(positionKind))
export const positionsOfOrders = lookup('read-positions-of-orders', READ_POSITIONS_OF_ORDERS, loading, (state, orderId) => {
  const order = orderKind.of(state).get(orderId)
  return order !== undefined && positionKind.of(state).has(order.instrumentId)
})
export const openPositionsOf = lookupOfAccount('read-all-positions', READ_ALL_OPEN, loading)

export const positions = storedKind(positionKind, {
  table: 'positions',
  isKept: ({ closedAt }) => closedAt === null,
  parts: positionTable,
  classes: {
    personal:
      'account_id id number instrument_id free held locked cost realised charges bought_quantity bought_value sold_quantity sold_value opened_at changed_at closed_at bought_on bought_that_day',
  },
})
