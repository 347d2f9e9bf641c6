import { z } from 'zod'
import { directions, sideOfDirection } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, date, decimal, identifier, price, quantity, ticker, timestamp } from './fields.ts'
import { orderResult } from './orders.ts'

/** Blocks: large orders that the block desk executes whole (`docs/rules/block-trades.md` A.41, A.48, E.4). */
const blockStock = z
  .object({
    stockCode: ticker,
    name: z.string(),
    market: z.string(),
    price: decimal,
    /** The change of the day, in percent. */
    zdf: decimal,
    decimals: z.number().int(),
    currency: z.string(),
    localLogoUrl: z.string(),
    /** Shares: a usual day's, and the least and the largest block. */
    averageVolume: decimal,
    minQuantity: decimal,
    maxQuantity: decimal,
    marketDateTimestamp: timestamp,
  })
  .meta({ id: 'BlockStock' })
export type BlockStock = z.output<typeof blockStock>

const blockQuote = z
  .object({
    quoteId: identifier,
    stockCode: ticker,
    direction: z.number().int(),
    quantity: decimal,
    /** Firm until it expires, for this quantity. */
    price: decimal,
    /** The middle of the market, and how far the price is from it, in percent: below zero for a sale. */
    referencePrice: decimal,
    premiumPct: decimal,
    /** Price × quantity; the house's fee; what others collect; and what is paid or received in all. */
    amount: decimal,
    fee: decimal,
    tax: decimal,
    total: decimal,
    currency: z.string(),
    /** Trading days for which what is bought is locked, and the day on which it can be sold; null for a sale. */
    lockDays: z.number().int(),
    unlockDate: date.nullable(),
    expireTimestamp: timestamp,
    venue: z.string(),
  })
  .meta({ id: 'BlockQuote' })
export type BlockQuote = z.output<typeof blockQuote>

const shareLock = z
  .object({
    id: identifier,
    stockCode: ticker,
    name: z.string(),
    market: z.string(),
    quantity: decimal,
    unlockDate: date,
    lockTimestamp: timestamp,
  })
  .meta({ id: 'ShareLock' })
export type ShareLock = z.output<typeof shareLock>

const asked = { stockCode: ticker, direction: code(directions), quantity }
const refusals = [
  'account.frozen',
  'kyc.required',
  'permission.required',
  'block.not_permitted',
  'instrument.unknown',
  'instrument.quote_only',
  'instrument.close_only',
  'market.closed',
  'instrument.halted',
  'quantity.below_minimum',
  'quantity.step',
  'order.risk_limit',
  'quote.stale',
  'feature.disabled',
] as const

export const blocks = {
  stocks: endpoint({
    method: 'POST',
    path: '/blockTrade/stocks',
    access: 'public',
    summary: 'The shares that the block desk quotes, those that are traded most first',
    input: z.object(pageInput),
    data: pageOf(blockStock),
  }),
  quote: endpoint({
    method: 'POST',
    path: '/blockTrade/quote',
    access: 'user',
    summary: 'A firm price for a block, which holds for thirty seconds and is used once',
    input: z.object(asked),
    data: blockQuote,
    refusals,
  }),
  create: endpoint({
    method: 'POST',
    path: '/blockTrade/create',
    access: 'user',
    idempotent: true,
    act: ({ direction }) => (sideOfDirection[direction] === 'buy' ? 'buyBlock' : 'sellBlock'),
    summary: 'Trade a block at a firm price that was quoted, or at a price of one’s own if the desk comes to it within a minute',
    input: z.object({ ...asked, price: price.optional(), quoteId: identifier.optional() }),
    data: orderResult,
    refusals: [
      ...refusals,
      'parameter.missing',
      'block.quote_expired',
      'price.tick',
      'price.outside_band',
      'wallet.insufficient',
      'position.insufficient',
      'position.locked',
    ],
  }),
  locks: endpoint({
    method: 'POST',
    path: '/blockTrade/locks',
    access: 'user',
    summary: 'Shares that cannot be sold yet, and from when on they can',
    input: z.object({}),
    data: z.array(shareLock),
  }),
} as const
