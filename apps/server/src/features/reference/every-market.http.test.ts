import { reference } from '@rueda/contract/reference.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** The calendars and promises of every market as they are served, on the real calendar (rule book B.7). */
let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({
    database,
    environment: { SIM_ALWAYS_OPEN: '0', SIM_SEED: 'every calendar' },
    machineAt: Date.parse('2026-11-18T17:00:00Z'),
  })
  await harness.pass(1_000)
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const WHOLE_YEAR = 400
const yearOf = async (market: 'US' | 'AR' | 'TW' | 'FUT' | 'FX', year: number) =>
  (await harness.ask(reference.tradingDays, { market, year, pageSize: WHOLE_YEAR })).list

const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())
const dates = (days: readonly Readonly<{ date: string }>[]): string => days.map(({ date }) => date.slice('2026-'.length)).join(' ')

describe.each([
  {
    market: 'US',
    year: 2026,
    closed: '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25',
    half: '11-27 12-24',
    unsettled: '10-12 11-11',
  },
  {
    market: 'US',
    year: 2027,
    closed: '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24',
    half: '11-26',
    unsettled: '10-11 11-11',
  },
  {
    market: 'AR',
    year: 2026,
    closed: '01-01 02-16 02-17 03-24 04-02 04-03 05-01 05-25 06-15 07-09 08-17 10-12 11-23 12-08 12-25 12-31',
    half: '12-24',
    unsettled: '03-23 07-10 12-07',
  },
  {
    market: 'TW',
    year: 2026,
    closed: '01-01 02-12 02-13 02-16 02-17 02-18 02-19 02-20 02-27 04-03 04-06 05-01 06-19 09-25 09-28 10-09 10-26 12-25',
    half: '',
    unsettled: '',
  },
] as const)('the calendar of $market in $year', ({ market, year, closed, half, unsettled }) => {
  test('has every day of the year once, in order', async () => {
    const days = await yearOf(market, year)
    expect(days).toHaveLength(365)
    expect(dates(days)).toBe(dates(days.toSorted((a, b) => a.date.localeCompare(b.date))))
  })

  test('is closed, half open and without settlement on the dates of the rule book', async () => {
    const weekdays = (await yearOf(market, year)).filter(({ date }) => isWeekday(date))
    expect(dates(weekdays.filter(({ tradingDay }) => tradingDay === 0))).toBe(closed)
    expect(dates(weekdays.filter(({ halfDay }) => halfDay === 1))).toBe(half)
    const bridges = weekdays.filter(({ tradingDay, settlementDay }) => tradingDay === 1 && settlementDay === 0)
    expect(dates(bridges)).toBe(unsettled)
  })

  test('has no session at the weekend, and on every other day sessions that follow one another', async () => {
    for (const { date, tradingDay, sessions } of await yearOf(market, year)) {
      expect([date, sessions.length > 0]).toEqual([date, tradingDay === 1])
      if (!isWeekday(date)) expect([date, tradingDay]).toEqual([date, 0])
      const moments = sessions.flatMap(({ openTimestamp, closeTimestamp }) => [openTimestamp, closeTimestamp])
      expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    }
  })
})

describe('the regular session', () => {
  test.each([
    ['US', '2026-03-06', '14:30', '21:00'],
    ['US', '2026-03-09', '13:30', '20:00'],
    ['US', '2026-10-30', '13:30', '20:00'],
    ['US', '2026-11-02', '14:30', '21:00'],
    ['US', '2026-11-27', '14:30', '18:00'],
    ['US', '2027-03-15', '13:30', '20:00'],
    ['US', '2027-11-08', '14:30', '21:00'],
    ['AR', '2026-03-09', '14:00', '20:00'],
    ['AR', '2026-11-02', '14:00', '20:00'],
    ['TW', '2026-03-09', '01:00', '05:30'],
    ['TW', '2026-11-02', '01:00', '05:30'],
  ] as const)('of %s on %s is from %s to %s UTC', async (market, date, opens, closes) => {
    const day = (await yearOf(market, Number(date.slice(0, 4)))).find((each) => each.date === date)
    const regular = day?.sessions.find(({ type }) => type === 'REGULAR')
    const at = (moment: number | undefined): string =>
      new Date(moment ?? 0).toISOString().slice('2026-03-09T'.length, '2026-03-09T00:00'.length)
    expect([at(regular?.openTimestamp), at(regular?.closeTimestamp)]).toEqual([opens, closes])
  })
})

describe('days are asked for by month and page', () => {
  test.each(['US', 'AR', 'TW', 'FUT', 'FX'] as const)('in %s', async (market) => {
    const november = await harness.ask(reference.tradingDays, { market, year: 2026, month: 11, pageSize: 20 })
    expect(november).toMatchObject({ total: 30, pages: 2 })
    const rest = await harness.ask(reference.tradingDays, { market, year: 2026, month: 11, pageSize: 20, pageNum: 2 })
    expect([...november.list, ...rest.list].map(({ date }) => Number(date.slice(-2)))).toEqual(
      Array.from({ length: 30 }, (_, day) => day + 1),
    )
    expect(await harness.call(reference.tradingDays, { market, year: 2026, month: 13 })).toMatchObject({ status: 200, code: 1000 })
  })
})

describe('a key for every day', () => {
  test('of every market is promised before the day, and told when it is over', async () => {
    const promised = await harness.ask(reference.commitments, {})
    const today = '2026-11-18'
    for (const market of new Set(promised.map((each) => each.market))) {
      const own = promised.filter((each) => each.market === market)
      expect(new Set(own.map(({ date }) => date)).size).toBe(own.length)
      expect(new Set(own.map(({ commitment }) => commitment)).size).toBe(own.length)
      expect(
        own.some(({ date }) => date > today),
        market,
      ).toBe(true)
      expect(own.filter(({ date, key }) => date > today && key !== null)).toEqual([])
    }
  })
})
