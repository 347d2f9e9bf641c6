import { classOfMarket, sourceOfMarket } from '@rueda/contract/codes.ts'
import type { QuoteFrame } from '@rueda/contract/push-frames.ts'
import type { KlineBar, Quote as WireQuote, ExtendedHours as WireExtendedHours } from '@rueda/contract/quote-shapes.ts'
import type { Bar, OutsideBar, Depth, Quote, Trade } from '@rueda/exchange/venue.ts'
import { SCALE_DECIMALS, divide, formatDecimal, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import type { CloseOnly } from '@rueda/rules/instruments/close-only.ts'
import { type TradingHalt, closeOnlyOf } from '@rueda/rules/markets/trading-halt.ts'
import { type Instrument, decimalsOf, tickAt } from '@rueda/rules/instruments/instrument.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type ExtendedHours, movesOf } from '@rueda/rules/quotes/extended-hours.ts'
import type { App } from '../../app.ts'
import type { VenueClient } from '../../venue/client.ts'
import { turnoverOf } from './listing.ts'

/** The only place where a venue's values become JSON (`docs/rules/quotes.md` A.2, `docs/rules/numbers.md` O.8). */
type Presented = Readonly<{ watched?: boolean; closes?: boolean }>

/** One instrument's quote; null when there is no such instrument or nothing is known of its price yet. */
export function presentQuote(
  app: Pick<App, 'venue'>,
  instrumentId: string,
  { watched = false, closes = false }: Presented = {},
): WireQuote | null {
  const instrument = app.venue.instruments.get(instrumentId)
  const quote = app.venue.quote(instrumentId)
  if (instrument === undefined || quote === null) return null
  const presented = unwatched(app.venue, instrument, stopped(quote, app.venue.halt(instrumentId)))
  if (!watched && !closes) return presented
  return {
    ...presented,
    selfSelectStatus: watched ? 1 : 0,
    ...(closes ? { closes: app.venue.closes(instrumentId).map((close) => priceText(instrument, close)) } : {}),
  }
}

/** Shows a halt by staff like one of the venue's own; the prices stay what they are. */
function stopped(quote: Quote, halt: TradingHalt | null): Quote {
  if (halt === null) return quote
  return halt.kind === 'halt' ? { ...quote, phase: 'HALT' } : { ...quote, closeOnly: closeOnlyOf(halt) }
}

/** The part of a quote that moves, for the push channel. */
export function presentQuoteFrame(app: Pick<App, 'venue'>, instrumentId: string): QuoteFrame | null {
  const quote = presentQuote(app, instrumentId)
  if (quote === null) return null
  const { code, price_nominal, bid, ask, bidVolume, askVolume, change, change_ratio, open, high, low, volume, turnover } = quote
  const { tradeStatus, closeOnly, extendedHours, updateTimeTimestamp, venue } = quote
  return {
    code,
    price_nominal,
    bid,
    ask,
    bidVolume,
    askVolume,
    change,
    change_ratio,
    open,
    high,
    low,
    volume,
    turnover,
    tradeStatus,
    ...(closeOnly === undefined ? {} : { closeOnly }),
    ...(extendedHours === undefined ? {} : { extendedHours }),
    updateTimeTimestamp,
    venue,
  }
}

// A quote is presented once however many lists contain it; the venue makes a new object for every change, but of a code's.
const presentedQuotes = new WeakMap<Quote, WireQuote>()

function unwatched(venue: VenueClient, instrument: Instrument, quote: Quote): WireQuote {
  const known = presentedQuotes.get(quote)
  if (known !== undefined && known.stock_code === instrument.code) return known
  const presented = present(venue, instrument, quote)
  presentedQuotes.set(quote, presented)
  return presented
}

function present(venue: VenueClient, instrument: Instrument, quote: Quote): WireQuote {
  const [formerCode] = venue.formerCodes(instrument.id)
  const decimals = decimalsOf(tickAt(instrument, quote.last))
  // All prices of a row have the same number of decimals, that of its last price.
  const price = (value: bigint): string => formatDecimal(divide(value, 10n ** BigInt(SCALE_DECIMALS - decimals), 'HALF_UP'), decimals)
  const orNull = (value: bigint, present: (value: bigint) => string): string | null => (value === 0n ? null : present(value))
  return {
    name: instrument.name,
    stock_code: instrument.code,
    code: instrument.id,
    ...(formerCode === undefined ? {} : { formerCode }),
    market: instrument.market,
    marketType: instrument.exchange,
    classify: classOfMarket[instrument.market],
    source: sourceOfMarket[instrument.market],
    currency: instrument.currency,
    price_nominal: price(quote.last),
    change: price(quote.last - quote.previousClose),
    change_ratio: percentText(quote.last - quote.previousClose, quote.previousClose),
    open: price(quote.open),
    high: price(quote.high),
    low: price(quote.low),
    preClose: price(quote.previousClose),
    volume: quantityText(quote.volume),
    turnover: turnoverText(instrument, quote.turnover),
    bid: orNull(quote.bid, price),
    ask: orNull(quote.ask, price),
    bidVolume: orNull(quote.bidQuantity, quantityText),
    askVolume: orNull(quote.askQuantity, quantityText),
    decimals,
    ...(quote.scenario === true ? { scenario: 1 as const } : {}),
    ...(quote.closeOnly === undefined ? {} : { closeOnly: presentCloseOnly(quote.closeOnly) }),
    ...(quote.extended === undefined ? {} : { extendedHours: presentExtendedHours(quote.last, quote.extended, price) }),
    tradeStatus: quote.phase,
    selfSelectStatus: 0,
    localLogoUrl: `/logos/${instrument.market}/${instrument.code}.svg`,
    updateTimeTimestamp: quote.at,
    venue: venue.label,
    delayedMinutes: 0,
  }
}

/** The close and the two moves; what is extended is the last price itself. */
function presentExtendedHours(last: bigint, extended: ExtendedHours, price: (value: bigint) => string): WireExtendedHours {
  const moves = movesOf(last, extended)
  return {
    session: extended.session,
    regularClose: price(extended.close),
    regularChange: price(moves.regular.by),
    regularChangeRatio: percentText(moves.regular.by, moves.regular.from),
    change: price(moves.extended.by),
    changeRatio: percentText(moves.extended.by, moves.extended.from),
  }
}

const presentCloseOnly = ({ reason, from, until }: CloseOnly) => ({ reason, fromTimestamp: from, untilTimestamp: until })

export const presentDepth = (instrument: Instrument, { bids, asks }: Depth): { bids: [string, string][]; asks: [string, string][] } => {
  const level = ({ price, quantity }: { price: bigint; quantity: bigint }): [string, string] => [
    priceText(instrument, price),
    quantityText(quantity),
  ]
  return { bids: bids.map(level), asks: asks.map(level) }
}

export const presentTrade = (instrument: Instrument, { price, quantity, side, at, sequence, isBlock }: Trade) => ({
  price: priceText(instrument, price),
  qty: quantityText(quantity),
  direction: side === 'buy' ? 0 : 1,
  tradeTimestamp: at,
  sequence,
  ...(isBlock === true ? { block: 1 as const } : {}),
})

export const presentBar = (instrument: Instrument, bar: Bar): KlineBar => ({
  timestamp: bar.at,
  ...tradedPrices(instrument, bar),
  ...(bar.partial ? { partial: 1 as const } : {}),
  ...(bar.halted === true ? { halt: 1 as const } : {}),
  ...(bar.outside === undefined ? {} : { outside: tradedPrices(instrument, bar.outside) }),
})

const tradedPrices = (instrument: Instrument, { open, high, low, close, volume, turnover }: OutsideBar) => ({
  open: priceText(instrument, open),
  high: priceText(instrument, high),
  low: priceText(instrument, low),
  close: priceText(instrument, close),
  volume: quantityText(volume),
  turnover: turnoverText(instrument, turnover),
})

/** A price with its tick's decimals; a price between ticks (a split's adjustment) shows as many more as it needs, at most eight. */
export const priceText = (instrument: Instrument, price: bigint): string => formatScaled(price, decimalsOf(tickAt(instrument, price)))
export const quantityText = (quantity: bigint): string => formatScaled(quantity)

/** Turnover in the currency's own digits; less than a minor unit is not shown. */
export function turnoverText(instrument: Instrument, turnover: bigint): string {
  const digits = minorDigits[instrument.currency]
  return formatDecimal(divide(turnoverOf(instrument, turnover), 10n ** BigInt(SCALE_DECIMALS - digits), 'DOWN'), digits)
}
