import { z } from 'zod'
import { date, decimal, flag, identifier, timestamp } from './fields.ts'

/** What has become of an order: its executions and the lines of its timeline (`docs/rules/orders.md` A.5, D.2). */
export const orderFill = z
  .object({
    price: decimal,
    quantity: decimal,
    amount: decimal,
    fee: decimal,
    sequence: z.number().int(),
    tradeTimestamp: timestamp,
    /** Its day's tape (`docs/rules/proof.md` P.42) is under this name of the instrument, which never changes, and this date. */
    instrument: z.string(),
    tradeDate: date,
    /** It rested until somebody took it. */
    isResting: flag,
  })
  .meta({ id: 'Fill' })

/** An execution as a chart marks it. */
export const ownFill = z
  .object({
    orderId: identifier,
    direction: z.number().int(),
    price: decimal,
    quantity: decimal,
    sequence: z.number().int(),
    tradeTimestamp: timestamp,
  })
  .meta({ id: 'OwnFill' })
export type OwnFill = z.output<typeof ownFill>

/** One line of an order's timeline, oldest first. What a kind has no use for is null. */
export const orderEvent = z
  .object({
    kind: z.string(),
    eventTimestamp: timestamp,
    sequence: z.number().int().nullable(),
    price: decimal.nullable(),
    stopPrice: decimal.nullable(),
    quantity: decimal.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'OrderEvent' })
