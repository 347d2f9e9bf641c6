import { closureCauses } from '@rueda/rules/markets/closed-day.ts'
import { closableMarkets } from '@rueda/rules/markets/markets.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { z } from 'zod'
import { wholeNumber } from '../envelope.ts'
import { date, flag, timestamp } from '../fields.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'

/** When each market trades and when its trades settle. */
const day = z
  .object({
    date: z.string(),
    trading: flag,
    settlement: flag,
    halfDay: flag,
    projected: flag,
    holiday: z.string().nullable(),
    closure: z.enum(closureCauses).nullable(),
    /** 1 while staff may still close the day, or open it again. */
    changeable: flag,
    sessions: z.array(z.object({ type: z.enum(['PRE', 'REGULAR', 'POST']), openTimestamp: timestamp, closeTimestamp: timestamp })),
  })
  .meta({ id: 'MarketDay' })
export type WireMarketDay = z.output<typeof day>

const FIRST_YEAR = 1990
const LAST_YEAR = 2100

const dayOfMarket = { market: z.enum(closableMarkets), date }
const changeRefusals = [...(['calendar.not_trading', 'calendar.too_late'] as const), ...approvalRefusals] as const

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
      noticeHours: z.number().int(),
      days: z.array(day),
    }),
  }),
  closeDay: staffEndpoint({
    method: 'POST',
    path: '/calendars/closeDay',
    power: 'calendars.closeDay',
    summary: 'Close a trading day before it begins, by two persons: DAY orders for it expire, nothing settles on it, no price moves',
    input: z.object({ ...why, ...dayOfMarket, cause: z.enum(closureCauses) }),
    data: decided,
    refusals: changeRefusals,
  }),
  reopenDay: staffEndpoint({
    method: 'POST',
    path: '/calendars/reopenDay',
    power: 'calendars.reopenDay',
    summary: 'Open a day again that staff have closed, by two persons, before it begins',
    input: z.object({ ...why, ...dayOfMarket }),
    data: decided,
    refusals: [...changeRefusals, 'calendar.not_closed'],
  }),
} as const
