import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { type Charge, totalOf, validRules } from '@rueda/rules/fees/schedule.ts'
import { ratesIn } from '@rueda/rules/fees/versions.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { sizedByAmount } from '@rueda/rules/fractions/by-amount.ts'
import { formatPrice, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import { type Money, formatMinor, money, notional } from '@rueda/rules/money.ts'
import type { OrderRequest, OrderTerms } from '@rueda/rules/orders/accept.ts'
import { checkHoldings, priceHold } from '@rueda/rules/orders/hold.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import { breakEvenPrice } from '@rueda/rules/orders/break-even.ts'
import { type MarketFacts, spreadCost } from '@rueda/rules/orders/limits.ts'
import { chargesInLots, checkInLots, holdInLots } from '@rueda/rules/orders/split-lots.ts'
import { type Position, boughtOn, sellFrom } from '@rueda/rules/positions/position.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { proposedSources } from '../transfers/bring.ts'
import { type ParsedOrder, fractionsOff } from './place.ts'
import { fromDepthOf } from './from-depth.ts'
import { missingOf, orderTerms } from './terms.ts'
import { exitsIn } from './working.ts'
import { ordersWithPositions } from './reads.ts'
import { openPositionsIn } from '../positions/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'

type Preview = DataOf<typeof orders.preview>
/** A single order above this share of a usual day's volume may move the price. */
const LARGE_SHARE_OF_VOLUME = 10n

/** Computes the cost of an order placed now: the same checks and the same arithmetic, nothing changed. */
export async function previewOrder(app: App, caller: Caller, asked: ParsedOrder, closing: boolean): Promise<Result<Preview>> {
  const priced = await pricedOrder(app, caller, asked, closing)
  return priced.ok ? ok(present(app, priced.value)) : priced
}

/** What the preview says, before it becomes JSON: everything the order's figures are worked out from. */
export async function pricedOrder(app: App, caller: Caller, asked: ParsedOrder, closing: boolean): Promise<Result<PricedOrder>> {
  const now = app.clock.now()
  const terms = orderTerms(app, { ...asked, accountId: caller.accountId, feesSeen: null }, missingOf(app, caller), now)
  const sized = sizedByAmount(asked, terms)
  if (!sized.ok) return sized
  const off = fractionsOff(app, sized.value, terms.instrument)
  if (off !== null) return off
  const request: OrderRequest = { ...sized.value, id: '', number: '' }
  const state = await accountStateFor(app, caller.accountId, request, closing)
  const checked = checkInLots(state, request, terms, now)
  if (!checked.ok) return checked
  const { instrument, market, stopPrice, worstPrice } = checked.value
  const wouldFindNothing = request.type === 'market' && terms.matching && (request.side === 'buy' ? market.ask : market.bid) === 0n
  if (wouldFindNothing) return refuse('order.no_liquidity')
  const position = positionKind.of(state).get(request.instrumentId) ?? null
  const short = request.side === 'sell' ? checkHoldings(position, request.quantity) : null
  if (short !== null) return short
  const available = money(state.wallets.get(request.wallet)?.cash ?? 0n, terms.fees.currency)
  const hold =
    request.side === 'buy'
      ? holdInLots(instrument, ratesIn(terms.fees, instrument.market), request, { worstPrice, tradeDate: terms.tradeDate })
      : 0n
  const brought = proposedSources(app, state, {
    ...{ wallet: request.wallet, hold },
    mostHeld: asked.amount ?? (request.limitPrice === null ? null : hold),
  })
  const averageVolume = app.venue.facts(request.instrumentId)?.averageVolume30 ?? 0n
  const fromDepth = await fromDepthOf(app, request, { instrument, worstPrice, matching: terms.matching })
  const priced = { request, terms, instrument, market, stopPrice, worstPrice, position, available, hold, brought, averageVolume }
  return ok({ ...priced, fromDepth })
}

/** Closing a position ends its exits where it needs the shares they hold, so that these count as free. */
async function accountStateFor(
  app: App,
  accountId: string,
  { instrumentId, quantity }: OrderRequest,
  closing: boolean,
): Promise<AccountState> {
  const exits = closing ? await exitsIn(app.pool, accountId, instrumentId) : []
  const state = await readAccountState(app.pool, accountId, {
    wallets: walletTypes,
    records: [openPositionsIn([instrumentId]), ...ordersWithPositions(exits)],
  })
  if ((positionKind.of(state).get(instrumentId)?.free ?? 0n) >= quantity) return state
  return endExits(state, exits, valueDateOf(app.venue, instrumentId), app.clock.now()).state
}

export type PricedOrder = Readonly<{
  request: OrderRequest
  terms: OrderTerms
  instrument: Instrument
  market: MarketFacts
  stopPrice: bigint | null
  worstPrice: bigint
  position: Position | null
  available: Money
  hold: bigint
  brought: ReturnType<typeof proposedSources>
  averageVolume: bigint
  fromDepth: Awaited<ReturnType<typeof fromDepthOf>>
}>

/** The price it would most likely fill at: the other side's best or, later, its stop, but never worse than its own limit. */
export function likelyPrice({ request, market, stopPrice }: PricedOrder): bigint {
  if (stopPrice !== null) return request.limitPrice ?? stopPrice
  const best = (request.side === 'buy' ? market.ask : market.bid) || market.last
  if (request.limitPrice === null) return best
  return request.side === 'buy'
    ? best < request.limitPrice
      ? best
      : request.limitPrice
    : best > request.limitPrice
      ? best
      : request.limitPrice
}

function present(app: App, priced: PricedOrder): Preview {
  const { request, terms, instrument, market, worstPrice, available } = priced
  const { currency } = instrument
  const price = likelyPrice(priced)
  const amount = notional(price, request.quantity, currency, 'HALF_UP')
  const { side, quantity } = request
  const { tradeDate } = terms
  const boughtThatDay = priced.position === null ? 0n : boughtOn(priced.position, tradeDate)
  const charges = chargesInLots(instrument, ratesIn(terms.fees, instrument.market), { side, price, quantity, tradeDate, boughtThatDay })
  const fee = totalOf(charges)
  const total = request.side === 'buy' ? amount + fee : amount - fee
  const after = request.side === 'buy' ? available.minor - total : available.minor + total
  return {
    quantity: formatScaled(request.quantity),
    estPrice: formatPrice(instrument, price),
    worstPrice: formatPrice(instrument, worstPrice),
    estAmount: formatMinor(amount, currency),
    estFee: formatMinor(fee, currency),
    estCost: formatMinor(total, currency),
    spreadCost: formatMinor(notional(spreadCost(market, request), 100_000_000n, currency, 'HALF_UP'), currency),
    fromDepth: priced.fromDepth.shown,
    feeVersion: ratesIn(terms.fees, instrument.market).version,
    fees: charges.map((charge) => presentCharge(charge, terms, request, currency)),
    hold: request.side === 'buy' ? formatMinor(priced.hold, currency) : formatScaled(request.quantity),
    ...priced.brought,
    availableBefore: formatMinor(available.minor, currency),
    availableAfter: formatMinor(after, currency),
    breakEven:
      request.side === 'buy'
        ? formatPrice(
            instrument,
            breakEvenPrice({ instrument, quantity: request.quantity, cost: total, fees: terms.fees, tradeDate: terms.tradeDate }),
          )
        : null,
    estResult:
      request.side === 'sell' && priced.position !== null
        ? formatMinor(likelyResult(priced.position, request, amount, fee, tradeDate), currency)
        : null,
    stopPrice: priced.stopPrice === null ? null : formatPrice(instrument, priced.stopPrice),
    takeProfitResult: exitResult(priced, request.takeProfit, total),
    stopLossResult: exitResult(priced, request.stopLoss, total),
    walletType: marketTermsOf(instrument.market)?.wallet ?? 'STOCK',
    currency,
    queued: terms.matching ? 0 : 1,
    questionsFirst: 0,
    margin: null,
    maintMargin: null,
    liquidationPrice: null,
    liquidationPercent: null,
    worstLoss: null,
    closingFee: null,
    releasedMargin: null,
    swapPerNight: null,
    pipValue: null,
    spreadPips: null,
    usualSpreadPips: null,
    warnings: [...(isLarge(priced) ? ['LARGE_ORDER'] : []), ...priced.fromDepth.warnings],
    quoteTimestamp: terms.marketAt,
    venue: app.venue.label,
  }
}

const isLarge = ({ request, averageVolume }: PricedOrder): boolean =>
  averageVolume > 0n && request.quantity * LARGE_SHARE_OF_VOLUME > averageVolume

/** Result of selling everything at an exit's price, less the cost of the purchase; null without that exit. */
function exitResult({ request, terms, instrument }: PricedOrder, price: bigint | null | undefined, cost: bigint): string | null {
  if (request.side !== 'buy' || price === null || price === undefined) return null
  const sale = priceHold({ side: 'sell', quantity: request.quantity }, price, terms)
  return formatMinor(sale.notional - sale.charges - cost, instrument.currency)
}

/** Realised result of a sale at the likely price. */
function likelyResult(position: Position, request: OrderRequest, amount: bigint, fee: bigint, tradeDate: CalendarDate): bigint {
  const held = { ...position, free: position.free - request.quantity, held: position.held + request.quantity }
  return sellFrom(held, { quantity: request.quantity, value: 0n, notional: amount, charges: fee, tradeDate }, 0).realised
}

function presentCharge(
  charge: Charge,
  terms: OrderTerms,
  request: OrderRequest,
  currency: Instrument['currency'],
): Preview['fees'][number] {
  const rule = validRules(terms.fees, { side: request.side, tradeDate: terms.tradeDate }).find(({ kind }) => kind === charge.kind)
  const PERCENT_DECIMALS = 6
  const rate =
    rule === undefined ? '' : rule.base === 'notional' ? `${formatDecimalTrimmed(rule.rate, PERCENT_DECIMALS)}%` : formatScaled(rule.rate)
  const isMinimum = rule !== undefined && rule.minimum !== null && charge.amount <= rule.minimum
  return { kind: charge.kind, amount: formatMinor(charge.amount, currency), rate, minimum: isMinimum ? 1 : 0 }
}

/** 30 000 units of 10^-8 are 0.03 percent. */
const formatDecimalTrimmed = (value: bigint, decimals: number): string =>
  formatDecimal(value, decimals).replace(/0+$/u, '').replace(/\.$/u, '')
