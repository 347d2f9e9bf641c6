import { closeOnlyReasons } from '@rueda/rules/instruments/close-only.ts'
import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { identifier, text, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** Market controls: trading is stopped by one person and goes on by two; no price and no fill can be touched. */
const stop = z
  .object({
    id: identifier,
    kind: z.enum(['halt', 'closeOnly']),
    scope: z.enum(['all', 'market', 'instrument']),
    target: z.string().nullable(),
    cause: z.enum(closeOnlyReasons).nullable(),
    fromTimestamp: timestamp,
    untilTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'TradingStop' })
export type WireHalt = z.output<typeof stop>

const MAX_TARGET = 30
const MAX_HOURS = 24
const place = { scope: z.enum(['all', 'market', 'instrument']), target: text(MAX_TARGET).optional() }

export const market = {
  overview: staffEndpoint({
    method: 'GET',
    path: '/market',
    power: 'market.see',
    summary: 'Every market with its session and the age of its feed, and what staff have stopped',
    input: z.object({}),
    data: z.object({
      venue: z.string(),
      scenario: z.string().nullable(),
      markets: z.array(z.object({ market: z.string(), phase: z.string(), tradeDate: z.string(), closeTimestamp: timestamp })),
      stops: z.array(stop),
      serverTimestamp: timestamp,
    }),
  }),
  halt: staffEndpoint({
    method: 'POST',
    path: '/market/halt',
    power: 'market.halt',
    summary: 'Refuse every new order in an instrument, a market or everywhere, at once; cancelling goes on',
    input: z.object({ ...why, ...place }),
    data: stop,
    refusals: ['instrument.unknown', 'parameter.missing'],
  }),
  closeOnly: staffEndpoint({
    method: 'POST',
    path: '/market/closeOnly',
    power: 'market.closeOnly',
    summary: 'Let customers close and take on nothing new, for a number of hours',
    input: z.object({ ...why, ...place, cause: z.enum(closeOnlyReasons), hours: wholeNumber(1, MAX_HOURS) }),
    data: stop,
    refusals: ['instrument.unknown', 'parameter.missing'],
  }),
  resume: staffEndpoint({
    method: 'POST',
    path: '/market/resume',
    power: 'market.resume',
    summary: 'Lift a stop, by two persons',
    input: z.object({ ...why, id: identifier }),
    data: decided,
    refusals: ['object.not_found', ...approvalRefusals],
  }),
} as const
