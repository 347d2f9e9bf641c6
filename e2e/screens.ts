import { type Page, expect } from '@playwright/test'
import { alerts } from '@rueda/contract/alerts.ts'
import { articles } from '@rueda/contract/articles.ts'
import { funds } from '@rueda/contract/funds.ts'
import { messages } from '@rueda/contract/messages.ts'
import { mining } from '@rueda/contract/mining.ts'
import { plans } from '@rueda/contract/plans.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { fundIds } from '@rueda/rules/funds/fund.ts'
import { type TextKey, textLanguages } from '@rueda/text/keys.ts'
import { routes } from '../apps/web/src/routes.ts'
import { type Customer, hold, rest } from './customer.ts'
import { wordsOf } from './words.ts'

/** Every screen there is, in the states in which a customer sees it. */
type Title = TextKey<'titles'>
type Route = Readonly<{ path: string; screen: string; isPublic: boolean; title: Title }>
export type ScreenState = Readonly<{ name: string; hash: string; title: Title }>

const registeredRoutes = (): Route[] =>
  Object.entries(routes).map(([path, { screen, access, title }]) => ({ path, screen, isPublic: access === 'public', title }))

export type Holdings = Readonly<{ positionId: string; orderId: string; messageId: string; articleId: string }>
const STOCK = { code: 'ARDV', name: 'Aurora Devices' }

/** Alerts of every kind, too far away to fire. */
const FAR_ALERTS = [
  ['above', '900'],
  ['below', '0.9'],
  ['fall', '40'],
  ['volume', '9000000000'],
] as const

/** A server that has just started works out the values of its funds and the news of its last close. */
const VALUED = { timeout: 60_000 }

/** A customer who has something on every screen: a holding, an order at work, watched instruments, a round of mining. */
export async function furnish(customer: Customer): Promise<Holdings> {
  const { id } = await hold(customer, STOCK.code, '25')
  await hold(customer, 'CBHB', '4')
  const { orderId } = await rest(customer, STOCK.code, '30', '10')
  await customer.call(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'FUTURE', amount: '400' })
  await expect.poll(async () => (await customer.call(funds.products, { pageSize: 50 })).total, VALUED).toBe(fundIds.length)
  await customer.call(funds.create, { productId: 'us-index', action: 'subscribe', amount: '1500' })
  await customer.call(plans.create, { stockCode: STOCK.code, amount: '100', rhythm: 'week', day: 1, firstDate: '2026-01-05' })
  for (const secuCode of [STOCK.code, 'CBHB', 'BRBF']) await customer.call(watchlist.add, { secuCode })
  await customer.call(watchlist.create, { name: 'Largo plazo', instruments: [{ stockCode: 'CBHB' }] })
  for (const [kind, level] of FAR_ALERTS) await customer.call(alerts.save, { stockCode: STOCK.code, kind, level })
  await customer.call(mining.start, {})
  await customer.call(mining.stop, {})
  const { list } = await customer.call(messages.list, {})
  const closes = async () => (await customer.call(articles.list, { tag: 'market' })).list
  await expect.poll(async () => (await closes()).length, VALUED).toBeGreaterThan(0)
  return { positionId: id, orderId, messageId: list[0]?.id ?? '', articleId: (await closes())[0]?.id ?? '' }
}

const stock = `code=${STOCK.code}&market=US&source=0&name=${encodeURIComponent(STOCK.name)}`
/** The June contract on the US 500, and the euro in dollars. */
const FUTURE = 'code=SES-2026M&market=FUT&source=3'
const PAIR = 'code=EURUSD&market=FX&source=2'

function queriesOf({
  positionId,
  orderId,
  messageId,
  articleId,
}: Holdings): Readonly<Record<string, readonly (readonly [string, string])[]>> {
  return {
    'pages/quote/stock': [
      ['', stock],
      ['depth', `${stock}&tab=depth`],
      ['trades', `${stock}&tab=trades`],
      ['news', `${stock}&tab=news`],
      ['company', `${stock}&tab=company`],
    ],
    'pages/quote/future': [
      ['', FUTURE],
      ['months', `${FUTURE}&tab=months`],
    ],
    'pages/quote/forex': [['', PAIR]],
    'pages/product/future': [
      ['', ''],
      ['metals', 'category=metal'],
    ],
    'pages/quote/globalindex': [['', 'code=US500&market=IDX&source=99']],
    'pages/market/index': [
      ['', ''],
      ['exchange', 'tab=NASDAQ'],
      ['highs', 'tab=new_high'],
      ['indices', 'market=IDX'],
    ],
    'pages/payment/stock': [
      ['market', `${stock}&direction=0&quantity=20`],
      ['limit', `${stock}&direction=0&price=30&quantity=20`],
      ['sell', `${stock}&direction=1&quantity=5`],
    ],
    'pages/payment/future': [
      ['', `${FUTURE}&direction=0&quantity=1`],
      ['close', `${FUTURE}&action=close`],
    ],
    'pages/payment/forex': [['', `${PAIR}&direction=0&quantity=0.1`]],
    'pages/watchlist/shared': [
      ['', `name=${encodeURIComponent('Largo plazo')}&codes=US.ARDV,US.CBHB,FX.EURUSD,US.NOBODY`],
      ['nothing', 'codes='],
    ],
    'pages/payment/close': [['', `id=${positionId}&${stock}`]],
    'pages/order/detail': [['', `id=${orderId}`]],
    'pages/product/follow': [
      ['', ''],
      ['agency', 'id=momentum'],
      ['mine', 'tab=mine'],
    ],
    'pages/payment/follow': [['', 'id=index-core&amount=1000']],
    'pages/yinmutual/index': [
      ['', ''],
      ['regular', 'type=regular'],
      ['fund', 'type=regular&id=balanced'],
    ],
    'pages/robot/detail': [['', 'id=grid']],
    'pages/alert/index': [
      ['mine', ''],
      ['log', 'tab=log'],
    ],
    'pages/news/index': [
      ['', ''],
      ['nothing', 'q=zzzzzz'],
    ],
    'pages/news/detail': [['', `id=${articleId}`]],
    'pages/webview/index': [
      ['missing', ''],
      ['leaving', `url=${encodeURIComponent('https://www.example.org/terms')}`],
    ],
    'pages/notice/index': [
      ['', ''],
      ['nothing', 'tab=funds'],
    ],
    'pages/notice/detail': [['', `id=${messageId}`]],
    'pages/trade/index': [
      ['holdings', 'tab=0'],
      ['closed', 'tab=1'],
      ['orders', 'tab=2'],
      ['ended', 'tab=2&state=ended'],
    ],
    'pages/profile/transfer': [
      ['new', 'from=US_WALLET&to=SUBSCRIPTION&amount=250'],
      ['history', 'tab=history'],
    ],
    'pages/search/index': [
      ['empty', ''],
      ['results', 'q=a'],
      ['nothing', 'q=zzzzzz'],
    ],
  }
}

/** Returns the states that a signed-in customer can open; the doors for guests lead such a customer on at once. */
export function statesOf(holdings: Holdings): ScreenState[] {
  const queries = queriesOf(holdings)
  return registeredRoutes()
    .filter(({ path }) => !isDoor(path) || path === KEEPING)
    .flatMap(({ path, title }) =>
      (queries[path] ?? [['', '']]).map(([state, query]) => ({ name: nameOf(path, state), hash: withQuery(path, query), title })),
    )
}

/** Every page is looked at where this is set; otherwise some of them are, because the whole takes minutes: `EVERY_PAGE=1 npm test`. */
const LOOKS_AT_EVERY_PAGE = process.env['EVERY_PAGE'] === '1'
const SAMPLED = 5

/** A test that opens dozens of pages one after the other may take this long; on a machine that does nothing else it takes a tenth. */
export const MANY_PAGES_MS = 10 * 60_000

/** The first state of every page, or of every fifth one. */
export function pagesOf(states: readonly ScreenState[]): ScreenState[] {
  const firsts = [...new Map(states.toReversed().map((state) => [pathOf(state.hash), state])).values()]
  return LOOKS_AT_EVERY_PAGE ? firsts : firsts.filter((_, index) => index % SAMPLED === 0)
}

/** Returns the states that are open without a session. */
export const guestStates = (): ScreenState[] =>
  registeredRoutes()
    .filter(({ path, isPublic }) => isPublic && (isDoor(path) || !path.startsWith('pages/payment')) && !path.startsWith('pages/quote'))
    .map(({ path, title }) => ({ name: nameOf(path, 'guest'), hash: path, title }))

/** Page on which a practice account registers, to be kept. */
const KEEPING = 'pages/auth/register'
const isDoor = (path: string): boolean => path.startsWith('pages/auth/')
const withQuery = (path: string, query: string): string => (query === '' ? path : `${path}?${query}`)
const nameOf = (path: string, state: string): string =>
  [path.replace(/^pages\//, '').replaceAll('/', '-') || 'start', state].filter((part) => part !== '').join('-')

/** Opens a state inside the running app and waits until nothing on it is still loading. */
export async function show(page: Page, state: ScreenState): Promise<void> {
  await open(page, state)
  await settled(page)
}

/** Opens a state, even while it still loads. An opened page is left first, because it keeps data of another state. */
export async function open(page: Page, { hash, title }: ScreenState): Promise<void> {
  if (pathOf(new URL(page.url()).hash.replace(/^#\//, '')) === pathOf(hash)) {
    const before = await page.title()
    await goTo(page, pathOf(hash) === ABOUT ? '' : ABOUT)
    await page.waitForFunction((former) => document.title !== former, before, { timeout: SETTLING_MS })
  }
  await goTo(page, hash)
  // The page before is there until the app has followed the address.
  await page.waitForFunction((names) => names.includes(document.title), titlesOf(title), { timeout: SETTLING_MS })
}

const titlesOf = (title: Title): string[] => textLanguages.map((language) => `${wordsOf(language)('titles', title)} · Rueda`)
const SETTLING_MS = 20_000
const ABOUT = 'pages/about/index'
const pathOf = (hash: string): string => hash.split('?')[0] ?? ''

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((next) => void (location.hash = `#/${next}`), hash)
  // Not by its role, which it has not while a sheet that the address opens lies over the page.
  await expect(page.locator('h1').first()).toBeVisible({ timeout: SETTLING_MS })
}

/** Waits until the screen has its heading and nothing on it is loading; asked within the page, at every frame. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('h1')?.checkVisibility() === true && document.querySelector('[aria-busy=true]') === null,
    undefined,
    { timeout: SETTLING_MS },
  )
}

/** Waits until no colour is still changing, because such a colour is neither the old nor the new one. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map(({ finished }) => finished))
  })
