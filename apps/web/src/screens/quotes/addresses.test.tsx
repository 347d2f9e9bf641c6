import { type Market, type Source, listSources, markets } from '@rueda/contract/codes.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { marketsOf } from '@rueda/contract/testing/markets-of-sources.ts'
import { shareMarkets, tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { detailOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { CloseTicket } from '../orders/CloseTicket.tsx'
import { ForexTicket } from '../orders/ForexTicket.tsx'
import { FutureTicket } from '../orders/FutureTicket.tsx'
import { StockTicket } from '../orders/StockTicket.tsx'
import { ForexQuote } from './ForexQuote.tsx'
import { FutureQuote } from './FutureQuote.tsx'
import { IndexQuote } from './IndexQuote.tsx'
import { StockQuote } from './StockQuote.tsx'
import { marketOfAddress } from '../../shared/quotes/instrument.ts'

/** Goal: an address names its instrument by market, by source or by both, and one that contradicts itself finds nothing. */
afterEach(leave)

describe('what an address says', () => {
  const pages: readonly (readonly [name: string, own: readonly [Market, ...Market[]]])[] = [
    ['a stock', shareMarkets],
    ['a future', ['FUT']],
    ['a pair', ['FX']],
    ['an index', ['IDX']],
    ['a position', tradedMarkets],
  ]
  const table = pages.flatMap(([page, own]) =>
    [undefined, ...listSources].flatMap((source) =>
      [undefined, ...markets].map((market) => ({ page, own, source, market, expected: expectedOf(own, source, market) })),
    ),
  )

  it.each(table)('on the page of $page: source $source, market $market → $expected', ({ own, source, market, expected }) => {
    expect(marketOfAddress({ source: source === undefined ? undefined : String(source), market }, own)).toBe(expected)
  })

  it.each(['1', '6', 'us', 'arg', 'ar', 'USA', '__proto__', '07'])('%s is neither a source nor a market', (value) => {
    expect(marketOfAddress({ source: value }, shareMarkets)).toBeNull()
    expect(marketOfAddress({ market: value }, shareMarkets)).toBeNull()
    expect(marketOfAddress({ market: 'US', source: value }, shareMarkets)).toBeNull()
  })

  it('without a market or a source, the page’s own is meant', () => expect(marketOfAddress({}, ['FX'])).toBe('FX'))
})

function expectedOf(own: readonly [Market, ...Market[]], source: Source | undefined, market: Market | undefined): Market | null {
  const possible = source === undefined ? [market ?? own[0]] : marketsOf[source]
  const meant = market === undefined ? possible[0] : possible.find((one) => one === market)
  return meant !== undefined && own.includes(meant) ? meant : null
}

const answers = [
  answer(quotes.detail, ({ stockCode, market = 'US' }) => detailOf(market, stockCode)),
  answer(positions.byStock, { position: null, positions: [], orders: [] }),
]

describe('a page opened by its address', () => {
  const found: readonly (readonly [at: string, Page: ComponentType, market: Market])[] = [
    ['pages/quote/stock?code=ABC&source=0', StockQuote, 'US'],
    ['pages/quote/stock?code=ABC&source=4', StockQuote, 'US'],
    ['pages/quote/stock?code=ABC&source=5', StockQuote, 'US'],
    ['pages/quote/stock?code=ABC&source=7', StockQuote, 'TW'],
    ['pages/quote/stock?code=ABC&source=8', StockQuote, 'US'],
    ['pages/quote/stock?code=ABC&source=ARG', StockQuote, 'AR'],
    ['pages/quote/stock?code=ABC&market=TW', StockQuote, 'TW'],
    ['pages/quote/stock?code=ABC&market=TW&source=8', StockQuote, 'TW'],
    ['pages/quote/stock?code=ABC', StockQuote, 'US'],
    ['pages/quote/future?code=ABC&source=3', FutureQuote, 'FUT'],
    ['pages/quote/forex?code=ABC&source=2', ForexQuote, 'FX'],
    ['pages/quote/globalindex?code=ABC&source=99', IndexQuote, 'IDX'],
    ['pages/payment/stock?code=ABC&source=7&direction=1', StockTicket, 'TW'],
    ['pages/payment/stock?code=ABC&source=ARG', StockTicket, 'AR'],
    ['pages/payment/future?code=ABC&source=3', FutureTicket, 'FUT'],
    ['pages/payment/forex?code=ABC&source=2', ForexTicket, 'FX'],
    ['pages/payment/close?code=ABC&source=3', CloseTicket, 'FUT'],
    ['pages/payment/close?code=ABC&source=ARG', CloseTicket, 'AR'],
  ]

  it.each(found)('%s reads the instrument of that market', async (at, Page, market) => {
    const page = await visit(Page, { at, answers, signedIn: true })
    await waitFor(() => expect(page.asked(quotes.detail)[0]).toMatchObject({ stockCode: 'ABC', market }))
  })

  const wrong: readonly (readonly [at: string, Page: ComponentType])[] = [
    ['pages/quote/stock?code=ABC&market=US&source=7', StockQuote],
    ['pages/quote/stock?code=ABC&source=77', StockQuote],
    ['pages/quote/stock?code=ABC&market=MARS', StockQuote],
    ['pages/quote/stock?code=ABC&source=99', StockQuote],
    ['pages/quote/future?code=ABC&source=2', FutureQuote],
    ['pages/quote/forex?code=ABC&market=FUT', ForexQuote],
    ['pages/quote/globalindex?code=ABC&market=US&source=99', IndexQuote],
    ['pages/payment/stock?code=ABC&market=TW&source=ARG', StockTicket],
    ['pages/payment/stock?code=ABC&source=99', StockTicket],
    ['pages/payment/future?code=ABC&source=0', FutureTicket],
    ['pages/payment/forex?code=ABC&market=US', ForexTicket],
  ]

  it.each(wrong)('%s finds nothing, and asks for nothing', async (at, Page) => {
    const page = await visit(Page, { at, answers, signedIn: true })
    expect(await screen.findByText(/No encontramos este instrumento/)).toBeDefined()
    expect(page.asked(quotes.detail)).toEqual([])
  })
})
