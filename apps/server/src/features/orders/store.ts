import { openStatuses, type Order } from '@rueda/rules/orders/order.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'
import { type FillRecord, readFill } from './fill-records.ts'
import { type OrderEventRecord, readOrderEvent } from './event-records.ts'
import { type OrderRecord, readOrder } from './records.ts'

/** The customer's own order; somebody else's reads as a missing one. */
export async function ownOrder(pool: Pool, accountId: string, id: string): Promise<Order | null> {
  const { rows } = await pool.query<OrderRecord>('select * from orders where account_id = $1 and id = $2', [accountId, id])
  return rows[0] === undefined ? null : readOrder(rows[0])
}

/** The order of that id, or the two that the request of that id was split into. */
export async function ordersOfRequest(reader: Reader, accountId: string, id: string): Promise<readonly Order[]> {
  const { rows } = await reader.query<OrderRecord>(
    'select * from orders where account_id = $1 and (id = $2 or split_from = $2) order by quantity desc',
    [accountId, id],
  )
  return rows.map(readOrder)
}

type Placed = Pick<Order, 'id' | 'acceptedAt' | 'changedAt'>

/** A day before and after the life of these orders, which what happened to them lies within: other months are not looked through. */
const lifeOf = (orders: readonly Placed[]): readonly [from: number, until: number] => [
  Math.min(...orders.map(({ acceptedAt }) => acceptedAt)) - DAY_MS,
  Math.max(...orders.map(({ changedAt }) => changedAt)) + DAY_MS,
]

/** Executions of orders of one account. */
export async function fillsOf(reader: Reader, accountId: string, orders: readonly Placed[]): Promise<readonly Fill[]> {
  if (orders.length === 0) return []
  const { rows } = await reader.query<FillRecord>(
    'select * from fills where account_id = $1 and order_id = any($2) and at between $3 and $4 order by sequence',
    [accountId, orders.map(({ id }) => id), ...lifeOf(orders)],
  )
  return rows.map(readFill)
}

export type FillFilter = Readonly<{ instrumentId: string; from: number; until: number; limit: number }>

/** The newest executions in one instrument within a time, oldest first. */
export async function fillsIn(reader: Reader, accountId: string, filter: FillFilter): Promise<readonly Fill[]> {
  const { rows } = await reader.query<FillRecord>(
    `select * from fills where account_id = $1 and instrument_id = $2 and at between $3 and $4
      order by at desc, sequence desc limit $5`,
    [accountId, filter.instrumentId, filter.from, filter.until, filter.limit],
  )
  return rows.map(readFill).toReversed()
}

export type OrderFilter = Readonly<{
  market: string | null
  /** Blocks alone. */
  onlyBlocks?: boolean
  statuses: readonly string[] | null
  id: string | null
  limit: number
  offset: number
}>

export async function ordersOf(
  reader: Reader,
  accountId: string,
  filter: OrderFilter,
): Promise<Readonly<{ orders: readonly Order[]; total: number }>> {
  const where = `account_id = $1 and ($2::text is null or instrument_id like $2 || ':%') and ($3::text[] is null or status = any($3)) and ($4::uuid is null or id = $4 or split_from = $4)${filter.onlyBlocks === true ? ' and block_firm is not null' : ''}`
  const values = [accountId, filter.market, filter.statuses, filter.id]
  const { rows } = await reader.query<OrderRecord>(
    `select * from orders where ${where} order by accepted_at desc, id desc limit $5 offset $6`,
    [...values, filter.limit, filter.offset],
  )
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from orders where ${where}`, values)
  return { orders: rows.map(readOrder), total: Number(counted.rows[0]?.total ?? 0n) }
}

export async function workingOrdersIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly Order[]> {
  const { rows } = await reader.query<OrderRecord>(
    'select * from orders where account_id = $1 and instrument_id = $2 and status = any($3) order by accepted_at desc, id desc',
    [accountId, instrumentId, openStatuses],
  )
  return rows.map(readOrder)
}

/** Customers with an open order, by the counter of their account: no index of the orders knows their status. */
const WITH_OPEN_ORDERS = 'account_id in (select account_id from account_states where open_orders > 0)'

/** All open orders in the order they were accepted: what the venue's book is rebuilt from. */
export async function openOrders(pool: Pool): Promise<readonly Order[]> {
  const { rows } = await pool.query<OrderRecord>(
    `select * from orders where ${WITH_OPEN_ORDERS} and status = any($1) order by accepted_at, id`,
    [openStatuses],
  )
  return rows.map(readOrder)
}

/** Events of an order beside its fills, in their order. */
export async function eventsOf(reader: Reader, accountId: string, orders: readonly Placed[]): Promise<readonly OrderEvent[]> {
  if (orders.length === 0) return []
  const { rows } = await reader.query<OrderEventRecord>(
    'select * from order_events where account_id = $1 and order_id = any($2) and at between $3 and $4 order by id',
    [accountId, orders.map(({ id }) => id), ...lifeOf(orders)],
  )
  return rows.map(readOrderEvent)
}

/**
 * Open orders whose last trade date is over: the venue was not there to end them. Orders for extended hours live on after the close, so
 * that for them the date is over with the next one.
 */
export async function overdueOrders(pool: Pool, market: string, finished: string): Promise<readonly Order[]> {
  const { rows } = await pool.query<OrderRecord>(
    `select * from orders where ${WITH_OPEN_ORDERS} and status = any($1) and instrument_id like $3 || ':%'
       and last_trade_date <= $2 and (time_in_force <> 'EXT' or last_trade_date < $2) order by account_id, id`,
    [openStatuses, finished, market],
  )
  return rows.map(readOrder)
}
