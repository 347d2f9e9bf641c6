import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { type Charge, totalOf, validRules } from '@rueda/rules/fees/schedule.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Books } from '@rueda/rules/ledger/books.ts'
import { formatPrice, marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { formatDecimal, formatScaled } from '@rueda/rules/decimal.ts'
import { type Money, formatMinor, money, notional } from '@rueda/rules/money.ts'
import type { OrderAsk, OrderTerms } from '@rueda/rules/orders/accept.ts'
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
import { readBooks } from '../ledger/read-books.ts'
import { valueDateOf } from '../../venue/value-date.ts'
import type { Asked } from './place.ts'
import { missingOf, orderTerms } from './terms.ts'
import { exitsIn } from './working.ts'
import { ordersWithPositions } from './reads.ts'
import { openPositionsIn } from '../positions/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'

type Preview = DataOf<typeof orders.preview>
/** A single order above this share of a usual day's volume may move the price. */
const LARGE_SHARE_OF_VOLUME = 10n

/** What an order would cost if it were placed now: the same checks and the same arithmetic, nothing changed. */
export async function previewOrder(app: App, caller: Caller, asked: Asked, closing: boolean): Promise<Result<Preview>> {
  const books = await booksFor(app, caller.accountId, asked, closing)
  const ask: OrderAsk = { ...asked, id: '', number: '' }
  const now = app.clock.now()
  const terms = orderTerms(app.venue, ask, missingOf(app, caller), now)
  const checked = checkInLots(books, ask, terms, now)
  if (!checked.ok) return checked
  const { instrument, market, stopPrice, worstPrice } = checked.value
  const wouldFindNothing = ask.type === 'market' && terms.matching && (ask.side === 'buy' ? market.ask : market.bid) === 0n
  if (wouldFindNothing) return refuse('order.no_liquidity')
  const position = positionKind.of(books).get(ask.instrumentId) ?? null
  const short = ask.side === 'sell' ? checkHoldings(position, ask.quantity) : null
  if (short !== null) return short
  const available = money(books.wallets.get(ask.wallet)?.cash ?? 0n, terms.fees.currency)
  const averageVolume = app.venue.facts(ask.instrumentId)?.averageVolume30 ?? 0n
  return ok(present(app, { ask, terms, instrument, market, stopPrice, worstPrice, position, available, averageVolume }))
}

/** Closing a position ends its exits where it needs the shares they hold, so that these count as free. */
async function booksFor(app: App, accountId: string, { wallet, instrumentId, quantity }: Asked, closing: boolean): Promise<Books> {
  const exits = closing ? await exitsIn(app.pool, accountId, instrumentId) : []
  const books = await readBooks(app.pool, accountId, {
    wallets: [wallet],
    records: [openPositionsIn([instrumentId]), ...ordersWithPositions(exits)],
  })
  if ((positionKind.of(books).get(instrumentId)?.free ?? 0n) >= quantity) return books
  return endExits(books, exits, valueDateOf(app.venue, instrumentId), app.clock.now()).books
}

type Priced = Readonly<{
  ask: OrderAsk
  terms: OrderTerms
  instrument: Instrument
  market: MarketFacts
  stopPrice: bigint | null
  worstPrice: bigint
  position: Position | null
  available: Money
  averageVolume: bigint
}>

/** The price it would most likely fill at: the other side's best or, later, its stop, but never worse than its own limit. */
function likelyPrice({ ask, market, stopPrice }: Priced): bigint {
  if (stopPrice !== null) return ask.limitPrice ?? stopPrice
  const best = (ask.side === 'buy' ? market.ask : market.bid) || market.last
  if (ask.limitPrice === null) return best
  return ask.side === 'buy' ? (best < ask.limitPrice ? best : ask.limitPrice) : best > ask.limitPrice ? best : ask.limitPrice
}

function present(app: App, priced: Priced): Preview {
  const { ask, terms, instrument, market, worstPrice, available } = priced
  const { currency } = instrument
  const price = likelyPrice(priced)
  const amount = notional(price, ask.quantity, currency, 'HALF_UP')
  const { side, quantity } = ask
  const { tradeDate } = terms
  const boughtThatDay = priced.position === null ? 0n : boughtOn(priced.position, tradeDate)
  const charges = chargesInLots(instrument, { side, price, quantity, tradeDate, boughtThatDay })
  const fee = totalOf(charges)
  const total = ask.side === 'buy' ? amount + fee : amount - fee
  const after = ask.side === 'buy' ? available.minor - total : available.minor + total
  return {
    estPrice: formatPrice(instrument, price),
    worstPrice: formatPrice(instrument, worstPrice),
    estAmount: formatMinor(amount, currency),
    estFee: formatMinor(fee, currency),
    estCost: formatMinor(total, currency),
    spreadCost: formatMinor(notional(spreadCost(market, ask), 100_000_000n, currency, 'HALF_UP'), currency),
    fees: charges.map((charge) => presentCharge(charge, terms, ask, currency)),
    hold: ask.side === 'buy' ? formatMinor(holdInLots(instrument, ask, worstPrice, tradeDate), currency) : formatScaled(ask.quantity),
    availableBefore: formatMinor(available.minor, currency),
    availableAfter: formatMinor(after, currency),
    breakEven:
      ask.side === 'buy'
        ? formatPrice(
            instrument,
            breakEvenPrice({ instrument, quantity: ask.quantity, cost: total, fees: terms.fees, tradeDate: terms.tradeDate }),
          )
        : null,
    estResult:
      ask.side === 'sell' && priced.position !== null
        ? formatMinor(likelyResult(priced.position, ask, amount, fee, tradeDate), currency)
        : null,
    stopPrice: priced.stopPrice === null ? null : formatPrice(instrument, priced.stopPrice),
    takeProfitResult: exitResult(priced, ask.takeProfit, total),
    stopLossResult: exitResult(priced, ask.stopLoss, total),
    walletType: marketTermsOf(instrument.market)?.wallet ?? 'STOCK',
    currency,
    queued: terms.matching ? 0 : 1,
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
    warnings: priced.averageVolume > 0n && ask.quantity * LARGE_SHARE_OF_VOLUME > priced.averageVolume ? ['LARGE_ORDER'] : [],
    quoteTimestamp: terms.marketAt,
    venue: app.venue.label,
  }
}

/** What selling everything at an exit's price would bring over what the purchase cost; null without that exit. */
function exitResult({ ask, terms, instrument }: Priced, price: bigint | null | undefined, cost: bigint): string | null {
  if (ask.side !== 'buy' || price === null || price === undefined) return null
  const sale = priceHold({ side: 'sell', quantity: ask.quantity }, price, terms)
  return formatMinor(sale.notional - sale.charges - cost, instrument.currency)
}

/** What a sale at the likely price would realise. */
function likelyResult(position: Position, ask: OrderAsk, amount: bigint, fee: bigint, tradeDate: CalendarDate): bigint {
  const held = { ...position, free: position.free - ask.quantity, held: position.held + ask.quantity }
  return sellFrom(held, { quantity: ask.quantity, value: 0n, notional: amount, charges: fee, tradeDate }, 0).realised
}

function presentCharge(charge: Charge, terms: OrderTerms, ask: OrderAsk, currency: Instrument['currency']): Preview['fees'][number] {
  const rule = validRules(terms.fees, { side: ask.side, tradeDate: terms.tradeDate }).find(({ kind }) => kind === charge.kind)
  const PERCENT_DECIMALS = 6
  const rate =
    rule === undefined ? '' : rule.base === 'notional' ? `${formatDecimalTrimmed(rule.rate, PERCENT_DECIMALS)}%` : formatScaled(rule.rate)
  const isMinimum = rule !== undefined && rule.minimum !== null && charge.amount <= rule.minimum
  return { kind: charge.kind, amount: formatMinor(charge.amount, currency), rate, minimum: isMinimum ? 1 : 0 }
}

/** 30 000 units of 10^-8 are 0.03 percent. */
const formatDecimalTrimmed = (value: bigint, decimals: number): string =>
  formatDecimal(value, decimals).replace(/0+$/u, '').replace(/\.$/u, '')
