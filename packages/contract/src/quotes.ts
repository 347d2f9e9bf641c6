import { z } from 'zod'
import { klineTypes, markets, stockClasses, stockExchanges } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { date, decimal, flag, text, ticker, timestamp } from './fields.ts'
import { futureTerms } from './futures.ts'
import {
  bar,
  certificateTerms,
  corporateAction,
  depth,
  indexRegions,
  indexTerms,
  oddLotCalls,
  pairTerms,
  quote,
  trade,
} from './quote-shapes.ts'

const marketName = z.enum(markets)
const one = { stockCode: ticker, market: marketName.default('US') }
const sortable = {
  sort: z.enum(['change_ratio', 'volume', 'turnover', 'code', 'name', 'price_nominal']).optional(),
  order: z.enum(['asc', 'desc']).default('desc'),
}
const sparkline = { closes: wholeNumber(0, 1).default(0) }
const KEYWORD_LENGTH = 50
const MAX_CODES = 100
const MAX_BARS = 1_500

const codeList = z
  .string()
  .max(MAX_CODES * 16)
  .transform((value) => value.split(','))
  .pipe(z.array(ticker).max(MAX_CODES))

/** Quotes, charts and what is known of an instrument (`docs/rules/quotes.md` A.2). */
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
      classify: z.enum(stockClasses).optional(),
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
    input: z.object({ region: z.enum(indexRegions).optional(), ...sparkline }),
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
        /** Fields of a future, left out of everything else. */
        ...futureTerms.partial().shape,
        lotSize: decimal,
        tickSize: decimal,
        /** The steps by price, lowest first: each holds from its price on. */
        ticks: z.array(z.object({ from: decimal, tick: decimal })),
        minCount: decimal,
        oddLots: oddLotCalls.nullable(),
        /** Until when whole lots trade at the closing price of the session that is over; null at other times. */
        closingPriceTimestamp: timestamp.nullable(),
        marginAllowed: flag,
        shortable: flag,
        week52High: decimal.nullable(),
        week52Low: decimal.nullable(),
        marketCap: decimal.nullable(),
        pe: decimal.nullable(),
        eps: decimal.nullable(),
        dividendYield: decimal.nullable(),
        beta: decimal.nullable(),
        bands: z.object({ up: decimal.nullable(), down: decimal.nullable() }).nullable(),
        sessionText: z.string(),
        settlementText: z.string(),
        feeText: z.string(),
        depth: depth.nullable(),
        profile: z.string(),
        quoteOnly: flag,
        pair: pairTerms.nullable(),
        certificate: certificateTerms.nullable(),
        index: indexTerms.nullable(),
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
      limit: wholeNumber(1, MAX_BARS).optional(),
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
    summary: 'Quotes of any market in the order asked; null for an unknown one',
    input: z.object({
      list: z
        .array(z.object({ stkName: text(KEYWORD_LENGTH).optional(), stkcode: ticker, market: marketName.optional() }))
        .max(MAX_CODES)
        .optional(),
      codes: z.array(ticker).max(MAX_CODES).optional(),
    }),
    data: z.array(quote.nullable()),
    refusals: ['parameter.missing'],
  }),
} as const
