import { addDays } from '@rueda/rules/calendar-date.ts'
import { feesOfOrder } from '@rueda/rules/blocks/fees.ts'
import type { FeeSchedule } from '@rueda/rules/fees/schedule.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { feesOf } from '@rueda/rules/instruments/terms.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import type { MarginTerms } from '@rueda/rules/margin/accept.ts'
import { closeOnlyOf } from '@rueda/rules/markets/trading-halt.ts'
import type { OrderTerms } from '@rueda/rules/orders/accept.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Settings } from '../../config.ts'
import type { Caller } from '../../http/handler.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'

/** A GTC order works for ninety calendar days (`docs/rules/codes.md` 0.6). */
export const GOOD_TILL_CANCELLED_DAYS = 90

/** For an instrument that cannot be ordered; the order is refused before they matter. */
const NO_FEES: FeeSchedule = { currency: 'USD', rules: [] }

/** Checks a customer has not passed yet and needs before opening anything; selling and closing require none of them. */
export type Missing = Pick<OrderTerms, 'identityMissing' | 'permissionMissing'>

export const missingOf = (
  { settings }: Readonly<{ settings: Pick<Settings, 'KYC_FOR_TRADING'> }>,
  { isIdentified, lacksTrading }: Pick<Caller, 'isIdentified' | 'lacksTrading'>,
): Missing => ({ identityMissing: settings.KYC_FOR_TRADING && !isIdentified, permissionMissing: lacksTrading })

/** For orders that only reduce, and for the brokerage's own actions. */
export const NOTHING_MISSING: Missing = { identityMissing: false }

/**
 * Reads the market once for each command and moment of deciding. A batch that is written again is decided at the moment of the first time, and
 * on the same quote: the venue has executed its orders as they were decided then.
 */
export function oncePerMoment<Command extends object, Value>(): (command: Command, now: Instant, read: () => Value) => Value {
  const known = new WeakMap<Command, Readonly<{ now: Instant; value: Value }>>()
  return (command, now, read) => {
    const last = known.get(command)
    if (last?.now === now) return last.value
    const value = read()
    known.set(command, { now, value })
    return value
  }
}

type Priced = Pick<App, 'venue' | 'fees'>
type Asked = Readonly<{
  instrumentId: string
  quantity: bigint
  /** Whose volume decides the commission; null for nobody's. */
  accountId: string | null
  feesSeen?: number | null
}>

/** Refuses a request whose customer was shown rates that hold no more. */
export const feesPassed = ({ fees }: Pick<App, 'fees'>, { feesSeen = null }: Pick<Asked, 'feesSeen'>, now: Instant): Refusal | null =>
  fees.isPassed(feesSeen, now) ? refuse('order.fees_changed') : null

/** The market at this moment, as the rules of accepting an order need it. */
export function orderTerms(
  { venue, fees }: Priced,
  { instrumentId, quantity, accountId, feesSeen }: Asked,
  missing: Missing,
  now: Instant,
): OrderTerms {
  const instrument = venue.instruments.get(instrumentId) ?? null
  const market: MarketName = instrument?.market ?? HOUSE_MARKET
  const quote = venue.quote(instrumentId)
  const halt = venue.halt(instrumentId)
  const session = venue.session(market)
  const isOver = now >= (session.dayOrdersEndAt ?? session.closesAt)
  return {
    instrument,
    market: quote,
    marketAt: venue.freshAt(instrumentId),
    matching: session.matching,
    extended: session.phase === 'PRE' || session.phase === 'POST',
    // Between the first price in new shares and the last holding converted, an order would mean neither.
    halted: quote?.phase === 'HALT' || venue.isSplitting(instrumentId) || halt?.kind === 'halt',
    closeOnly: halt?.kind === 'closeOnly' ? closeOnlyOf(halt) : (quote?.closeOnly ?? null),
    tradeDate: session.tradeDate,
    // After its last session of the day a DAY order belongs to the next trading date.
    dayOrderEnds: (isOver ? venue.nextTradingDate(market, session.tradeDate) : null) ?? session.tradeDate,
    goodTillCancelledEnds: addDays(session.tradeDate, GOOD_TILL_CANCELLED_DAYS),
    fees:
      instrument === null || instrument.quoteOnly
        ? NO_FEES
        : feesOf(instrument, quantity, fees.rates({ market, accountId, feesSeen }, now)),
    settles: venue.settlementDate(market, addDays(session.tradeDate, -1), 1) === session.tradeDate,
    ...missing,
  }
}

/** The same for a change of an order, which keeps the rates it was accepted under. */
export function amendTerms(
  app: Priced,
  state: AccountState,
  orderId: string,
  asked: Pick<Asked, 'instrumentId' | 'quantity'>,
  missing: Missing,
  now: Instant,
): MarginTerms {
  const terms = marginTerms(app, { ...asked, accountId: null }, missing, now)
  const order = orderKind.of(state).get(orderId)
  const { instrument } = terms
  if (order === undefined || instrument === null || instrument.quoteOnly) return terms
  const rates = app.fees.ratesOf(instrument.market, order)
  return { ...terms, fees: feesOfOrder(instrument, { ...order, quantity: asked.quantity }, rates) }
}

/** The same for an order on margin, with what a dollar is worth in the instrument's currency. */
export function marginTerms(app: Priced, asked: Asked, missing: Missing, now: Instant): MarginTerms {
  const terms = orderTerms(app, asked, missing, now)
  return { ...terms, rate: terms.instrument === null ? null : dollarRateOf(app.venue, terms.instrument.currency) }
}
