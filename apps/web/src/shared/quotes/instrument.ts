import { type Market, listSources, requestedMarket, markets } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { hrefTo } from '../pages/go.ts'
import type { RoutePath } from '../../routes.ts'

/** Where an instrument's screens are, and what may be done with it. */
const INDEX_SOURCE = 99
const FOREX_SOURCE = 2
const FUTURES_SOURCE = 3

export type QuoteDetail = DataOf<typeof quotes.detail>
export type InstrumentKey = Pick<Quote, 'stock_code' | 'market' | 'source' | 'name'>
export const isFuture = ({ source }: Pick<Quote, 'source'>): boolean => source === FUTURES_SOURCE
export const isPair = ({ source }: Pick<Quote, 'source'>): boolean => source === FOREX_SOURCE
export const isIndex = ({ source }: Pick<Quote, 'source'>): boolean => source === INDEX_SOURCE
/** An index trades nothing, and of a pair there are only quotes: nobody sees who traded, or how much. */
export const showsTrades = (quote: Pick<Quote, 'source'>): boolean => !isIndex(quote) && !isPair(quote)

const ownScreens: Readonly<Record<string, RoutePath>> = {
  [FOREX_SOURCE]: 'pages/quote/forex',
  [FUTURES_SOURCE]: 'pages/quote/future',
  [INDEX_SOURCE]: 'pages/quote/globalindex',
}

/** Where an instrument is shown: on a screen of its kind, and on that of stocks where its kind has none. */
export const quotePathOf = ({ source }: Pick<Quote, 'source'>): RoutePath => ownScreens[source] ?? 'pages/quote/stock'

const queryOf = ({ name, stock_code, market, source }: InstrumentKey) => ({ name, code: stock_code, market, source })
export const quoteHref = (quote: InstrumentKey): string => hrefTo(quotePathOf(quote), queryOf(quote))

export const DIRECTIONS = { buy: 0, sell: 1 } as const
export type Side = keyof typeof DIRECTIONS

/** What the ticket is opened with; a price makes it a limit order. */
export const ticketQuery = (quote: InstrumentKey, side: Side, price?: string) => ({
  ...queryOf(quote),
  direction: DIRECTIONS[side],
  price,
})
export const ticketHref = (quote: InstrumentKey, side: Side, price?: string): string =>
  hrefTo(ticketPathOf(quote), ticketQuery(quote, side, price))

/** Each market's ticket has an address of its own. */
export function ticketPathOf({ market }: Pick<Quote, 'market'>) {
  if (market === 'FUT') return 'pages/payment/future'
  return market === 'FX' ? 'pages/payment/forex' : 'pages/payment/stock'
}

/** What an address says of an instrument's market, by name, by source or by both; null where it is none of the page's, or they disagree. */
export function marketOfAddress(
  { market, source }: Readonly<Record<string, string | undefined>>,
  [usual, ...others]: readonly [Market, ...Market[]],
): Market | null {
  const asked = { market: known(markets, market), source: known(listSources, source) }
  if (asked.market === null || asked.source === null) return null
  const found = requestedMarket({ market: asked.market, source: asked.source }, usual)
  return found !== null && [usual, ...others].includes(found) ? found : null
}

/** The value that a text stands for; undefined where there is no text, null where it is no value of these. */
const known = <Value extends string | number>(values: readonly Value[], text: string | undefined): Value | null | undefined =>
  text === undefined || text === '' ? undefined : (values.find((value) => String(value) === text) ?? null)

/** Markets as the contract names them; anything else is a stock's. */
export const marketOf = (text: string | undefined): Market => markets.find((market) => market === text) ?? 'US'

const stands: ReadonlySet<Quote['source']> = new Set([FOREX_SOURCE, FUTURES_SOURCE, INDEX_SOURCE])

/** A stock shows where it is listed; the code of an index, a pair or a contract says enough. */
export const tagOf = (quote: Pick<Quote, 'source' | 'marketType'>): string | undefined =>
  stands.has(quote.source) ? undefined : quote.marketType
