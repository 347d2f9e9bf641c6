import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { createFuturesCalendar } from '../calendars/futures-calendar.ts'
import { DayKeys } from '../prices/day-keys.ts'
import { autocorrelation, deviation, mean } from '../prices/statistics.ts'
import { Basis } from './basis.ts'

const days = createFuturesCalendar()
const market = { days, arithmeticOn: () => plainArithmetic }
const basisOf = (seed: number, lastTradeDate = '2026-12-18') =>
  new Basis(new DayKeys('FUT', (market, date) => createHash('sha256').update(`${seed} ${market} ${date}`).digest()), market, {
    month: 1,
    lastTradeDate,
  })
const dates = days.calendarDays('2025-12-01', '2026-12-05').flatMap(({ date, trading }) => (trading ? [date] : []))
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1)

it('stands two ticks off its spot, up as often as down (B.4)', () => {
  const all = SEEDS.map((seed) => dates.map((date) => basisOf(seed).inTicksOn(date)))
  // Over these twelve seeds 1.98; a single year varies between 1.7 and 2.3.
  expect(deviation(all.flat())).toBeGreaterThan(1.8)
  expect(deviation(all.flat())).toBeLessThan(2.2)
  expect(Math.abs(mean(all.flat()))).toBeLessThan(0.3)
  for (const year of all) {
    expect(deviation(year)).toBeGreaterThan(1.4)
    expect(deviation(year)).toBeLessThan(2.6)
    expect(autocorrelation(year, 1)).toBeGreaterThan(0.6)
  }
})

it('fades to nothing on the last trade date', () => {
  for (const seed of SEEDS) {
    expect(basisOf(seed).inTicksOn('2026-12-18')).toBe(0)
    expect(Math.abs(basisOf(seed).inTicksOn('2026-12-17'))).toBeLessThan(1)
  }
})

it('needs no key of a later day', () => {
  const keys = new DayKeys('FUT', (_, date) => {
    if (date > '2026-06-01') throw new Error(`asked for ${date}`)
    return createHash('sha256').update(date).digest()
  })
  expect(new Basis(keys, market, { month: 1, lastTradeDate: '2026-12-18' }).inTicksOn('2026-06-01')).not.toBe(0)
})
