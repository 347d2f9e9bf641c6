import { directionOfSide } from '@rueda/contract/codes.ts'
import type { Confirmation, OrderConfirmations } from '@rueda/contract/statements.ts'
import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type ChargeKind, chargeKinds } from '@rueda/rules/fees/schedule.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { type Executed, executedOrder } from '../orders/executed.ts'

/** As many as a statement has movements: a sheet is drawn in one go. */
const MAX_EXECUTIONS = 5_000

type Asked = Readonly<{ accountId: string; orderId: string; now: Instant }>

/** The confirmations of an order, the oldest trade date first (`docs/rules/statements.md` P.13). */
export async function confirmationsOf(
  { archive, venue }: Pick<App, 'archive' | 'venue'>,
  { accountId, orderId, now }: Asked,
): Promise<Result<OrderConfirmations>> {
  const executed = await archive.over(accountId, EVER, (pool) => executedOrder(pool, accountId, orderId))
  const order = executed?.orders[0]
  const instrument = order === undefined ? undefined : venue.instruments.get(order.instrumentId)
  if (executed === null || order === undefined || instrument === undefined) return refuse('object.not_found', { field: 'orderId' })
  if (executed.fills.length > MAX_EXECUTIONS) return refuse('statement.too_long', { num: MAX_EXECUTIONS })
  // What is traded on margin is settled in dollars whatever its prices are in.
  const currency = order.margin === null ? instrument.currency : 'USD'
  return ok({
    userNo: accountId,
    instrument: {
      market: instrument.market,
      code: instrument.code,
      name: instrument.name,
      zone: createCalendar(instrument.market, true).timeZone,
    },
    currency,
    decimals: decimalsAt(instrument, order.worstPrice),
    confirmations: confirmationsIn(instrument, currency, executed),
    head: executed.head,
    madeTimestamp: now,
    simulated: 1,
    venue: venue.label,
  })
}

/** One for each order and trade date, the oldest first. */
export function confirmationsIn(
  instrument: Instrument,
  currency: Currency,
  { orders, fills }: Pick<Executed, 'orders' | 'fills'>,
): Confirmation[] {
  const confirmations = orders.flatMap((order) => {
    const own = fills.filter(({ orderId }) => orderId === order.id)
    const byDate = Map.groupBy(own, ({ tradeDate }) => tradeDate)
    return [...byDate.values()].map((ofDate) => confirmationOf(instrument, currency, order, ofDate))
  })
  return confirmations.toSorted((a, b) => a.tradeDate.localeCompare(b.tradeDate))
}

function confirmationOf(instrument: Instrument, currency: Currency, order: Order, fills: readonly Fill[]): Confirmation {
  const sum = (of: (fill: Fill) => bigint): bigint => fills.reduce((total, fill) => total + of(fill), 0n)
  const money = (amount: bigint): string => formatMinor(amount, currency)
  const last = fills.at(-1)
  const [quantity, amount] = [sum((fill) => fill.quantity), sum((fill) => fill.notional)]
  const average = sum((fill) => fill.price * fill.quantity) / quantity
  const charges = chargeKinds.map((kind): readonly [ChargeKind, bigint] => [kind, sum((fill) => fill.charges[kind] ?? 0n)])
  const charged = charges.reduce((total, [, of]) => total + of, 0n)
  const realised = fills.some((fill) => fill.realised !== null) ? sum((fill) => fill.realised ?? 0n) : null
  return {
    orderNo: order.number,
    tradeDate: last?.tradeDate ?? '',
    settlementDate: last?.settlementDate ?? '',
    direction: directionOfSide[order.side],
    quantity: formatScaled(quantity),
    average: formatScaled(average, decimalsAt(instrument, average)),
    executions: fills.map((fill) => ({
      tradeTimestamp: fill.at,
      price: formatPrice(instrument, fill.price),
      quantity: formatScaled(fill.quantity),
      amount: money(fill.notional),
      sequence: fill.sequence,
    })),
    amount: money(amount),
    charges: charges.flatMap(([kind, of]) => (of === 0n ? [] : [{ kind, amount: money(of) }])),
    total: order.margin === null ? money(order.side === 'buy' ? amount + charged : amount - charged) : null,
    realised: realised === null ? null : money(realised),
  }
}
