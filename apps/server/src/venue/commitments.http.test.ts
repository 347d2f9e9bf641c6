import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import type { Bar } from '@rueda/exchange/venue.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { checkDay } from './check-day.ts'

/** Input of a check from outside, with nothing but the public answers: no secret, no database. */
const DATE = '2026-11-20'
const BEFORE_MIDNIGHT = '2026-11-21T04:59:59Z'
const MIDNIGHT = '2026-11-21T05:00:00Z'
const ARDV = { stockCode: 'ARDV', market: 'US' } as const

let database: Database
let harness: MarketHarness
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await harness.stop()
  await database.stop()
})

const start = async (alwaysOpen: boolean): Promise<void> => {
  const environment = { SIM_SEED: 'promised days', SIM_ALWAYS_OPEN: alwaysOpen ? '1' : '0' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-19T17:00:00Z'), hasYearsOfHistory: true })
}

const commitments = () => harness.ask(reference.commitments, {})
const ofDay = async (date: string) => (await commitments()).find((day) => day.market === 'US' && day.date === date)

/** A finished day's minutes as they were served. */
async function servedMinutes(): Promise<Bar[]> {
  const endTimestamp = Date.parse(BEFORE_MIDNIGHT)
  const { items } = await harness.ask(quotes.kline, { ...ARDV, type: '1m', endTimestamp, limit: 1_440, adjust: 'none' })
  const bars = items.map(({ timestamp, open, high, low, close, volume, turnover, partial }) => ({
    at: timestamp,
    open: scaled(open),
    high: scaled(high),
    low: scaled(low),
    close: scaled(close),
    volume: scaled(volume),
    turnover: scaled(turnover),
    partial: partial === 1,
  }))
  return bars.filter(({ at }) => at >= Date.parse('2026-11-20T05:00:00Z'))
}

describe.each([
  { alwaysOpen: true, minutes: 1_440 },
  { alwaysOpen: false, minutes: 390 },
])('a market with SIM_ALWAYS_OPEN=$alwaysOpen', ({ alwaysOpen, minutes }) => {
  test('promises each day before it begins, tells its key when it is over, and the key alone gives the served bars', async () => {
    await start(alwaysOpen)
    const promised = await ofDay(DATE)
    expect(promised).toMatchObject({ market: 'US', key: null })
    expect(promised?.publishedTimestamp).toBeLessThan(Date.parse('2026-11-20T05:00:00Z'))

    await harness.passTo(BEFORE_MIDNIGHT)
    expect(await ofDay(DATE)).toEqual(promised)
    await harness.passTo(MIDNIGHT)
    const told = await commitments()
    expect(told.find(({ market, date }) => market === 'US' && date === DATE)).toEqual({
      ...promised,
      key: expect.stringMatching(/^[0-9a-f]{64}$/u),
    })
    expect(told.filter(({ date }) => date > DATE).every(({ key }) => key === null)).toBe(true)

    const bars = await servedMinutes()
    expect(bars).toHaveLength(minutes)
    const claim = { date: DATE, alwaysOpen, scenario: null, instrumentId: 'US:ARDV', commitments: told }
    expect(checkDay({ ...claim, bars })).toEqual({ ok: true, bars: minutes })

    const [first, ...others] = bars
    if (first === undefined) throw new Error('no bar')
    const changed = [{ ...first, close: first.close + scaled('0.01') }, ...others]
    expect(checkDay({ ...claim, bars: changed })).toMatchObject({ ok: false })
  })
})

test('days that nobody could promise because the server was down for weeks are told as published late', async () => {
  await start(true)
  await harness.stop()
  const back = Date.parse('2026-12-20T17:00:00Z')
  harness = await startMarketHarness({
    database,
    environment: { SIM_SEED: 'promised days', SIM_ALWAYS_OPEN: '1' },
    machineAt: back,
    hasYearsOfHistory: true,
  })
  expect((await ofDay('2026-11-18'))?.publishedTimestamp).toBe(Date.parse('2026-11-19T17:00:00Z'))
  expect((await ofDay('2026-11-26'))?.publishedTimestamp).toBe(Date.parse('2026-11-19T17:00:00Z'))
  expect(await ofDay('2026-12-10')).toMatchObject({ publishedTimestamp: back, key: expect.stringMatching(/^[0-9a-f]{64}$/u) })
  expect(await ofDay('2026-12-20')).toMatchObject({ publishedTimestamp: back, key: null })
})
