import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { SCALE, divide, formatDecimal, formatScaled, greatest, least } from '@rueda/rules/decimal.ts'
import type { Books } from '@rueda/rules/ledger/books.ts'
import { type PricedOpening, checkClosing, checkMarginOrder, priceOpening } from '@rueda/rules/margin/accept.ts'
import { marginBreakEven } from '@rueda/rules/margin/break-even.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { liquidationPrice } from '@rueda/rules/margin/liquidation-price.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { requirementOf, valueOf } from '@rueda/rules/margin/requirement.ts'
import { nightOf } from '@rueda/rules/margin/rollover.ts'
import { type MarginInstrument, markOf, resultAt } from '@rueda/rules/margin/valuation.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { availableQuantityOf, shareOf } from '@rueda/rules/margin/position.ts'
import { endExits } from '@rueda/rules/orders/end-exits.ts'
import { hasStop } from '@rueda/rules/orders/order.ts'
import { type MarketFacts, spreadCost } from '@rueda/rules/orders/limits.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { readBooks } from '../ledger/read-books.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import { withExposure, exposureTerms } from '../wallets/exposure.ts'
import type { AskedOnMargin } from './place-margin.ts'
import { marginTerms, missingOf } from './terms.ts'
import { exitsOf } from './working.ts'
import { ordersWithPositions } from './reads.ts'
import { marginPositionsById } from '../positions/margin-records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

type Preview = DataOf<typeof orders.preview>

/**
 * What an order on margin would ask for and where it would be liquidated: the checks and the arithmetic of placing it. Money that is
 * missing refuses nothing here: what it would take is what somebody without it wants to know.
 */
export async function previewMarginOrder(app: App, caller: Caller, asked: AskedOnMargin): Promise<Result<Preview>> {
  const { positionId } = asked.margin
  const books = await booksFor(app, caller.accountId, asked)
  const ask = { ...asked, id: '', number: '' }
  const now = app.clock.now()
  const terms = { ...marginTerms(app.venue, ask, missingOf(app, caller), now), ...exposureTerms(app, books, ask.margin.action) }
  const checked = checkMarginOrder(books, ask, terms, now)
  if (!checked.ok) return checked
  const { instrument, rate, worstPrice, stopPrice } = checked.value
  const { market } = terms
  if (market === null) return refuse('quote.stale')
  if (ask.type === 'market' && terms.matching && (ask.side === 'buy' ? market.ask : market.bid) === 0n) return refuse('order.no_liquidity')
  const position = marginPositionKind.of(books).get(positionId)
  const wrong = ask.margin.action === 'close' ? checkClosing(position, ask) : null
  if (wrong !== null) return wrong
  const priced = priceOpening({ ask, instrument, rate, worstPrice, terms })
  const available = books.wallets.get(ask.wallet)?.cash ?? 0n
  return ok(
    present(app, {
      ask,
      instrument,
      rate,
      worstPrice,
      stopPrice,
      market,
      priced,
      available,
      position,
      queued: !terms.matching,
      at: terms.marketAt,
    }),
  )
}

/** Closing a position ends its exits where it needs what they hold, so that it counts as free. */
async function booksFor(app: App, accountId: string, asked: AskedOnMargin): Promise<Books> {
  const { wallet, instrumentId, quantity, type, stopLoss = null } = asked
  const { action, positionId } = asked.margin
  // One more order that waits ends none of those that wait already.
  const waits = hasStop(type) || stopLoss !== null
  const exits = action === 'close' && !waits ? await exitsOf(app.pool, { accountId, instrumentId, id: positionId }) : []
  const reads = withExposure({ wallets: [wallet], records: [marginPositionsById([positionId]), ...ordersWithPositions(exits)] }, action)
  const books = await readBooks(app.pool, accountId, reads)
  const position = marginPositionKind.of(books).get(positionId)
  if (position === undefined || availableQuantityOf(position) >= quantity) return books
  return endExits(books, exits, valueDateOf(app.venue, instrumentId), app.clock.now()).books
}

type Priced = Readonly<{
  ask: AskedOnMargin
  instrument: MarginInstrument
  rate: DollarRate
  worstPrice: bigint
  stopPrice: bigint | null
  market: MarketFacts
  priced: PricedOpening
  available: bigint
  /** What would be closed; undefined where the order opens. */
  position: MarginPosition | undefined
  queued: boolean
  at: number
}>

function present(app: App, shown: Priced): Preview {
  const { ask, instrument, rate, worstPrice, market, priced, available, position } = shown
  const { contract, currency } = instrument
  const dollars = (cents: bigint): string => formatMinor(cents, 'USD')
  const price = likelyPrice(shown)
  const amount = toCents(valueOf(contract, price, ask.quantity), rate, 'HALF_UP')
  const fee = position === undefined ? priced.openingFee : priced.closingFee
  const asks = requirementOf({ contract, currency, rate, price, quantity: ask.quantity, leverage: ask.leverage })
  const opened = { side: ask.side, quantity: ask.quantity, basis: (price * ask.quantity) / SCALE, margin: asks.initial, requirement: asks }
  const liquidated = position === undefined ? liquidationPrice(opened, instrument, rate) : null
  const result = position === undefined ? null : resultOfClosing(position, ask.quantity, price, shown) - fee
  const back =
    position === undefined || result === null ? 0n : greatest(shareOf(position.margin, ask.quantity, position.quantity) + result, 0n)
  return {
    estPrice: formatPrice(instrument, price),
    worstPrice: formatPrice(instrument, worstPrice),
    estAmount: dollars(amount),
    estFee: dollars(fee),
    estCost: dollars(position === undefined ? asks.initial + fee : back),
    spreadCost: dollars(toCents(divide(spreadCost(market, ask) * contract.multiplier, SCALE, 'HALF_UP'), rate, 'HALF_UP')),
    fees:
      fee === 0n
        ? []
        : [
            {
              kind: 'COMMISSION',
              amount: dollars(fee),
              rate: formatScaled(divide(fee * SCALE * 1_000_000n, ask.quantity, 'HALF_UP')),
              minimum: 0 as const,
            },
          ],
    hold: position === undefined ? dollars(priced.margin + priced.openingFee + priced.closingFee) : formatScaled(ask.quantity),
    availableBefore: dollars(available),
    availableAfter: dollars(position === undefined ? available - asks.initial - fee : available + back),
    breakEven:
      position === undefined
        ? formatPrice(instrument, marginBreakEven({ ...ask, price, instrument, rate, fees: fee + priced.closingFee }))
        : null,
    stopPrice: shown.stopPrice === null ? null : formatPrice(instrument, shown.stopPrice),
    takeProfitResult: exitResult(shown, opened, ask.takeProfit),
    stopLossResult: exitResult(shown, opened, ask.stopLoss),
    estResult: result === null ? null : dollars(result),
    walletType: ask.wallet,
    currency: 'USD',
    queued: shown.queued ? 1 : 0,
    margin: position === undefined ? dollars(asks.initial) : null,
    maintMargin: position === undefined ? dollars(asks.maintenance) : null,
    liquidationPrice: liquidated === null ? null : formatPrice(instrument, liquidated),
    liquidationPercent: liquidated === null ? null : percentFrom(price, liquidated),
    worstLoss: position === undefined ? dollars(asks.initial + fee) : null,
    releasedMargin: position === undefined ? null : dollars(shareOf(position.margin, ask.quantity, position.quantity)),
    closingFee: position === undefined ? dollars(priced.closingFee) : null,
    swapPerNight: position === undefined ? nightly(shown) : null,
    ...pipsOf(shown),
    warnings: warningsOf(shown, liquidated),
    quoteTimestamp: shown.at,
    venue: app.venue.label,
  }
}

/** How far the market has to go, in percent points of where it is; null where the price says no share of itself. */
const percentFrom = (price: bigint, target: bigint): string | null =>
  price > 0n ? formatDecimal(divide((target - price) * PERCENT_POINTS, price, 'HALF_UP'), PERCENT_DECIMALS) : null

const PERCENT_DECIMALS = 2
const PERCENT_POINTS = 10_000n

/** The other side's best or, later, its stop, but never worse than the order's own limit. */
function likelyPrice({ ask, market, stopPrice }: Priced): bigint {
  if (stopPrice !== null) return ask.limitPrice ?? stopPrice
  const best = (ask.side === 'buy' ? market.ask : market.bid) || market.last
  if (ask.limitPrice === null) return best
  return ask.side === 'buy' ? least(best, ask.limitPrice) : greatest(best, ask.limitPrice)
}

const resultOfClosing = (position: MarginPosition, quantity: bigint, price: bigint, { instrument, rate }: Priced): bigint =>
  resultAt({ side: position.side, quantity, basis: shareOf(position.basis, quantity, position.quantity) }, price, instrument.contract, rate)

/** What closing everything at an exit's price would bring, fees of both sides paid; the margin is the most there is to lose. */
function exitResult(
  { ask, instrument, rate, priced }: Priced,
  opened: Readonly<{ side: Side; quantity: bigint; basis: bigint; margin: bigint }>,
  price: bigint | null | undefined,
): string | null {
  if (ask.margin.action === 'close' || price === null || price === undefined) return null
  const result = greatest(resultAt(opened, price, instrument.contract, rate) - priced.closingFee, -opened.margin)
  return formatMinor(result - priced.openingFee, 'USD')
}

/** A pair's costs are told in pips. */
function pipsOf({ ask, instrument, rate, market }: Priced): Pick<Preview, 'pipValue' | 'spreadPips' | 'usualSpreadPips'> {
  const { contract } = instrument
  if (contract.kind !== 'pair') return { pipValue: null, spreadPips: null, usualSpreadPips: null }
  const inPips = (distance: bigint): string => formatScaled(divide(distance * SCALE, contract.pip, 'HALF_UP'))
  return {
    pipValue: formatMinor(toCents(valueOf(contract, contract.pip, ask.quantity), rate, 'HALF_UP'), 'USD'),
    spreadPips: hasSpread(market) ? inPips(market.ask - market.bid) : null,
    usualSpreadPips: inPips(contract.usualSpread),
  }
}

const hasSpread = ({ bid, ask }: MarketFacts): boolean => bid !== 0n && ask !== 0n

/** A spread beyond so many times the usual one is worth a word (`docs/rules/screens.md` 4.10). */
const WIDE_FROM = 3n

function warningsOf({ ask, instrument: { contract }, market }: Priced, liquidated: bigint | null): string[] {
  const { side, stopLoss = null } = ask
  const isWide = contract.kind === 'pair' && hasSpread(market) && market.ask - market.bid > WIDE_FROM * contract.usualSpread
  const isBeyond = stopLoss !== null && liquidated !== null && (side === 'buy' ? stopLoss <= liquidated : stopLoss >= liquidated)
  return [...(isWide ? ['WIDE_SPREAD'] : []), ...(isBeyond ? ['STOP_BEYOND_LIQUIDATION'] : [])]
}

/** What a night would bring or cost; futures are not rolled over. */
function nightly({ ask, instrument, rate, market }: Priced): string | null {
  const { contract, currency } = instrument
  if (contract.kind !== 'pair') return null
  return formatMinor(
    nightOf({ side: ask.side, quantity: ask.quantity, price: markOf(instrument, market), contract, currency, rate }),
    'USD',
  )
}
