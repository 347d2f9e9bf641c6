import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { decimal, flag, text, timestamp } from './fields.ts'
import { quote } from './quote-shapes.ts'

/** Futures and their contract months (`docs/rules/quotes.md` A.16, A.17). */
export const futuresCategories = ['index', 'energy', 'metal', 'agri', 'fx', 'crypto'] as const

const ROOT_LENGTH = 8

/** When a contract ends: its last trade date as people read it, and the moment its final settlement price is taken. */
const lastTrade = { LTD: z.string(), lastTradeDate: timestamp }

/** Fields that a future adds to a quote. */
export const futureTerms = z.object({
  root: z.string(),
  category: z.enum(futuresCategories),
  Bid: decimal.nullable(),
  Ask: decimal.nullable(),
  BidVolume: decimal.nullable(),
  AskVolume: decimal.nullable(),
  /** Contracts open: the others’ at the end of the day before and our customers’ now; and what changed since that day ended. */
  Ol: z.number().int(),
  OlChg: z.number().int(),
  ...lastTrade,
  /** Trading days until then, by the market's own calendar; 0 on the last one. */
  daysLeft: z.number().int(),
  multiplier: decimal,
  tickSize: decimal,
  /** In the contract's currency; a share of its value where the table gives one. */
  initialMargin: decimal,
  maintMargin: decimal,
  /** The newest settlement price; null where there is none yet. */
  settlePrice: decimal.nullable(),
  underlying: z.string(),
  frontMonth: flag,
})
export type FutureTerms = z.output<typeof futureTerms>

export const futureQuote = quote.extend(futureTerms.shape).meta({ id: 'FutureQuote' })
export type FutureQuote = z.output<typeof futureQuote>

export const futures = {
  list: endpoint({
    method: 'GET',
    path: '/m_ft/futures_list',
    access: 'public',
    summary: 'The front month of every family of futures, or all months of one',
    input: z.object({ category: z.enum(futuresCategories).optional(), root: text(ROOT_LENGTH).optional() }),
    data: z.array(futureQuote),
  }),
  months: endpoint({
    method: 'GET',
    path: '/m_ft/futures_opt_list',
    access: 'public',
    summary: 'The contract months of a family that can be chosen',
    input: z.object({ root: text(ROOT_LENGTH) }),
    data: z.object({
      root: z.string(),
      contracts: z.array(
        z.object({
          code: z.string(),
          month: z.string(),
          ...lastTrade,
          Ol: z.number().int(),
          volume: decimal,
          frontMonth: flag,
        }),
      ),
    }),
    refusals: ['instrument.unknown'],
  }),
} as const
