import { closeOnlyReasons } from '@rueda/rules/instruments/close-only.ts'
import { z } from 'zod'
import { klineTypes, markets, stockExchanges } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { date, decimal, flag, text, sourceCode, ticker, timestamp } from './fields.ts'

/** While it stands, only selling what is held, closing positions and cancelling orders are possible. */
export const closeOnly = z
  .object({ reason: z.enum(closeOnlyReasons), fromTimestamp: timestamp, untilTimestamp: timestamp })
  .meta({ id: 'CloseOnly' })
export type CloseOnly = z.output<typeof closeOnly>

/** Quotes and market data (`domain.md` A.2). Prices are decimal text with the tick's decimals. */
export const quote = z
  .object({
    name: z.string(),
    stock_code: z.string(),
    code: z.string(),
    market: z.string(),
    marketType: z.string(),
    classify: z.string(),
    source: sourceCode,
    currency: z.string(),
    price_nominal: decimal,
    change: decimal,
    change_ratio: decimal,
    open: decimal,
    high: decimal,
    low: decimal,
    preClose: decimal,
    volume: decimal,
    turnover: decimal,
    bid: decimal.nullable(),
    ask: decimal.nullable(),
    bidVolume: decimal.nullable(),
    askVolume: decimal.nullable(),
    decimals: z.number().int(),
    /** 1 when a scenario moves this price today, or restricts what may be ordered. */
    scenario: flag.optional(),
    closeOnly: closeOnly.optional(),
    tradeStatus: z.enum(['PRE', 'OPEN', 'AUCTION', 'LUNCH', 'POST', 'CLOSED', 'HALT']),
    selfSelectStatus: flag,
    localLogoUrl: z.string(),
    updateTimeTimestamp: timestamp,
    venue: z.string(),
    delayedMinutes: z.number().int(),
    /** The last 50 closes for the small chart, oldest first; only in lists that ask for it. */
    closes: z.array(decimal).optional(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.output<typeof quote>

const level = z.tuple([decimal, decimal])
const depth = z.object({ bids: z.array(level), asks: z.array(level) }).meta({ id: 'Depth' })
const trade = z
  .object({ price: decimal, qty: decimal, direction: z.number().int(), tradeTimestamp: timestamp, sequence: z.number().int() })
  .meta({ id: 'Trade' })

const session = z.object({ type: z.enum(['PRE', 'REGULAR', 'POST']), openTimestamp: timestamp, closeTimestamp: timestamp })
const tradingDay = z
  .object({
    date,
    market: z.string(),
    tradingDay: flag,
    settlementDay: flag,
    halfDay: flag,
    sessions: z.array(session),
    holidayName: z.string().optional(),
    projected: flag,
  })
  .meta({ id: 'TradingDay' })
export type TradingDay = z.output<typeof tradingDay>

const marketName = z.enum(markets)
const one = { stockCode: ticker, market: marketName.default('US') }
const sortable = {
  sort: z.enum(['change_ratio', 'volume', 'turnover', 'code', 'name', 'price_nominal']).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
}
const sparkline = { closes: wholeNumber(0, 1).default(0) }
const KEYWORD_LENGTH = 50
const MOST_CODES = 100
const MOST_DAYS = 400
/** Recorded history goes further back than the simulated one. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100
const MOST_BARS = 1_500

const codeList = z
  .string()
  .max(MOST_CODES * 16)
  .transform((value) => value.split(','))
  .pipe(z.array(ticker).max(MOST_CODES))

/** What one lot of a pair is worth; amounts are dollars for one lot, a night's below zero where it costs. */
const pairTerms = z
  .object({
    base: z.string(),
    lotUnits: decimal,
    pip: decimal,
    largestLeverage: z.number().int(),
    pipValue: decimal.nullable(),
    swapLong: decimal.nullable(),
    swapShort: decimal.nullable(),
  })
  .meta({ id: 'PairTerms' })

export const bar = z.object({
  timestamp,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
  turnover: decimal,
  partial: flag.optional(),
  /** 1 when nothing could be traded in a part of it: a pause or a halt. */
  halt: flag.optional(),
})
export type KlineBar = z.output<typeof bar>

/** Newest first; `amount` per share of a dividend, `ratio` "7:1" of a split: seven new shares for one old. */
export const corporateAction = z
  .object({
    kind: z.enum(['dividend', 'split']),
    exDate: date,
    payDate: date.nullable(),
    amount: decimal.nullable(),
    ratio: z.string().nullable(),
  })
  .meta({ id: 'CorporateAction' })
export type CorporateActionRow = z.output<typeof corporateAction>

export const quotes = {
  all: endpoint({
    method: 'GET',
    path: '/m_ft/all_stock_list',
    access: 'public',
    summary: 'All stocks of a market',
    input: z.object({
      ...pageInput,
      market: marketName.default('US'),
      marketType: z.enum(stockExchanges).optional(),
      keyword: text(KEYWORD_LENGTH).optional(),
      ...sortable,
      ...sparkline,
    }),
    data: pageOf(quote),
  }),
  taiwan: endpoint({
    method: 'GET',
    path: '/tg_st/all_stock_list',
    access: 'public',
    summary: 'All stocks and funds of Taiwan',
    input: z.object({
      ...pageInput,
      keyword: text(KEYWORD_LENGTH).optional(),
      industry: text(KEYWORD_LENGTH).optional(),
      ...sortable,
      ...sparkline,
    }),
    data: pageOf(quote),
  }),
  list: endpoint({
    method: 'GET',
    path: '/m_ft/stock_list',
    access: 'public',
    summary: 'Stocks by exchange or by code',
    input: z.object({
      ...pageInput,
      market: marketName.default('US'),
      marketType: z.enum(stockExchanges).optional(),
      classify: z.literal('UsStock').optional(),
      codes: codeList.optional(),
      ...sortable,
      ...sparkline,
    }),
    data: pageOf(quote),
  }),
  top: endpoint({
    method: 'GET',
    path: '/m_ft/topList',
    access: 'public',
    summary: 'Gainers, losers, most active',
    input: z.object({
      type: z.enum(['gainers', 'losers', 'active', 'turnover', 'new_high', 'new_low']),
      market: marketName.default('US'),
      limit: wholeNumber(1, 100).default(20),
      ...sparkline,
    }),
    data: z.array(quote),
  }),
  hot: endpoint({
    method: 'GET',
    path: '/m_ft/hot_stock',
    access: 'public',
    summary: 'Popular stocks; no paid placement',
    input: z.object({ market: marketName.default('US'), limit: wholeNumber(1, 100).default(20), ...sparkline }),
    data: z.array(quote),
  }),
  home: endpoint({
    method: 'GET',
    path: '/m_ft/home_custom_list',
    access: 'public',
    summary: 'Indices and watched stocks for the home page',
    input: z.object({}),
    data: z.object({
      indices: z.array(quote),
      watch: z.array(quote),
      banners: z.array(z.object({ img: z.string(), link: z.string(), title: z.string() })),
    }),
  }),
  indices: endpoint({
    method: 'GET',
    path: '/m_ft/global_index',
    access: 'public',
    summary: 'Indices',
    input: z.object({ region: z.enum(['americas', 'europe', 'asia']).optional(), ...sparkline }),
    data: z.array(quote),
  }),
  detail: endpoint({
    method: 'GET',
    path: '/m_ft/stock_detail_ft',
    access: 'public',
    summary: 'One instrument with its rules and ten levels of depth',
    input: z.object(one),
    data: quote
      .extend({
        lotSize: decimal,
        tickSize: decimal,
        minCount: decimal,
        marginAllowed: flag,
        shortable: flag,
        week52High: decimal.nullable(),
        week52Low: decimal.nullable(),
        marketCap: decimal.nullable(),
        pe: decimal.nullable(),
        eps: decimal.nullable(),
        dividendYield: decimal.nullable(),
        beta: decimal.nullable(),
        bands: z.object({ up: decimal, down: decimal }).nullable(),
        sessionText: z.string(),
        settlementText: z.string(),
        feeText: z.string(),
        depth: depth.nullable(),
        profile: z.string(),
        quoteOnly: flag,
        pair: pairTerms.nullable(),
        simulated: z.boolean(),
      })
      .meta({ id: 'QuoteDetail' }),
    refusals: ['instrument.unknown'],
  }),
  light: endpoint({
    method: 'GET',
    path: '/m_ft/detail_quote',
    access: 'public',
    summary: 'One quote with five levels of depth and the last twenty trades',
    input: z.object(one),
    data: quote.extend({ depth: depth.nullable(), trades: z.array(trade) }).meta({ id: 'QuoteLight' }),
    refusals: ['instrument.unknown'],
  }),
  summary: endpoint({
    method: 'GET',
    path: '/m_ft/summary_detail',
    access: 'public',
    summary: 'Company profile and statistics',
    input: z.object(one),
    data: z.object({
      profile: z.object({
        description: z.string(),
        sector: z.string().nullable(),
        industry: z.string().nullable(),
        ceo: z.string().nullable(),
        employees: z.number().int().nullable(),
        website: z.string().nullable(),
        ipoDate: date.nullable(),
      }),
      stats: z.object({
        avgVolume30: decimal.nullable(),
        week52High: decimal.nullable(),
        week52Low: decimal.nullable(),
        marketCap: decimal.nullable(),
        sharesOut: decimal.nullable(),
        pe: decimal.nullable(),
        pb: decimal.nullable(),
        eps: decimal.nullable(),
        dividend: decimal.nullable(),
        exDate: date.nullable(),
      }),
      corporateActions: z.array(corporateAction),
    }),
    refusals: ['instrument.unknown'],
  }),
  kline: endpoint({
    method: 'GET',
    path: '/m_ft/kline',
    access: 'public',
    summary: 'Bars; never one of the future',
    input: z.object({
      ...one,
      type: z.enum(klineTypes),
      endTimestamp: wholeNumber(0, 9_999_999_999_999).optional(),
      limit: wholeNumber(1, MOST_BARS).optional(),
      adjust: z.enum(['split', 'none']).default('split'),
    }),
    data: z
      .object({
        stockCode: z.string(),
        market: z.string(),
        type: z.enum(klineTypes),
        interval: z.string(),
        tz: z.string(),
        preClose: decimal,
        venue: z.string(),
        items: z.array(bar),
      })
      .meta({ id: 'Kline' }),
    refusals: ['instrument.unknown'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/quotes/getStock',
    access: 'public',
    summary: 'Find instruments by code or name',
    input: z.object({ keyword: text(KEYWORD_LENGTH).optional(), code: ticker.optional(), market: marketName.optional() }),
    data: z.array(quote),
    refusals: ['parameter.missing'],
  }),
  byNameOrCode: endpoint({
    method: 'POST',
    path: '/market/getMaket',
    access: 'public',
    summary: 'One quote by name or code',
    input: z.object({ stkName: text(KEYWORD_LENGTH).optional(), stkcode: ticker.optional(), market: marketName.optional() }),
    data: quote,
    refusals: ['parameter.missing', 'instrument.unknown'],
  }),
  many: endpoint({
    method: 'POST',
    path: '/market/getMakets',
    access: 'public',
    summary: 'Quotes in the order asked; null for an unknown one',
    input: z.object({
      list: z
        .array(z.object({ stkName: text(KEYWORD_LENGTH).optional(), stkcode: ticker, market: marketName.default('US') }))
        .max(MOST_CODES)
        .optional(),
      codes: z.array(ticker).max(MOST_CODES).optional(),
    }),
    data: z.array(quote.nullable()),
    refusals: ['parameter.missing'],
  }),
  markets: endpoint({
    method: 'GET',
    path: '/m_ft/market_list',
    access: 'public',
    summary: 'The markets there are, with their exchanges and the sessions of the next days',
    input: z.object({}),
    data: z.array(
      z
        .object({
          market: marketName,
          timeZone: z.string(),
          instruments: z.number().int(),
          exchanges: z.array(z.string()),
          days: z.array(tradingDay),
        })
        .meta({ id: 'ServedMarket' }),
    ),
  }),
  tradingDays: endpoint({
    method: 'POST',
    path: '/stocka_trading_day/getPageList',
    access: 'public',
    summary: 'Trading and settlement days with their sessions',
    input: z.object({
      market: marketName,
      year: wholeNumber(FIRST_YEAR, LAST_YEAR).optional(),
      month: wholeNumber(1, 12).optional(),
      pageNum: pageInput.pageNum,
      pageSize: wholeNumber(1, MOST_DAYS).default(20),
    }),
    data: pageOf(tradingDay),
  }),
  areas: endpoint({
    method: 'GET',
    path: '/areaInfo/list',
    access: 'public',
    summary: 'Countries',
    input: z.object({}),
    data: z.array(
      z.object({
        code: z.string(),
        name: z.string(),
        nameEn: z.string(),
        phoneCode: z.string(),
        currency: z.string(),
        idDocTypes: z.array(z.string()),
      }),
    ),
  }),
  dictionary: endpoint({
    method: 'GET',
    path: '/dict/data',
    access: 'public',
    summary: 'A list of labelled values; empty for an unknown type',
    input: z.object({ dictType: text(40) }),
    data: z.array(z.object({ dictLabel: z.string(), dictValue: z.string(), dictSort: z.number().int() })),
  }),
  minimumCount: endpoint({
    method: 'POST',
    path: '/stocka_config/getMinCount',
    access: 'public',
    summary: 'The quantities and price steps orders must keep to',
    input: z.object({ stockCode: ticker.optional(), market: marketName.optional(), source: wholeNumber(0, 99).optional() }),
    data: z.object({
      minCount: decimal,
      step: decimal,
      lotSize: decimal,
      maxCount: decimal,
      tickSize: decimal,
      oddLotAllowed: flag,
      blockMin: z.number().int(),
      fundMin: decimal.nullable(),
      followMin: z.number().int(),
    }),
    refusals: ['instrument.unknown'],
  }),
  scenario: endpoint({
    method: 'GET',
    path: '/market/scenario',
    access: 'public',
    summary: 'The scenario laid over the simulated market since its first start, as it was promised; null for none',
    input: z.object({}),
    data: z.object({ name: z.string(), text: z.string(), hash: z.string() }).nullable(),
  }),
  commitments: endpoint({
    method: 'GET',
    path: '/market/commitments',
    access: 'public',
    summary: 'What the venue promised before each day, and the keys of finished days',
    input: z.object({}),
    data: z.array(
      z.object({ market: z.string(), date, commitment: z.string(), key: z.string().nullable(), publishedTimestamp: timestamp }),
    ),
  }),
} as const
