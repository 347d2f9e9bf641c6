import type { OrderRow } from '@rueda/contract/orders.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { valueOf } from '@rueda/rules/margin/requirement.ts'
import { isOnMargin } from '@rueda/rules/margin/valuation.ts'
import { type Order, isWorking, remainingOf } from '@rueda/rules/orders/order.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { presentOrder } from './present.ts'
import { ordersOf, workingOrdersIn } from './store.ts'

/** A customer's working orders in one instrument, as they cross the wire. */
export async function workingRows(
  { reader, venue }: Pick<App, 'venue'> & Readonly<{ reader: Reader }>,
  accountId: string,
  instrumentId: string,
): Promise<OrderRow[]> {
  const working = await workingOrdersIn(reader, accountId, instrumentId)
  return working.map((order) => presentOrder(venue, order))
}

/** Value of the working opening orders on margin in cents, were all of them filled at their limits. */
export function openingAtWork({ venue }: Pick<App, 'venue'>, orders: Iterable<Order>): bigint {
  const working = [...orders].filter((order) => order.margin?.action === 'open' && isWorking(order))
  return working.reduce((sum, order) => {
    const instrument = venue.instruments.get(order.instrumentId)
    const rate = instrument === undefined ? null : dollarRateOf(venue, instrument.currency)
    if (instrument === undefined || !isOnMargin(instrument) || rate === null) return sum
    const price = order.limitPrice ?? order.stopPrice ?? venue.quote(instrument.id)?.last ?? 0n
    return sum + toCents(valueOf(instrument.contract, price, remainingOf(order)), rate, 'HALF_UP')
  }, 0n)
}

/** A customer's orders in a market, newest first, as they cross the wire. */
export async function orderRows(
  { reader, venue }: Pick<App, 'venue'> & Readonly<{ reader: Reader }>,
  accountId: string,
  market: string,
  slice: Readonly<{ limit: number; offset: number }>,
): Promise<Readonly<{ rows: readonly OrderRow[]; total: number }>> {
  const { orders, total } = await ordersOf(reader, accountId, { market, statuses: null, id: null, ...slice })
  return { rows: orders.map((order) => presentOrder(venue, order)), total }
}

/** The orders that take a position out at a profit or at a loss, which end when it is closed some other way. */
export async function exitsIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly string[]> {
  const working = await workingOrdersIn(reader, accountId, instrumentId)
  return working.filter(({ side, margin, ...order }) => margin === null && side === 'sell' && isExit(order)).map(({ id }) => id)
}

/** The same of one position on margin. */
export async function exitsOf(
  reader: Reader,
  { accountId, instrumentId, id: positionId }: Pick<MarginPosition, 'accountId' | 'instrumentId' | 'id'>,
): Promise<readonly string[]> {
  const working = await workingOrdersIn(reader, accountId, instrumentId)
  const own = working.filter(({ margin }) => margin?.action === 'close' && margin.positionId === positionId)
  return own.filter(isExit).map(({ id }) => id)
}

const isExit = ({ siblingId, parentId }: Pick<Order, 'siblingId' | 'parentId'>): boolean => (siblingId ?? parentId) !== null
