import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { SCALE, divide, formatScaled, greatest, least, percentText } from '@rueda/rules/decimal.ts'
import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import { type PricedOpening, checkClosing, checkMarginOrder, priceOpening } from '@rueda/rules/margin/accept.ts'
import { marginBreakEven } from '@rueda/rules/margin/break-even.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { liquidationPrice } from '@rueda/rules/margin/liquidation-price.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type Requirement, requirementOf, valueOf } from '@rueda/rules/margin/requirement.ts'
import { nightOf } from '@rueda/rules/margin/rollover.ts'
import { type MarginInstrument, markOf, resultAt } from '@rueda/rules/margin/valuation.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { availableQuantityOf, shareOf } from '@rueda/rules/margin/position.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { type MarketFacts, spreadCost } from '@rueda/rules/orders/limits.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { ratesIn } from '@rueda/rules/fees/versions.ts'
import { isSuitable } from '@rueda/rules/suitability/standing.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { withExposure, exposureTerms } from '../wallets/exposure.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { proposedSources } from '../transfers/bring.ts'
import type { ParsedMarginOrder } from './place-margin.ts'
import { fromDepthOf } from './from-depth.ts'
import { marginTerms, missingOf } from './terms.ts'
import { exitsOf } from './working.ts'
import { ordersWithPositions } from './reads.ts'
import { marginPositionsById } from '../positions/margin-records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

type Preview = DataOf<typeof orders.preview>

/**
 * Computes the margin of an order and its liquidation price: the checks and the arithmetic of placing it. Missing money refuses nothing
 * here, because a customer without it wants to know the amount needed; questions that are still to be answered are only said
 * (`docs/rules/suitability.md` P.8).
 */
export async function previewMarginOrder(app: App, caller: Caller, asked: ParsedMarginOrder): Promise<Result<Preview>> {
  const priced = await pricedMarginOrder(app, caller, asked)
  return priced.ok ? ok(present(app, priced.value)) : priced
}

/** What the preview says, before it becomes JSON: everything the order's figures are worked out from. */
export async function pricedMarginOrder(app: App, caller: Caller, asked: ParsedMarginOrder): Promise<Result<PricedMarginOrder>> {
  const { positionId } = asked.margin
  const state = await accountStateFor(app, caller.accountId, asked)
  const request = { ...asked, id: '', number: '' }
  const now = app.clock.now()
  const terms = {
    ...marginTerms(app, { ...request, accountId: caller.accountId, feesSeen: null }, missingOf(app, caller), now),
    ...exposureTerms(app, state, request.margin.action),
    suitabilityWaived: true,
  }
  const checked = checkMarginOrder(state, request, terms, now)
  if (!checked.ok) return checked
  const { instrument, rate, worstPrice, stopPrice } = checked.value
  const { market } = terms
  if (market === null) return refuse('quote.stale')
  if (request.type === 'market' && terms.matching && (request.side === 'buy' ? market.ask : market.bid) === 0n)
    return refuse('order.no_liquidity')
  const position = marginPositionKind.of(state).get(positionId)
  const wrong = request.margin.action === 'close' ? checkClosing(position, request) : null
  if (wrong !== null) return wrong
  const priced = priceOpening({ request, instrument, rate, worstPrice, terms })
  const available = state.wallets.get(request.wallet)?.cash ?? 0n
  const hold = position === undefined ? priced.margin + priced.openingFee + priced.closingFee : 0n
  return ok({
    feeVersion: ratesIn(terms.fees, instrument.market).version,
    request,
    instrument,
    rate,
    worstPrice,
    stopPrice,
    market,
    priced,
    available,
    brought: proposedSources(app, state, { wallet: request.wallet, hold, mostHeld: request.limitPrice === null ? null : hold }),
    position,
    questionsFirst: request.margin.action === 'open' && !isSuitable(state, now),
    queued: !terms.matching,
    fromDepth: await fromDepthOf(app, request, { instrument, worstPrice, matching: terms.matching }),
    at: terms.marketAt,
  })
}

/** The account state with a closed position's exits ended where it needs what they hold, so that it counts as free. */
async function accountStateFor(app: App, accountId: string, asked: ParsedMarginOrder): Promise<AccountState> {
  const { instrumentId, quantity, type, stopLoss = null } = asked
  const { action, positionId } = asked.margin
  // A further waiting order ends none of those that wait already.
  const waits = hasStop(type) || stopLoss !== null
  const exits = action === 'close' && !waits ? await exitsOf(app.pool, { accountId, instrumentId, id: positionId }) : []
  const reads = withExposure({ wallets: walletTypes, records: [marginPositionsById([positionId]), ...ordersWithPositions(exits)] }, action)
  const state = await readAccountState(app.pool, accountId, reads)
  const position = marginPositionKind.of(state).get(positionId)
  if (position === undefined || availableQuantityOf(position) >= quantity) return state
  return endExits(state, exits, valueDateOf(app.venue, instrumentId), app.clock.now()).state
}

export type PricedMarginOrder = Readonly<{
  feeVersion: number
  request: ParsedMarginOrder
  instrument: MarginInstrument
  rate: DollarRate
  worstPrice: bigint
  stopPrice: bigint | null
  market: MarketFacts
  priced: PricedOpening
  available: bigint
  brought: ReturnType<typeof proposedSources>
  /** The position to close; undefined when the order opens. */
  position: MarginPosition | undefined
  questionsFirst: boolean
  queued: boolean
  fromDepth: Awaited<ReturnType<typeof fromDepthOf>>
  at: number
}>

function present(app: App, shown: PricedMarginOrder): Preview {
  const { request, instrument, rate, worstPrice, market, priced, available, position } = shown
  const { contract, currency } = instrument
  const dollars = (cents: bigint): string => formatMinor(cents, 'USD')
  const price = likelyMarginPrice(shown)
  const amount = toCents(valueOf(contract, price, request.quantity), rate, 'HALF_UP')
  const fee = position === undefined ? priced.openingFee : priced.closingFee
  const asks = requirementOf({ contract, currency, rate, price, quantity: request.quantity, leverage: request.leverage })
  const opened = openedBy(request, price, asks)
  const liquidated = position === undefined ? liquidationPrice(opened, instrument, rate) : null
  const result = position === undefined ? null : resultOfClosing(position, request.quantity, price, shown) - fee
  const back =
    position === undefined || result === null ? 0n : greatest(shareOf(position.margin, request.quantity, position.quantity) + result, 0n)
  return {
    quantity: formatScaled(request.quantity),
    estPrice: formatPrice(instrument, price),
    worstPrice: formatPrice(instrument, worstPrice),
    estAmount: dollars(amount),
    estFee: dollars(fee),
    estCost: dollars(position === undefined ? asks.initial + fee : back),
    spreadCost: dollars(toCents(divide(spreadCost(market, request) * contract.multiplier, SCALE, 'HALF_UP'), rate, 'HALF_UP')),
    fromDepth: shown.fromDepth.shown,
    feeVersion: shown.feeVersion,
    fees:
      fee === 0n
        ? []
        : [
            {
              kind: 'COMMISSION',
              amount: dollars(fee),
              rate: formatScaled(divide(fee * SCALE * 1_000_000n, request.quantity, 'HALF_UP')),
              minimum: 0 as const,
            },
          ],
    hold: position === undefined ? dollars(priced.margin + priced.openingFee + priced.closingFee) : formatScaled(request.quantity),
    ...shown.brought,
    availableBefore: dollars(available),
    availableAfter: dollars(position === undefined ? available - asks.initial - fee : available + back),
    breakEven:
      position === undefined
        ? formatPrice(instrument, marginBreakEven({ ...request, price, instrument, rate, fees: fee + priced.closingFee }))
        : null,
    stopPrice: shown.stopPrice === null ? null : formatPrice(instrument, shown.stopPrice),
    takeProfitResult: exitResult(shown, opened, request.takeProfit),
    stopLossResult: exitResult(shown, opened, request.stopLoss),
    estResult: result === null ? null : dollars(result),
    walletType: request.wallet,
    currency: 'USD',
    queued: shown.queued ? 1 : 0,
    questionsFirst: shown.questionsFirst ? 1 : 0,
    margin: position === undefined ? dollars(asks.initial) : null,
    maintMargin: position === undefined ? dollars(asks.maintenance) : null,
    liquidationPrice: liquidated === null ? null : formatPrice(instrument, liquidated),
    liquidationPercent: liquidated === null ? null : percentFrom(price, liquidated),
    worstLoss: position === undefined ? dollars(asks.initial + fee) : null,
    releasedMargin: position === undefined ? null : dollars(shareOf(position.margin, request.quantity, position.quantity)),
    closingFee: position === undefined ? dollars(priced.closingFee) : null,
    swapPerNight: position === undefined ? nightly(shown) : null,
    ...pipsOf(shown),
    warnings: [...warningsOf(shown, liquidated), ...shown.fromDepth.warnings],
    quoteTimestamp: shown.at,
    venue: app.venue.label,
  }
}

/** The position that it would open at a price. */
export const openedBy = ({ side, quantity }: ParsedMarginOrder, price: bigint, requirement: Requirement) => ({
  side,
  quantity,
  basis: (price * quantity) / SCALE,
  margin: requirement.initial,
  requirement,
})

/** Distance to a target in percent points of the present price; null when the price is not above zero. */
const percentFrom = (price: bigint, target: bigint): string | null => (price > 0n ? percentText(target - price, price) : null)

/** The other side's best or, later, its stop, but never worse than the order's own limit. */
export function likelyMarginPrice({ request, market, stopPrice }: PricedMarginOrder): bigint {
  if (stopPrice !== null) return request.limitPrice ?? stopPrice
  const best = (request.side === 'buy' ? market.ask : market.bid) || market.last
  if (request.limitPrice === null) return best
  return request.side === 'buy' ? least(best, request.limitPrice) : greatest(best, request.limitPrice)
}

const resultOfClosing = (position: MarginPosition, quantity: bigint, price: bigint, { instrument, rate }: PricedMarginOrder): bigint =>
  resultAt({ side: position.side, quantity, basis: shareOf(position.basis, quantity, position.quantity) }, price, instrument.contract, rate)

/** Result of closing everything at an exit's price, after the fees of both sides; no more than the margin can be lost. */
function exitResult(
  { request, instrument, rate, priced }: PricedMarginOrder,
  opened: Readonly<{ side: Side; quantity: bigint; basis: bigint; margin: bigint }>,
  price: bigint | null | undefined,
): string | null {
  if (request.margin.action === 'close' || price === null || price === undefined) return null
  const result = greatest(resultAt(opened, price, instrument.contract, rate) - priced.closingFee, -opened.margin)
  return formatMinor(result - priced.openingFee, 'USD')
}

/** A pair's costs, stated in pips. */
function pipsOf({ request, instrument, rate, market }: PricedMarginOrder): Pick<Preview, 'pipValue' | 'spreadPips' | 'usualSpreadPips'> {
  const { contract } = instrument
  if (contract.kind !== 'pair') return { pipValue: null, spreadPips: null, usualSpreadPips: null }
  const inPips = (distance: bigint): string => formatScaled(divide(distance * SCALE, contract.pip, 'HALF_UP'))
  return {
    pipValue: formatMinor(toCents(valueOf(contract, contract.pip, request.quantity), rate, 'HALF_UP'), 'USD'),
    spreadPips: hasSpread(market) ? inPips(market.ask - market.bid) : null,
    usualSpreadPips: inPips(contract.usualSpread),
  }
}

const hasSpread = ({ bid, ask }: MarketFacts): boolean => bid !== 0n && ask !== 0n

/** A spread of this many times the usual one gets a warning (`docs/rules/screens.md` 4.10). */
const WIDE_FROM = 3n

function warningsOf({ request, instrument: { contract }, market }: PricedMarginOrder, liquidated: bigint | null): string[] {
  const { side, stopLoss = null } = request
  const isWide = contract.kind === 'pair' && hasSpread(market) && market.ask - market.bid > WIDE_FROM * contract.usualSpread
  const isBeyond = stopLoss !== null && liquidated !== null && (side === 'buy' ? stopLoss <= liquidated : stopLoss >= liquidated)
  return [...(isWide ? ['WIDE_SPREAD'] : []), ...(isBeyond ? ['STOP_BEYOND_LIQUIDATION'] : [])]
}

/** Amount that a night would bring or cost; futures are not rolled over. */
function nightly({ request, instrument, rate, market }: PricedMarginOrder): string | null {
  const { contract, currency } = instrument
  if (contract.kind !== 'pair') return null
  return formatMinor(
    nightOf({ side: request.side, quantity: request.quantity, price: markOf(instrument, market), contract, currency, rate }),
    'USD',
  )
}
