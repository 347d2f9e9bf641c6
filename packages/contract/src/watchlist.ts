import { MAX_INSTRUMENTS } from '@rueda/rules/watchlist/lists.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { wholeNumber } from './envelope.ts'
import { code, flag, identifier, text, ticker, timestamp } from './fields.ts'
import { quote } from './quote-shapes.ts'
import { listName } from './watchlist-forms.ts'

const CODE_LENGTH = 16
const named = { stockCode: ticker, market: z.enum(markets).default('US') }
const instruments = z.array(z.object(named)).max(MAX_INSTRUMENTS)
const place = wholeNumber(0, MAX_INSTRUMENTS)

const watchedQuote = quote.extend({ id: identifier, sort: z.number().int(), addTimestamp: timestamp }).meta({ id: 'WatchedQuote' })

const watchlistOfMany = z
  .object({
    /** The usual list has the same id in every account. */
    id: identifier,
    /** Null while the usual list goes by the app's own word. */
    name: z.string().nullable(),
    usual: flag,
    count: z.number().int(),
    /** Whether the instrument that was asked about is on it; null where none was. */
    holds: flag.nullable(),
  })
  .meta({ id: 'Watchlist' })
export type WireWatchlist = z.output<typeof watchlistOfMany>

/**
 * The customer's watched instruments: the calls of the specification about the usual list (`docs/rules/watchlist.md` A.4), and those about several
 * lists, which are ours (`docs/rules/watchlist.md` P.1). Adding twice gives the same row; removing a missing one succeeds.
 */
export const watchlist = {
  list: endpoint({
    method: 'GET',
    path: '/userSelfSecurity/selectSelfSelectionStocksData',
    access: 'user',
    summary: 'Watched instruments of the usual list with their quotes',
    input: z.object({ classify: text(CODE_LENGTH).optional(), source: text(4).optional() }),
    data: z.array(watchedQuote),
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
  lists: endpoint({
    method: 'GET',
    path: '/watchlist/lists',
    access: 'user',
    summary: 'The lists with their counts, the usual one first; which of them hold an instrument, where one is named',
    input: z.object({ stockCode: ticker.optional(), market: z.enum(markets).default('US') }),
    data: z.object({ lists: z.array(watchlistOfMany), most: z.number().int(), mostInstruments: z.number().int() }),
  }),
  instruments: endpoint({
    method: 'GET',
    path: '/watchlist/instruments',
    access: 'user',
    summary: 'The instruments of one list with their quotes, in its order',
    input: z.object({ listId: identifier }),
    data: z.array(watchedQuote),
    refusals: ['object.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/watchlist/create',
    access: 'user',
    idempotent: true,
    summary: 'A new list, with instruments in it from the start if some are named',
    input: z.object({ name: listName, instruments: instruments.optional() }),
    data: watchlistOfMany,
    refusals: ['watchlist.too_many', 'watchlist.name_taken', 'instrument.unknown'],
  }),
  rename: endpoint({
    method: 'POST',
    path: '/watchlist/rename',
    access: 'user',
    summary: 'Give a list another name',
    input: z.object({ listId: identifier, name: listName }),
    data: z.literal(true),
    refusals: ['object.not_found', 'watchlist.name_taken'],
  }),
  removeList: endpoint({
    method: 'POST',
    path: '/watchlist/delete',
    access: 'user',
    summary: 'Delete a list; one with instruments only where that is meant, and one that is gone already is fine',
    input: z.object({ listId: identifier, withInstruments: code([0, 1]).default(0) }),
    data: z.literal(true),
    refusals: ['watchlist.usual_stays', 'watchlist.not_empty'],
  }),
  put: endpoint({
    method: 'POST',
    path: '/watchlist/put',
    access: 'user',
    summary: 'Put an instrument on a list, on top or at a place',
    input: z.object({ listId: identifier, ...named, place: place.optional() }),
    data: z.object({ id: identifier }),
    refusals: ['object.not_found', 'instrument.unknown', 'watchlist.full'],
  }),
  take: endpoint({
    method: 'POST',
    path: '/watchlist/take',
    access: 'user',
    summary: 'Take an instrument off a list',
    input: z.object({ listId: identifier, ...named }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  move: endpoint({
    method: 'POST',
    path: '/watchlist/move',
    access: 'user',
    summary: 'Move a row of a list to another place of it, counted from 0',
    input: z.object({ listId: identifier, id: identifier, place }),
    data: z.literal(true),
    refusals: ['object.not_found'],
  }),
  transfer: endpoint({
    method: 'POST',
    path: '/watchlist/transfer',
    access: 'user',
    summary: 'Move instruments to another list, all of them or none',
    input: z.object({ fromListId: identifier, toListId: identifier, instruments }),
    data: z.literal(true),
    refusals: ['object.not_found', 'watchlist.full'],
  }),
  takeOrder: endpoint({
    method: 'POST',
    path: '/watchlist/takeOrder',
    access: 'user',
    summary: 'Take over the order that a device kept of the usual list, once',
    input: z.object({ instruments }),
    data: z.object({ taken: flag }),
  }),
} as const
