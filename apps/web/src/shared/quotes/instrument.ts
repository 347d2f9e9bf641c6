import { type Market, listSources, marketOfSource, requestedMarket, markets } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { hrefTo } from '../pages/go.ts'
import type { RoutePath } from '../../routes.ts'
import type { Listed } from '@rueda/rules/markets/market.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'

/** Addresses of an instrument's screens, and the actions it allows. */
export type QuoteDetail = DataOf<typeof quotes.detail>
export type InstrumentKey = Pick<Quote, 'stock_code' | 'market' | 'source' | 'name'>
/** The kind of instrument listed under a source; an unknown source means a share. */
function kindOf({ source }: Pick<Quote, 'source'>): Listed {
  const market = marketOfSource(source)
  return market === null ? 'shares' : marketFacts[market].lists
}
export const isFuture = (quote: Pick<Quote, 'source'>): boolean => kindOf(quote) === 'contracts'
export const isPair = (quote: Pick<Quote, 'source'>): boolean => kindOf(quote) === 'pairs'
export const isIndex = (quote: Pick<Quote, 'source'>): boolean => kindOf(quote) === 'values'
/** True if trades are shown: not for an index, which trades nothing, nor for a pair, which has quotes only. */
export const showsTrades = (quote: Pick<Quote, 'source'>): boolean => !isIndex(quote) && !isPair(quote)

const screens: Readonly<Record<Listed, RoutePath>> = {
  shares: 'pages/quote/stock',
  contracts: 'pages/quote/future',
  pairs: 'pages/quote/forex',
  values: 'pages/quote/globalindex',
}

/** The path of an instrument's screen; each kind has its own. */
export const quotePathOf = (quote: Pick<Quote, 'source'>): RoutePath => screens[kindOf(quote)]

const queryOf = ({ name, stock_code, market, source }: InstrumentKey) => ({ name, code: stock_code, market, source })
export const quoteHref = (quote: InstrumentKey): string => hrefTo(quotePathOf(quote), queryOf(quote))

export const DIRECTIONS = { buy: 0, sell: 1 } as const
export type Side = keyof typeof DIRECTIONS

/** The query that opens the ticket; a price makes it a limit order. */
export const ticketQuery = (quote: InstrumentKey, side: Side, price?: string) => ({
  ...queryOf(quote),
  direction: DIRECTIONS[side],
  price,
})
export const ticketHref = (quote: InstrumentKey, side: Side, price?: string): string =>
  hrefTo(ticketPathOf(quote), ticketQuery(quote, side, price))

/** The ticket of each kind has an address of its own. */
export const ticketPathOf = ({ market }: Pick<Quote, 'market'>) => tickets[marketFacts[marketOf(market)].lists]
const tickets = {
  shares: 'pages/payment/stock',
  contracts: 'pages/payment/future',
  pairs: 'pages/payment/forex',
  // Values are not traded: their page has no link to a ticket.
  values: 'pages/payment/stock',
} as const satisfies Readonly<Record<Listed, RoutePath>>

/** The market an address names, by name, by source or by both; null where they disagree or the page has no such market. */
export function marketOfAddress(
  { market, source }: Readonly<Record<string, string | undefined>>,
  [usual, ...others]: readonly [Market, ...Market[]],
): Market | null {
  const asked = { market: known(markets, market), source: known(listSources, source) }
  if (asked.market === null || asked.source === null) return null
  const found = requestedMarket({ market: asked.market, source: asked.source }, usual)
  return found !== null && [usual, ...others].includes(found) ? found : null
}

/** The value of a text; undefined where there is no text, null where it is none of these values. */
const known = <Value extends string | number>(values: readonly Value[], text: string | undefined): Value | null | undefined =>
  text === undefined || text === '' ? undefined : (values.find((value) => String(value) === text) ?? null)

/** Markets as the contract names them; anything else is a stock's. */
export const marketOf = (text: string | undefined): Market => markets.find((market) => market === text) ?? 'US'

/** A stock shows where it is listed; the code of an index, a pair or a contract says enough. */
export const tagOf = (quote: Pick<Quote, 'source' | 'marketType'>): string | undefined =>
  kindOf(quote) === 'shares' ? quote.marketType : undefined
