import { closureCauses } from '@rueda/rules/markets/closed-day.ts'
import { z } from 'zod'
import { listSources, markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { code, date, decimal, flag, text, ticker, timestamp } from './fields.ts'

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
    closure: z.enum(closureCauses).optional(),
    projected: flag,
  })
  .meta({ id: 'TradingDay' })
export type TradingDay = z.output<typeof tradingDay>

const marketName = z.enum(markets)
const MAX_DAYS = 400
/** Recorded history goes further back than the simulated one. */
const FIRST_YEAR = 1990
const LAST_YEAR = 2100

/**
 * Data that changes rarely and everything depends on: markets, their days and rules, countries, words, the venue's promises
 * (`docs/rules/quotes.md` A.2, `docs/rules/reference.md` A.11).
 */
export const reference = {
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
      pageSize: wholeNumber(1, MAX_DAYS).default(20),
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
    input: z.object({ stockCode: ticker.optional(), market: marketName.optional(), source: code(listSources).optional() }),
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
      followMax: z.number().int(),
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
    summary: 'What the venue promised before each day, with its price model, and the keys of finished days',
    input: z.object({}),
    data: z.array(
      z.object({
        market: z.string(),
        date,
        /** The number of the price model that draws the day. */
        model: z.int().positive(),
        commitment: z.string(),
        key: z.string().nullable(),
        publishedTimestamp: timestamp,
      }),
    ),
  }),
} as const
