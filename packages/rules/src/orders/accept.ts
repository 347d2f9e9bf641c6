import { ratesIn } from '../fees/versions.ts'
import { formatScaled, greatest, least } from '../decimal.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import type { Side } from '../side.ts'
import { collarOfAmount } from '../fractions/by-amount.ts'
import { checkFraction, fractionTermsOf, isFraction } from '../fractions/fraction.ts'
import type { CloseOnly } from '../instruments/close-only.ts'
import { type Instrument, tickAt } from '../instruments/instrument.ts'
import { formatPrice, isOddLot, largestLeverageOf, marketTermsOf, tradedTermsOf } from '../instruments/terms.ts'
import type { MarketTerms, SettlementName } from '../markets/market.ts'
import { STALE_AFTER_MS } from '../markets/stale.ts'
import { securityAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { type EntryDraft, transfer } from '../ledger/entry.ts'
import { formatMinor, notional } from '../money.ts'
import type { LotChoice } from '../positions/lots.ts'
import type { Position } from '../positions/position.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import { isSuitable } from '../suitability/standing.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { checkConditions, isTakenFor, stopOf } from './conditions.ts'
import { withSecondLeg } from './pair.ts'
import { type PricedHold, checkHoldings, priceHold } from './hold.ts'
import { type MarketFacts, bandFor, isInsideBand, isOnTick, mayLieAt, toTick, worstMarketPrice } from './limits.ts'
import {
  type BlockTerms,
  type Order,
  type OrderOrigin,
  type OrderType,
  PLAIN,
  type RobotOrder,
  type TimeInForce,
  hasLimit,
  hasStop,
  isOpening,
} from './order.ts'
import { triggerPriceOf, worstBeforeTrigger } from './stops.ts'
import { positionKind } from '../positions/records.ts'
import { orderKind } from './records.ts'

/** A customer's order request. Prices and quantities in units of 10^-8. */
export type OrderRequest = Readonly<{
  id: string
  number: string
  instrumentId: string
  wallet: WalletType
  side: Side
  type: OrderType
  timeInForce: TimeInForce
  limitPrice: bigint | null
  quantity: bigint
  /** The amount of money in minor units that the quantity was worked out from (`docs/rules/fractions.md` P.5); null for one in shares. */
  amount?: bigint | null
  /** Only the conditions the order has: a stop, a trail in percent, exits for what it opens, or a stop beside a limit that closes. */
  stopPrice?: bigint | null
  trailPercent?: bigint | null
  takeProfit?: bigint | null
  stopLoss?: bigint | null
  /** The name of the second order of a request for two: a limit that closes, with a stop for the same quantity. */
  second?: Readonly<{ id: string; number: string }>
  /** The order this is a part of, and how it is to settle where the market leaves a choice. */
  splitFrom?: string | null
  settlement?: SettlementName | null
  /** The terms of a block; the block desk executes it. */
  block?: BlockTerms | null
  /** Set for the order of a plan. */
  origin?: OrderOrigin | null
  /** The robot that gives it. */
  robot?: RobotOrder | null
  /** The collateral that it sells. */
  pledgeId?: string | null
  /** The lots to sell first; null for the oldest. */
  lots?: LotChoice | null
  /** The version of the commissions that its customer was shown; null pays by the one that holds. */
  feesSeen?: number | null
  /** The worst price of an order at market that its customer was shown, which holds though the market has moved; null takes the one of now. */
  worstSeen?: bigint | null
  /** The multiple of its margin the order is worth; 1 is paid in full. */
  leverage: number
  /** Its effect on positions on margin; null where shares are bought and sold in full. */
  margin: MarginAction | null
}>

/** An opening order brings the id of the position it makes, a closing one names the position it ends. */
export type MarginAction = Readonly<{ action: 'open' | 'close'; positionId: string }>

/** The state of the market and of the brokerage at the moment of the decision. */
export type OrderTerms = Readonly<{
  instrument: Instrument | null
  market: MarketFacts | null
  /** The time of the market's last update. */
  marketAt: Instant
  /** True when orders match now; otherwise they wait for the next session. */
  matching: boolean
  /** True in the hours before and after the regular session, in which only orders for extended hours match. */
  extended?: boolean
  halted: boolean
  /** Set while nothing new may be taken on in it. */
  closeOnly?: CloseOnly | null
  tradeDate: CalendarDate
  /** The last trade date of a DAY order (today, or the next session's) and of a GTC order. */
  dayOrderEnds: CalendarDate
  goodTillCancelledEnds: CalendarDate
  fees: FeeSchedule
  /** False on a day that trades and does not settle. */
  settles?: boolean
  /** Identity is required to trade here, and this customer's is missing. */
  identityMissing: boolean
  /** An institution without the permission to trade. */
  permissionMissing?: boolean
  /** True where an order takes nothing more on, or is only costed: the questions of suitability are not asked for it. */
  suitabilityWaived?: boolean
}>

const MAX_OPEN_ORDERS = 200

export type Accepted = Readonly<{ order: Order; outcome: Outcome }>

/** Accepts or refuses an order. The checks run in the documented order and the first one that fails wins (`docs/rules/orders.md` A.5). */
export function acceptOrder(state: AccountState, request: OrderRequest, terms: OrderTerms, now: Instant): Result<Accepted> {
  const checked = checkOrder(state, request, terms, now)
  if (!checked.ok) return checked
  const { worstPrice, stopPrice } = checked.value
  const priced = priceHold(request, worstPrice, terms)
  const accepted = acceptHeld(state, { ...request, stopPrice }, { ...terms, market: checked.value.market }, worstPrice, priced, now)
  return request.side === 'buy' ? accepted : withSecondLeg(accepted, request, checked.value.instrument)
}

/** Accepts a request that was checked already, and holds what it may use of money or of shares. */
export function acceptHeld(
  state: AccountState,
  request: OrderRequest,
  terms: OrderTerms,
  worstPrice: bigint,
  priced: PricedHold,
  now: Instant,
): Result<Accepted> {
  const order = newOrder(state, request, terms, worstPrice, priced, now)
  return request.side === 'buy' ? acceptPurchase(state, order, priced, terms) : acceptSale(state, order, terms)
}

type Checked = Readonly<{
  instrument: Instrument
  market: MarketFacts
  /** The stop now, worked out for a trailing one; null without a stop. */
  stopPrice: bigint | null
  worstPrice: bigint
}>

/** Everything but money and holdings. */
export function checkOrder(state: AccountState, request: OrderRequest, terms: OrderTerms, now: Instant): Result<Checked> {
  if (state.frozen && isOpening(request)) return refuse('account.frozen')
  if (terms.identityMissing && isOpening(request)) return refuse('kyc.required')
  if (terms.permissionMissing === true && isOpening(request)) return refuse('permission.required')
  if (lacksSuitability(state, request, terms, now)) return refuse('suitability.required')
  const { instrument, market } = terms
  // An instrument on margin is never bought in full, and shares are never bought on margin.
  if (instrument === null || (instrument.contract === null) !== (request.margin === null))
    return refuse('instrument.unknown', { field: 'stockCode' })
  if (instrument.quoteOnly) return refuse('instrument.quote_only')
  if (!terms.matching && (request.timeInForce === 'IOC' || request.timeInForce === 'FOK')) return refuse('market.closed')
  if (terms.halted) return refuse('instrument.halted')
  // A part of a share waits for no session (`docs/rules/fractions.md` P.5).
  if (!terms.matching && isFraction(instrument, request.quantity)) return refuse('market.closed')
  if ((terms.closeOnly ?? null) !== null && isOpening(request)) return refuse('instrument.close_only')
  const wrong =
    checkQuantity(state, instrument, request, market) ??
    checkPrice(instrument, request, market) ??
    checkConditions(instrument, request, market) ??
    checkOffered(instrument, request, terms) ??
    checkRisk(state, instrument, request, market)
  if (wrong !== null) return wrong
  if (market === null || market.last === 0n) return refuse('quote.stale')
  if (request.type === 'market' && terms.matching && now - terms.marketAt > STALE_AFTER_MS)
    return refuse('quote.stale', { ageMs: now - terms.marketAt })
  const stopPrice = stopOf(instrument, request, market)
  return ok({ instrument, market, stopPrice, worstPrice: worstPriceOf(instrument, request, market, stopPrice) })
}

/** What opens or adds to a position on margin needs the questions passed, whatever its leverage (`docs/rules/suitability.md` P.8). */
const lacksSuitability = (state: AccountState, request: OrderRequest, { suitabilityWaived = false }: OrderTerms, now: Instant): boolean =>
  request.margin !== null && isOpening(request) && !suitabilityWaived && !isSuitable(state, now)

function worstPriceOf(instrument: Instrument, request: OrderRequest, market: MarketFacts, stop: bigint | null): bigint {
  const { side, limitPrice, amount = null } = request
  if (limitPrice !== null) return limitPrice
  if (amount !== null) return collarOfAmount(instrument, market)
  return stop === null ? worstAtMarket(instrument, request, market) : worstBeforeTrigger(instrument, side, stop)
}

/** The worst price of now, or the one that was shown where that is better for the customer. */
function worstAtMarket(instrument: Instrument, { side, worstSeen = null }: OrderRequest, market: MarketFacts): bigint {
  const worst = worstMarketPrice(instrument, side, market)
  if (worstSeen === null) return worst
  return side === 'buy' ? least(worst, toTick(instrument, worstSeen, 'FLOOR')) : greatest(worst, toTick(instrument, worstSeen, 'CEIL'))
}

function checkQuantity(state: AccountState, instrument: Instrument, request: OrderRequest, market: MarketFacts | null): Refusal | null {
  const { quantity } = request
  const fractions = quantity % instrument.step === 0n ? null : fractionTermsOf(instrument)
  if (fractions !== null) {
    const free = positionKind.of(state).get(instrument.id)?.free ?? 0n
    return checkFraction(instrument, fractions, { ...request, free }, market?.last ?? 0n)
  }
  if (quantity < instrument.minimumQuantity)
    return refuse('quantity.below_minimum', { num: formatScaled(instrument.minimumQuantity), field: 'quantity' })
  if (quantity % instrument.step !== 0n) return refuse('quantity.step', { step: formatScaled(instrument.step), field: 'quantity' })
  return null
}

function checkPrice(instrument: Instrument, request: OrderRequest, market: MarketFacts | null): Refusal | null {
  if (!hasLimit(request.type)) return null
  if (request.limitPrice === null) return refuse('parameter.missing', { field: 'price' })
  if (!mayLieAt(instrument, request.limitPrice)) return refuse('parameter.invalid', { field: 'price' })
  if (!isOnTick(instrument, request.limitPrice))
    return refuse('price.tick', { tick: formatScaled(tickAt(instrument, request.limitPrice)), field: 'price' })
  if (market === null) return null
  const band = bandFor(instrument, request.side, market)
  if (isInsideBand(band, request.limitPrice)) return null
  const show = (price: bigint | null): string | null => (price === null ? null : formatPrice(instrument, price))
  return refuse('price.outside_band', { field: 'price', low: show(band.low), high: show(band.high) })
}

/** The market takes this type, this validity and this leverage; the odd-lot book takes less, and so do parts of shares. */
function checkOffered(
  instrument: Instrument,
  { type, timeInForce, leverage, quantity, settlement = null, ...exits }: OrderRequest,
  { settles = true }: OrderTerms,
): Refusal | null {
  const terms = marketTermsOf(instrument.market)
  if (terms === null) return refuse('instrument.quote_only')
  const { orderTypes, timesInForce } = offeredFor(instrument, quantity, terms)
  if (!orderTypes.includes(type)) return refuse('order.type_unsupported', { field: 'orderType' })
  // A market without stops has no exits either: one of the two is a stop.
  const exit = (['takeProfit', 'stopLoss'] as const).find((field) => (exits[field] ?? null) !== null)
  if (exit !== undefined && !orderTypes.includes('stop')) return refuse('order.type_unsupported', { field: exit })
  if (!timesInForce.includes(timeInForce) || !isTakenFor(type, timeInForce)) return refuse('order.type_unsupported', { field: 'tif' })
  const refused = checkSettlement(terms, settlement, settles)
  if (refused !== null) return refused
  const most = largestLeverageOf(instrument)
  if (leverage > most) return refuse('order.leverage', { field: 'leverage', most })
  return null
}

/** What an order of this size may be. */
function offeredFor(instrument: Instrument, quantity: bigint, terms: MarketTerms): Pick<MarketTerms, 'orderTypes' | 'timesInForce'> {
  if (terms.lots.odd !== null && isOddLot(instrument, quantity)) return terms.lots.odd
  return terms.fractions !== undefined && isFraction(instrument, quantity) ? terms.fractions : terms
}

/** The market settles this way, and settles at all on a day on which the trade has to (`docs/rules/argentina.md` B.2). */
function checkSettlement(terms: MarketTerms, settlement: SettlementName | null, settles: boolean): Refusal | null {
  if (settlement === null) return null
  const offered = terms.settlements.find(({ name }) => name === settlement)
  if (offered !== undefined && (settles || offered.days > 0)) return null
  return refuse('order.type_unsupported', { field: 'settle' })
}

function checkRisk(state: AccountState, instrument: Instrument, request: OrderRequest, market: MarketFacts | null): Refusal | null {
  const price = request.limitPrice ?? request.stopPrice ?? market?.last ?? 0n
  const most = tradedTermsOf(instrument.market).largestOrder
  const { currency } = instrument
  if (most.kind === 'worth' && notional(price, request.quantity, currency, 'CEIL') > most.minor)
    return refuse('order.risk_limit', { limit: formatMinor(most.minor, currency), unit: currency })
  if (most.kind === 'quantity' && request.quantity > most.quantity)
    return refuse('order.risk_limit', { limit: formatScaled(most.quantity), unit: unitOf(instrument) })
  const ends = request.margin?.action === 'close' || (request.pledgeId ?? null) !== null
  if (state.openOrders >= MAX_OPEN_ORDERS && !ends) return refuse('order.risk_limit', { limit: MAX_OPEN_ORDERS, unit: 'orders' })
  return null
}

/** The unit of its quantity. */
const unitOf = ({ contract }: Instrument): 'lots' | 'contracts' | 'shares' =>
  contract === null ? 'shares' : contract.kind === 'pair' ? 'lots' : 'contracts'

/** A new order; the amount held for it is in `priced`. */
export function newOrder(
  state: AccountState,
  request: OrderRequest,
  terms: OrderTerms,
  worstPrice: bigint,
  priced: PricedHold,
  now: Instant,
): Order {
  const { id, number, instrumentId, wallet, side, type, timeInForce, limitPrice, quantity } = request
  const [buys, opens] = [side === 'buy', isOpening(request)]
  const rates = terms.instrument === null ? null : ratesIn(terms.fees, terms.instrument.market)
  const hold = priced.notional + priced.charges
  return {
    ...PLAIN,
    id,
    number,
    instrumentId,
    wallet,
    side,
    type,
    timeInForce,
    limitPrice,
    quantity,
    stopPrice: request.stopPrice ?? null,
    splitFrom: request.splitFrom ?? null,
    settlement: request.settlement ?? null,
    block: request.block ?? null,
    origin: request.origin ?? null,
    robot: request.robot ?? null,
    pledgeId: request.pledgeId ?? null,
    lots: request.lots ?? null,
    feeVersion: rates?.version ?? PLAIN.feeVersion,
    feeStep: rates?.step ?? PLAIN.feeStep,
    trailPercent: type === 'trailing' ? (request.trailPercent ?? null) : null,
    trailBest: type === 'trailing' ? bestAtStart(terms) : null,
    takeProfit: opens ? (request.takeProfit ?? null) : null,
    stopLoss: opens ? (request.stopLoss ?? null) : null,
    accountId: state.accountId,
    margin: null,
    worstPrice,
    filledQuantity: 0n,
    filledValue: 0n,
    filledNotional: 0n,
    charged: {},
    holdAtStart: buys ? hold : quantity,
    heldCash: buys ? hold : 0n,
    heldQuantity: buys ? 0n : quantity,
    status: statusAtStart(request, terms),
    endReason: null,
    lastTradeDate: timeInForce === 'GTC' ? terms.goodTillCancelledEnds : terms.dayOrderEnds,
    venueSequence: 0,
    acceptedAt: now,
    changedAt: now,
  }
}

const bestAtStart = ({ instrument, market }: OrderTerms): bigint | null =>
  instrument === null || market === null ? null : triggerPriceOf(instrument, market)

function statusAtStart({ type, timeInForce }: OrderRequest, { matching, extended = false }: OrderTerms): Order['status'] {
  if (hasStop(type)) return 'held'
  return matching || (extended && timeInForce === 'EXT') ? 'working' : 'queued'
}

function acceptPurchase(state: AccountState, order: Order, priced: PricedHold, terms: OrderTerms): Result<Accepted> {
  const { currency } = terms.fees
  const available = walletOf(state, order.wallet).cash
  if (available < order.heldCash) {
    const missing = priced.notional + priced.charges - available
    return refuse('wallet.insufficient', {
      need: formatMinor(order.heldCash, currency),
      available: formatMinor(available, currency),
      missing: formatMinor(missing, currency),
    })
  }
  const lines = transfer({
    from: walletAccount(order.wallet, 'CASH'),
    to: walletAccount(order.wallet, 'HOLD'),
    asset: currency,
    amount: order.heldCash,
  })
  return ok({ order, outcome: { entries: [holdEntry(order, lines, terms.tradeDate)], records: orderKind.changed(order) } })
}

function acceptSale(state: AccountState, order: Order, terms: OrderTerms): Result<Accepted> {
  const position = positionKind.of(state).get(order.instrumentId) ?? null
  const short = checkHoldings(position, order.quantity)
  if (short !== null || position === null) return short ?? refuse('position.insufficient', { available: '0' })
  const lines = transfer({
    from: securityAccount('SEC', order.instrumentId),
    to: securityAccount('SECHOLD', order.instrumentId),
    asset: order.instrumentId,
    amount: order.quantity,
  })
  const held: Position = {
    ...position,
    free: position.free - order.quantity,
    held: position.held + order.quantity,
    changedAt: order.acceptedAt,
  }
  return ok({
    order,
    outcome: { entries: [holdEntry(order, lines, terms.tradeDate)], records: [...orderKind.changed(order), ...positionKind.changed(held)] },
  })
}

const HOLD_STEP = 0
const holdEntry = (order: Order, lines: EntryDraft['lines'], valueDate: CalendarDate): EntryDraft => ({
  journal: 'J30',
  cause: { kind: 'order', id: order.id, step: HOLD_STEP },
  lines,
  valueDate,
})
