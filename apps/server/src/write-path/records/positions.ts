import type { Position } from '@rueda/rules/positions/position.ts'
import { type TableParts, recordKind } from '../record-kind.ts'

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

const OPEN_POSITION = `
  cross join lateral (
    select * from positions where account_id = asked.account_id and instrument_id = asked.instrument_id and closed_at is null limit 1) p`
const READ_POSITIONS = `
  select p.* from unnest($1::bigint[], $2::text[]) as asked (account_id, instrument_id) ${OPEN_POSITION}`
const READ_POSITIONS_OF_ORDERS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
  cross join lateral (select account_id, instrument_id from orders where account_id = wanted.account_id and id = wanted.id limit 1) asked ${OPEN_POSITION}`
const READ_ALL_OPEN = 'select * from positions where account_id = any($1::bigint[]) and closed_at is null'

/** Books hold open positions by their instrument; one that follows another in its instrument is a record of its own. */
export const positions = recordKind<Position, PositionRecord>({
  table: 'positions',
  parts: positionTable,
  changed: (outcome) => outcome.positions ?? [],
  held: (books) => books.positions,
  heldAs: ({ instrumentId }) => instrumentId,
  read: readPosition,
  lookups: [
    { name: 'read-positions', text: READ_POSITIONS, keys: (reads) => reads.instruments ?? [] },
    { name: 'read-positions-of-orders', text: READ_POSITIONS_OF_ORDERS, keys: (reads) => reads.orders ?? [] },
  ],
  everythingHeld: READ_ALL_OPEN,
})
