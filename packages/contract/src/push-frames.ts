import { messageTypes } from '@rueda/rules/messages/types.ts'
import { z } from 'zod'
import { klineTypes } from './codes.ts'
import { decimal, identifier, timestamp } from './fields.ts'
import { bar, closeOnly, extendedHours, trade } from './quote-shapes.ts'

/**
 * The contents of public push frames. Private frames carry `OrderRow`, `Position`, `Wallet` and `MiningState` as the calls answer them,
 * and of messages how many are unread: their words are in the language they are read in.
 */
export const quoteFrame = z.array(
  z.object({
    code: z.string(),
    price_nominal: decimal,
    bid: decimal.nullable(),
    ask: decimal.nullable(),
    bidVolume: decimal.nullable(),
    askVolume: decimal.nullable(),
    change: decimal,
    change_ratio: decimal,
    open: decimal,
    high: decimal,
    low: decimal,
    volume: decimal,
    turnover: decimal,
    tradeStatus: z.string(),
    closeOnly: closeOnly.optional(),
    extendedHours: extendedHours.optional(),
    updateTimeTimestamp: timestamp,
    venue: z.string(),
  }),
)
export type QuoteFrame = z.output<typeof quoteFrame>[number]

const level = z.tuple([decimal, decimal])
export const depthFrame = z.object({ code: z.string(), bids: z.array(level), asks: z.array(level), updateTimeTimestamp: timestamp })
export type DepthFrame = z.output<typeof depthFrame>

/** Newest first. */
export const tradeFrame = z.object({
  code: z.string(),
  trades: z.array(trade),
})
export type TradeFrame = z.output<typeof tradeFrame>

export const klineFrame = z.object({ code: z.string(), type: z.enum(klineTypes), item: bar })
export type KlineFrame = z.output<typeof klineFrame>

/** Without a message when only the count has changed, because something was read. */
export const messageFrame = z.object({
  unread: z.number().int(),
  message: z.object({ id: identifier, type: z.enum(messageTypes), createTimestamp: timestamp }).optional(),
  /** Something happened in the conversation with support; its content is fetched by a call. */
  supportTimestamp: timestamp.optional(),
})
export type MessageFrame = z.output<typeof messageFrame>
