import { alertKinds } from '@rueda/rules/alerts/alert.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, venueLabel } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, sourceCode, ticker, timestamp } from './fields.ts'

/** Price alerts, an extension of ours: the levels a customer wants to hear of, and the notices sent (`docs/rules/screens.md` 4.13). */
const LEVEL_DECIMALS = 8
const instrument = {
  name: z.string(),
  stockCode: z.string(),
  /** The canonical id, "US:ARDV", by which quotes are told. */
  code: z.string(),
  market: z.enum(markets),
  source: sourceCode,
  currency: z.string(),
  decimals: z.number().int(),
  localLogoUrl: z.string(),
}

export const alert = z
  .object({
    id: identifier,
    ...instrument,
    kind: z.enum(alertKinds),
    /** A price, a percentage in points, or a quantity. */
    level: decimal,
    repeats: flag,
    status: z.enum(['armed', 'fired', 'off']),
    price_nominal: decimal.nullable(),
    createTimestamp: timestamp,
    firedTimestamp: timestamp.nullable(),
    venue: venueLabel,
  })
  .meta({ id: 'Alert' })
export type Alert = z.output<typeof alert>

export const delivery = z
  .object({
    id: identifier,
    alertId: identifier,
    messageId: identifier,
    ...instrument,
    kind: z.enum(alertKinds),
    level: decimal,
    /** The price at which it fired. */
    price: decimal,
    /** 1 when it went to a connected device besides the messages. */
    pushed: flag,
    /** More than 1 when it could not be written down at once. */
    attempts: z.number().int(),
    createTimestamp: timestamp,
    venue: venueLabel,
  })
  .meta({ id: 'AlertDelivery' })
export type AlertDelivery = z.output<typeof delivery>

export const alerts = {
  list: endpoint({
    method: 'GET',
    path: '/alert/list',
    access: 'user',
    summary: 'The alerts of the customer, by instrument, and how many there may be',
    input: z.object({ stockCode: ticker.optional(), market: z.enum(markets).optional() }),
    data: z.object({ list: z.array(alert), most: z.number().int() }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/alert/save',
    access: 'user',
    summary: 'Create an alert, or change one and arm it again; the same level twice is one alert',
    input: z.object({
      id: identifier.optional(),
      stockCode: ticker,
      market: z.enum(markets).default('US'),
      kind: z.enum(alertKinds),
      level: positiveDecimal(LEVEL_DECIMALS),
      repeats: code([0, 1]).default(0),
    }),
    data: alert,
    refusals: ['object.not_found', 'instrument.unknown', 'price.tick', 'alert.full', 'alert.already_met'],
  }),
  turn: endpoint({
    method: 'POST',
    path: '/alert/switch',
    access: 'user',
    summary: 'Arm an alert again, or switch it off',
    input: z.object({ id: identifier, on: code([0, 1]) }),
    data: alert,
    refusals: ['object.not_found', 'instrument.unknown', 'alert.already_met'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/alert/delete',
    access: 'user',
    summary: 'Delete an alert; one that is gone already is fine',
    input: z.object({ id: identifier }),
    data: z.literal(true),
  }),
  deliveries: endpoint({
    method: 'GET',
    path: '/alert/deliveries',
    access: 'user',
    summary: 'What alerts told, the newest first, and how it went out',
    input: z.object(pageInput),
    data: pageOf(delivery),
  }),
} as const
