import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { flag, timestamp } from '../fields.ts'
import { staffEndpoint } from './endpoint.ts'

/** When each market trades and when its trades settle. */
const day = z
  .object({
    date: z.string(),
    trading: flag,
    settlement: flag,
    halfDay: flag,
    projected: flag,
    holiday: z.string().nullable(),
    sessions: z.array(z.object({ type: z.enum(['PRE', 'REGULAR', 'POST']), openTimestamp: timestamp, closeTimestamp: timestamp })),
  })
  .meta({ id: 'MarketDay' })
export type WireMarketDay = z.output<typeof day>

const FIRST_YEAR = 1990
const LAST_YEAR = 2100

export const calendars = {
  month: staffEndpoint({
    method: 'GET',
    path: '/calendars',
    power: 'calendars.see',
    summary: 'A month of a market: trading days, settlement days, short days and sessions; the running one where none is named',
    input: z.object({
      market: z.enum(marketNames).default('US'),
      year: wholeNumber(FIRST_YEAR, LAST_YEAR).optional(),
      month: wholeNumber(1, 12).optional(),
    }),
    data: z.object({
      market: z.enum(marketNames),
      markets: z.array(z.enum(marketNames)),
      timeZone: z.string(),
      year: z.number().int(),
      month: z.number().int(),
      today: z.string(),
      alwaysOpen: flag,
      days: z.array(day),
    }),
  }),
} as const
