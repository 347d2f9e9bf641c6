import { chargeKinds } from '@rueda/rules/fees/schedule.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { z } from 'zod'
import { pageInput, pageOf } from '../envelope.ts'
import { decimal, flag, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** Listed instruments, with what the rules of ordering know of them. Nothing here changes a price. */
const stop = z.object({
  id: z.string(),
  kind: z.enum(['halt', 'closeOnly']),
  /** True when the stop is of this instrument alone; false when of its market or everything. */
  own: flag,
  fromTimestamp: timestamp,
  untilTimestamp: timestamp.nullable(),
})

const delisting = z.object({ closingFromTimestamp: timestamp, endTimestamp: timestamp, told: z.number().int() })

const listed = z
  .object({
    instrumentId: z.string(),
    code: z.string(),
    name: z.string(),
    market: z.enum(marketNames),
    exchange: z.string(),
    currency: z.string(),
    quoteOnly: flag,
    ticks: z.array(z.object({ from: decimal, tick: decimal })),
    decimals: z.number().int(),
    step: decimal,
    minimum: decimal,
    largestLeverage: z.number().int(),
    /** A per cent of the base, or of a quantity an amount for each; the least is in the instrument's currency. */
    fees: z.array(
      z.object({ kind: z.enum(chargeKinds), rate: decimal, base: z.enum(['notional', 'quantity', 'charges']), least: decimal.nullable() }),
    ),
    phase: z.string(),
    openTimestamp: timestamp,
    closeTimestamp: timestamp,
    last: decimal.nullable(),
    /** Milliseconds since its quote was known to hold; null without one. */
    ageMs: z.number().int().nullable(),
    stop: stop.nullable(),
    delisting: delisting.nullable(),
    /** The market's clock at this answer, from which a notice counts. */
    nowTimestamp: timestamp,
  })
  .meta({ id: 'ListedInstrument' })
export type ListedInstrument = z.output<typeof listed>

const MAX_ID = 30

export const instruments = {
  list: staffEndpoint({
    method: 'GET',
    path: '/instruments',
    power: 'instruments.see',
    summary: 'What is listed, by name, code or market, with steps, fees, session, age of the quote and what stops it',
    input: z.object({ ...pageInput, search: text(MAX_ID).optional(), market: z.enum(marketNames).optional() }),
    data: pageOf(listed),
  }),
  delist: staffEndpoint({
    method: 'POST',
    path: '/instruments/delist',
    power: 'instruments.delist',
    summary: 'Announce that an instrument leaves the list: closing only from one day, nothing after another; whoever holds it is told',
    input: z.object({ ...why, instrumentId: text(MAX_ID), closingFromTimestamp: timestamp, endTimestamp: timestamp }),
    data: decided,
    refusals: ['instrument.unknown', 'parameter.invalid', ...approvalRefusals],
  }),
} as const
