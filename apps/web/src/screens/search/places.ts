import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { type RoutePath, entryOf, routePaths, routes } from '../../routes.ts'
import type { Query } from '../../shared/pages/go.ts'

/** Pages that show one thing that was chosen before, and the search itself: nobody looks for them by their name. */
export const notPlaces = [
  '',
  'pages/search/index',
  'pages/quote/stock',
  'pages/quote/future',
  'pages/quote/globalindex',
  'pages/quote/forex',
  'pages/watchlist/shared',
  'pages/payment/stock',
  'pages/payment/future',
  'pages/payment/forex',
  'pages/payment/close',
  'pages/payment/follow',
  'pages/payment/newstock',
  'pages/order/detail',
  'pages/loan/repayment',
  'pages/robot/detail',
  'pages/bcard/modify',
  'pages/vm/modify',
  'pages/kycverify/idcard',
  'pages/kycverify/passport',
  'pages/news/detail',
  'pages/notice/detail',
  'pages/webview/index',
  'pages/ipo/prospectus',
  'pages/ipo/fairness',
  'pages/trust/day',
] as const satisfies readonly RoutePath[]

type PlacePath = Exclude<RoutePath, (typeof notPlaces)[number]>
type TitleKey = (typeof routes)[PlacePath]['title'] | (typeof cards)[number]['title']

/** What is looked for by a name of its own, and stands on a page beside other things. */
const cards = [{ path: 'pages/profile/index', title: 'wallets' }] as const

/** A page, something on one, or a market that can be looked for, with the key of its other words; a page without them does not compile. */
export type Place = Readonly<{ path: RoutePath; query: Query; synonyms: TextKey<'synonyms'> }> &
  (Readonly<{ title: TitleKey; market?: never }> | Readonly<{ market: SearchedMarket; title?: never }>)

/** Markets with a page of their own; every other one is looked for as a list of the market page. */
const ownPages = { TW: 'pages/product/taiwan', FUT: 'pages/product/future' } as const satisfies Readonly<Record<string, RoutePath>>
export type SearchedMarket = Exclude<MarketName, keyof typeof ownPages>
const markets = marketNames.filter((market): market is SearchedMarket => !(market in ownPages))
const synonymsOf = (market: SearchedMarket): TextKey<'synonyms'> => `place.market.${market}`

const isPlace = (path: RoutePath): path is PlacePath => !(notPlaces as readonly RoutePath[]).includes(path)

/** Before its neighbours in the table of pages, as it is the one that home leads to. */
const FIRST: RoutePath = 'pages/withdraw/bcard'
const inOrder = routePaths.filter(isPlace).toSorted((a, b) => Number(b === FIRST) - Number(a === FIRST))

const places: readonly Place[] = [
  ...inOrder.map((path): Place => {
    const { title } = routes[path]
    return { path, query: {}, title, synonyms: `place.${title}` }
  }),
  ...cards.map(({ path, title }): Place => ({ path, query: {}, title, synonyms: `place.${title}` })),
  ...markets.map((market): Place => ({ path: 'pages/market/index', query: { market }, market, synonyms: synonymsOf(market) })),
]

const doors: ReadonlySet<RoutePath> = new Set(['pages/auth/login', 'pages/auth/register', 'pages/auth/resetpwd'])

/** Places somebody can go to: a guest is led through the login, a customer needs no door, and only practice can begin again. */
export function placesFor({ signedIn, practising }: Readonly<{ signedIn: boolean; practising: boolean }>): readonly Place[] {
  return places.filter(({ path }) => {
    if (doors.has(path)) return !signedIn || (practising && path === 'pages/auth/register')
    return path !== 'pages/practice/index' || practising
  })
}

/** True where a guest has to sign in first. */
export const isBehindLogin = ({ path }: Place): boolean => entryOf(path).access === 'user'
