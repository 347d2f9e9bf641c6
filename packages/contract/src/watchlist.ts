import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { flag, identifier, text, ticker, timestamp } from './fields.ts'
import { quote } from './quote-shapes.ts'

/** The customer's watched instruments (`docs/rules/watchlist.md` A.4). Adding twice gives the same row; removing a missing one succeeds. */
const CODE_LENGTH = 16
export const watchlist = {
  list: endpoint({
    method: 'GET',
    path: '/userSelfSecurity/selectSelfSelectionStocksData',
    access: 'user',
    summary: 'Watched instruments with their quotes',
    input: z.object({ classify: text(CODE_LENGTH).optional(), source: text(4).optional() }),
    data: z.array(quote.extend({ id: identifier, sort: z.number().int(), addTimestamp: timestamp }).meta({ id: 'WatchedQuote' })),
  }),
  add: endpoint({
    method: 'POST',
    path: '/userSelfSecurity/save',
    access: 'user',
    summary: 'Watch an instrument',
    input: z.object({
      assettype: text(CODE_LENGTH).optional(),
      securityName: text().optional(),
      secuCode: ticker,
      market: z.enum(markets).default('US'),
      classify: text(CODE_LENGTH).optional(),
    }),
    data: z.object({ id: identifier, selfSelectStatus: flag }),
    refusals: ['instrument.unknown', 'watchlist.full'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/userSelfSecurity/delete/{id}',
    access: 'user',
    summary: 'Stop watching, by row',
    input: z.object({ id: identifier }),
    data: z.object({ selfSelectStatus: flag }),
  }),
  removeByCode: endpoint({
    method: 'POST',
    path: '/userSelfSecurity/deleteByStockCode/{stockCode}',
    access: 'user',
    summary: 'Stop watching, by code',
    input: z.object({ stockCode: ticker, market: z.enum(markets).default('US') }),
    data: z.object({ selfSelectStatus: flag }),
  }),
} as const
