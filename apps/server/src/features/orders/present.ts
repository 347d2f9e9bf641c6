import {
  BLOCK_SOURCE,
  codeOfOrderStatus,
  codeOfTimeInForce,
  codeOfType,
  directionOfSide,
  sourceOfMarket,
  subStatusOfOrder,
} from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { OwnFill } from '@rueda/contract/order-history.ts'
import type { OrderRow, orders } from '@rueda/contract/orders.ts'
import type { Session } from '@rueda/exchange/venue.ts'
import { feesOfOrder } from '@rueda/rules/blocks/fees.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { chargedTotal, chargesOn, totalOf } from '@rueda/rules/fees/schedule.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice, isOddLot, settlementOf } from '@rueda/rules/instruments/terms.ts'
import { formatMinor, notional } from '@rueda/rules/money.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { bandFor, edgeBefore } from '@rueda/rules/orders/limits.ts'
import { type Order, averagePriceOf, isWorking } from '@rueda/rules/orders/order.ts'
import { wholeOf } from '@rueda/rules/orders/split-lots.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { VenueClient } from '../../venue/client.ts'
import { oddLotCallsOf } from '../../venue/odd-lot-calls.ts'
import { presentTimeline } from './timeline.ts'

/** The only place where an order becomes JSON. */
const instrumentOf = (venue: VenueClient, instrumentId: string): Instrument => {
  const instrument = venue.instruments.get(instrumentId)
  if (instrument === undefined) throw new Error(`order in an instrument the venue does not know: ${instrumentId}`)
  return instrument
}

/** "NO_LIQUIDITY" when the venue gave the order up, otherwise the state in words. */
const subStatusOf = (order: Order): string => {
  const givenUp = order.status === 'cancelled' && order.endReason !== null && order.endReason !== 'CANCELLED'
  return givenUp ? (order.endReason ?? 'CANCELLED') : subStatusOfOrder[order.status]
}

/** The accepted order, or the two orders that one request was split into. */
export function presentResult(
  { venue, fees }: Pick<App, 'venue' | 'fees'>,
  parts: readonly Order[],
  askedId: string,
): DataOf<typeof orders.create> {
  const order = wholeOf(parts, askedId)
  const instrument = instrumentOf(venue, order.instrumentId)
  const average = averagePriceOf(order)
  const currency = currencyOf(instrument, order)
  return {
    orderId: order.id,
    orderNo: order.number,
    ...(parts.length > 1
      ? { parts: parts.map(({ id, number, quantity }) => ({ orderId: id, orderNo: number, quantity: formatScaled(quantity) })) }
      : {}),
    status: codeOfOrderStatus[order.status],
    subStatus: subStatusOf(order),
    filledQuantity: formatScaled(order.filledQuantity),
    avgPrice: average === null ? null : formatAverage(instrument, average),
    holdAmount: holdsMoney(order) ? formatMinor(order.holdAtStart, currency) : formatScaled(order.holdAtStart),
    handlingFee: formatMinor(
      parts.reduce((sum, part) => sum + expectedCharges(instrument, part, fees), 0n),
      currency,
    ),
    currency,
    createTimeTimestamp: order.acceptedAt,
    venue: venue.label,
  }
}

/** Orders on margin cost dollars whatever their prices are in. */
const currencyOf = (instrument: Instrument, { margin }: Order): Instrument['currency'] => (margin === null ? instrument.currency : 'USD')
/** A purchase and an opening order hold money, a sale and a closing order a quantity. */
const holdsMoney = ({ side, margin }: Order): boolean => (margin === null ? side === 'buy' : margin.action === 'open')

/** Charges so far, or for an order without fills what they would be at its worst price. */
function expectedCharges(instrument: Instrument, order: Order, book: App['fees']): bigint {
  if (order.filledQuantity > 0n) return chargedTotal(order.charged)
  const fees = feesOfOrder(instrument, order, book.ratesOf(instrument.market, order))
  const traded = notional(order.worstPrice, order.quantity, instrument.currency, 'HALF_UP')
  return totalOf(chargesOn(fees, { side: order.side, notional: traded, quantity: order.quantity, tradeDate: order.lastTradeDate }))
}

/** Events of an order and of the orders it was split into: only read for the page of a single order. */
type History = Readonly<{ fills: readonly Fill[]; events: readonly OrderEvent[]; parts: readonly Order[] }>

export function presentOrder(venue: VenueClient, order: Order, history?: History): OrderRow {
  const instrument = instrumentOf(venue, order.instrumentId)
  const currency = currencyOf(instrument, order)
  const average = averagePriceOf(order)
  const { COMMISSION = 0n } = order.charged
  return {
    id: order.id,
    orderNo: order.number,
    name: instrument.name,
    stockCode: instrument.code,
    market: instrument.market,
    source: order.block === null ? sourceOfMarket[instrument.market] : BLOCK_SOURCE,
    direction: directionOfSide[order.side],
    action: holdsMoney(order) ? 0 : 1,
    orderType: codeOfType[order.type],
    tif: codeOfTimeInForce[order.timeInForce],
    price: order.limitPrice === null ? null : formatPrice(instrument, order.limitPrice),
    stopPrice: order.stopPrice === null ? null : formatPrice(instrument, order.stopPrice),
    trailPercent: order.trailPercent === null ? null : formatScaled(order.trailPercent),
    takeProfit: order.takeProfit === null ? null : formatPrice(instrument, order.takeProfit),
    stopLoss: order.stopLoss === null ? null : formatPrice(instrument, order.stopLoss),
    siblingId: order.siblingId,
    parentId: order.parentId,
    splitFrom: order.splitFrom,
    rentalId: order.robot?.rentalId ?? null,
    lotMethod: order.side === 'buy' || order.margin !== null ? null : (order.lots?.method ?? 'FIFO'),
    lots: [...(order.lots?.chosen ?? [])],
    origin: order.pledgeId === null ? order.origin : 'loan',
    settle: order.settlement ?? settlementOf(instrument, null).name,
    quantity: formatScaled(order.quantity),
    filledQuantity: formatScaled(order.filledQuantity),
    avgPrice: average === null ? null : formatAverage(instrument, average),
    amount: formatMinor(order.filledNotional, currency),
    holdAmount: holdsMoney(order) ? formatMinor(order.heldCash, currency) : formatScaled(order.heldQuantity),
    handlingFee: formatMinor(COMMISSION, currency),
    tax: formatMinor(chargedTotal(order.charged) - COMMISSION, currency),
    leverage: order.margin?.leverage ?? 1,
    positionId: order.margin?.positionId ?? null,
    status: codeOfOrderStatus[order.status],
    subStatus: subStatusOf(order),
    ...(order.endReason === null ? {} : { reason: order.endReason }),
    currency,
    decimals: decimalsAt(instrument, order.worstPrice),
    localLogoUrl: `/logos/${instrument.market}/${instrument.code}.svg`,
    createTimeTimestamp: order.acceptedAt,
    modifyTimeTimestamp: order.changedAt,
    expireDate: order.block !== null || order.timeInForce === 'IOC' || order.timeInForce === 'FOK' ? null : order.lastTradeDate,
    cancellable: isWorking(order) ? 1 : 0,
    oddLots: waitsForCalls(instrument, history?.parts ?? [order]) ? oddLotCallsOf(venue, instrument) : null,
    closingPriceTimestamp: isWorking(order) ? closingPriceAt(venue.session(instrument.market), order) : null,
    beyondLimit: beyondLimitOf(venue, instrument, order),
    ...(history === undefined
      ? {}
      : {
          fills: history.fills.map((fill) => presentFill(instrument, currency, fill)),
          timeline: presentTimeline(instrument, order, history),
        }),
    venue: venue.label,
  }
}

/** An order accepted after the close trades once more on the same day, at this time; null for any other. */
const closingPriceAt = ({ tradeDate, closesAt, dayOrdersEndAt }: Session, { acceptedAt, lastTradeDate }: Order): Instant | null =>
  acceptedAt >= closesAt && lastTradeDate === tradeDate ? (dayOrdersEndAt ?? null) : null

/** An order that a stop still holds is not at its limit yet. */
function beyondLimitOf(venue: Pick<VenueClient, 'quote'>, instrument: Instrument, order: Order): string | null {
  const { limitPrice, side, status } = order
  const quote = isWorking(order) && status !== 'held' && limitPrice !== null ? venue.quote(instrument.id) : null
  const edge = quote === null || limitPrice === null ? null : edgeBefore(bandFor(instrument, side, quote), side, limitPrice)
  return edge === null ? null : formatPrice(instrument, edge)
}

/** True when all open parts stand in the odd-lot book. */
function waitsForCalls(instrument: Instrument, parts: readonly Order[]): boolean {
  const open = parts.filter(isWorking)
  return open.length > 0 && open.every(({ quantity }) => isOddLot(instrument, quantity))
}

const presentFill = (instrument: Instrument, currency: Instrument['currency'], fill: Fill): NonNullable<OrderRow['fills']>[number] => ({
  price: formatPrice(instrument, fill.price),
  quantity: formatScaled(fill.quantity),
  amount: formatMinor(fill.notional, currency),
  fee: formatMinor(chargedTotal(fill.charges), currency),
  sequence: fill.sequence,
  tradeTimestamp: fill.at,
  instrument: instrument.id,
  tradeDate: fill.tradeDate,
  isResting: fill.resting ? 1 : 0,
})

/** An execution for a chart, which knows the instrument already. */
export const presentOwnFill = (instrument: Instrument, { orderId, side, price, quantity, sequence, at }: Fill): OwnFill => ({
  orderId,
  direction: directionOfSide[side],
  price: formatPrice(instrument, price),
  quantity: formatScaled(quantity),
  sequence,
  tradeTimestamp: at,
})

/** At least the tick's decimals, at most eight, no zeros past the tick's. */
const formatAverage = (instrument: Instrument, average: bigint): string => formatScaled(average, decimalsAt(instrument, average))
