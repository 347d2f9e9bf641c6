import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { SCALE, divide, formatScaled, greatest, least } from '@rueda/rules/decimal.ts'
import { type PricedOpening, checkClosing, checkMarginOrder, priceOpening, insufficient } from '@rueda/rules/margin/accept.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import type { DollarRate } from '@rueda/rules/margin/dollar-rate.ts'
import { liquidationPrice } from '@rueda/rules/margin/liquidation-price.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { requirementOf, valueOf } from '@rueda/rules/margin/requirement.ts'
import { nightOf } from '@rueda/rules/margin/rollover.ts'
import { type MarginInstrument, markOf, resultAt } from '@rueda/rules/margin/valuation.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { shareOf } from '@rueda/rules/margin/position.ts'
import { type MarketFacts, spreadCost } from '@rueda/rules/orders/limits.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { readBooks } from '../../ledger/read-books.ts'
import type { AskedOnMargin } from './place-margin.ts'
import { marginTerms } from './terms.ts'

type Preview = DataOf<typeof orders.preview>

/** What an order on margin would ask for and where it would be liquidated: the checks and the arithmetic of placing it. */
export async function previewMarginOrder(app: App, { accountId }: Caller, asked: AskedOnMargin): Promise<Result<Preview>> {
  const { positionId } = asked.margin
  const books = await readBooks(app.pool, accountId, { wallets: [asked.wallet], marginPositions: [positionId] })
  const ask = { ...asked, id: '', number: '' }
  const now = app.clock.now()
  const terms = marginTerms(app.venue, ask, false, now)
  const checked = checkMarginOrder(books, ask, terms, now)
  if (!checked.ok) return checked
  const { instrument, rate, worstPrice } = checked.value
  const { market } = terms
  if (market === null) return refuse('quote.stale')
  if (ask.type === 'market' && terms.matching && (ask.side === 'buy' ? market.ask : market.bid) === 0n) return refuse('order.no_liquidity')
  const position = books.marginPositions.get(positionId)
  const wrong = ask.margin.action === 'close' ? checkClosing(position, ask) : null
  if (wrong !== null) return wrong
  const priced = priceOpening({ ask, instrument, rate, worstPrice, terms })
  const available = books.wallets.get(ask.wallet)?.cash ?? 0n
  const hold = priced.margin + priced.openingFee + priced.closingFee
  if (position === undefined && available < hold) return insufficient(hold, available)
  return ok(
    present(app, { ask, instrument, rate, worstPrice, market, priced, available, position, queued: !terms.matching, at: terms.marketAt }),
  )
}

type Priced = Readonly<{
  ask: AskedOnMargin
  instrument: MarginInstrument
  rate: DollarRate
  worstPrice: bigint
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
    spreadCost: dollars(toCents(divide(spreadCost(market, ask.quantity) * contract.multiplier, SCALE, 'HALF_UP'), rate, 'HALF_UP')),
    fees:
      fee === 0n
        ? []
        : [{ kind: 'COMMISSION', amount: dollars(fee), rate: formatScaled(divide(fee * SCALE * 1_000_000n, ask.quantity, 'HALF_UP')) }],
    hold: position === undefined ? dollars(priced.margin + priced.openingFee + priced.closingFee) : formatScaled(ask.quantity),
    availableBefore: dollars(available),
    availableAfter: dollars(position === undefined ? available - asks.initial - fee : available + back),
    breakEven: null,
    stopPrice: null,
    takeProfitResult: null,
    stopLossResult: null,
    estResult: result === null ? null : dollars(result),
    walletType: ask.wallet,
    currency: 'USD',
    queued: shown.queued ? 1 : 0,
    margin: position === undefined ? dollars(asks.initial) : null,
    maintMargin: position === undefined ? dollars(asks.maintenance) : null,
    liquidationPrice: liquidated === null ? null : formatPrice(instrument, liquidated),
    closingFee: position === undefined ? dollars(priced.closingFee) : null,
    swapPerNight: position === undefined ? nightly(shown) : null,
    warnings: [],
    quoteTimestamp: shown.at,
    venue: app.venue.label,
  }
}

/** The other side's best, but never worse than the order's own limit. */
function likelyPrice({ ask, market }: Priced): bigint {
  const best = (ask.side === 'buy' ? market.ask : market.bid) || market.last
  if (ask.limitPrice === null) return best
  return ask.side === 'buy' ? least(best, ask.limitPrice) : greatest(best, ask.limitPrice)
}

const resultOfClosing = (position: MarginPosition, quantity: bigint, price: bigint, { instrument, rate }: Priced): bigint =>
  resultAt({ side: position.side, quantity, basis: shareOf(position.basis, quantity, position.quantity) }, price, instrument.contract, rate)

/** What a night would bring or cost; futures are not rolled over. */
function nightly({ ask, instrument, rate, market }: Priced): string | null {
  const { contract, currency } = instrument
  if (contract.kind !== 'pair') return null
  return formatMinor(nightOf({ side: ask.side, quantity: ask.quantity, price: markOf(market), contract, currency, rate }), 'USD')
}
