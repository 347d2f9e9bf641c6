import { createHash } from 'node:crypto'
import type { Instant } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { dateOfDays, weekday } from '../calendars/civil.ts'
import { pairs } from '../catalogue/pairs.ts'
import { deviation, mean, median } from '../prices/statistics.ts'
import { pairListings } from './pair-listings.ts'
import { createMarkets } from './simulated-markets.ts'
import type { PathBar } from './path.ts'

/** Moves of currencies over years, and between two days (`docs/rules/price-model.md` C.2). */
const NOW = Date.UTC(2026, 0, 9, 22)
const SEEDS = Array.from({ length: 12 }, (_, seed) => seed)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Five years of each pair's days. */
function worldOf(seed: number, alwaysOpen: boolean) {
  const dayKey = (market: string, date: string) => sha256(Buffer.from(`trends ${seed} ${market} ${date}`))
  const { FX } = createMarkets({ dayKey, sha256, alwaysOpen, startDate: '2021-01-04' })
  const listings = new Map(pairListings(FX).map((listing) => [listing.instrument.code, listing.path]))
  const daysOf = (code: string): readonly PathBar[] =>
    listings.get(code)?.bars({ instrumentId: '', interval: 'day', until: NOW, limit: 2_000, hours: 'regular', adjust: 'none' }, NOW)
      ?.bars ?? []
  return { days: FX.days, daysOf }
}
const open = SEEDS.map((seed) => worldOf(seed, true))
const real = SEEDS.map((seed) => worldOf(seed, false))

const YEAR = 365.25 * 86_400_000
const yearsOf = (bars: readonly PathBar[]): number => ((bars.at(-1)?.at ?? 0) - (bars[0]?.at ?? 0)) / YEAR
const moves = (bars: readonly PathBar[]) => bars.slice(1).map((bar, day) => Math.log(bar.close / (bars[day]?.close ?? bar.close)))
/** From the close before to the open, with the day it is. */
const gaps = (bars: readonly PathBar[]) =>
  bars.slice(1).map((bar, day) => ({ at: bar.at, gap: Math.log(bar.open / (bars[day]?.close ?? bar.open)) }))

/** A holder's average gain in a year: the growth of the price itself, not of its logarithm. */
function yearlyGrowth(worlds: typeof open, code: string): number {
  const grown = worlds.map(({ daysOf }) => {
    const bars = daysOf(code)
    const all = moves(bars)
    return (all.reduce((sum, move) => sum + move, 0) + (all.length * deviation(all) ** 2) / 2) / yearsOf(bars)
  })
  return mean(grown)
}

describe.each([
  ['always open', open],
  ['on the real calendar', real],
] as const)('%s', (_, worlds) => {
  // Real 15 less dollar 3.75; Mexican peso 7.25 less 3.75; yen 0.75 less 3.75; dollar 3.75 less euro 2; gold pays nothing.
  it.each([
    ['USDBRL', 0.1125],
    ['USDMXN', 0.035],
    ['USDJPY', -0.03],
    ['EURUSD', 0.0175],
    ['XAUUSD', 0.0375],
    ['USDARS', 0.2525],
  ])('%s gains what its quoted currency pays more than its base: %d a year', (code, differential) => {
    const yearlyDeviation = (pairs.find(({ instrument }) => instrument.code === code)?.dailyVolatility ?? 0) * Math.sqrt(259)
    const standardError = yearlyDeviation / Math.sqrt(SEEDS.length * 5)
    expect(Math.abs(yearlyGrowth(worlds, code) - differential)).toBeLessThan(3 * standardError)
  })

  it('the peso is let down by 1.5 % a month, and twice a year it falls at once, by about 3.7 %', () => {
    const pesos = worlds.map(({ daysOf }) => daysOf('USDARS'))
    // A weekend's gap is hardly ever as large, and one fall in eight is smaller.
    const falls = pesos.flatMap(gaps).filter(({ gap }) => Math.abs(gap) > 0.02)
    const years = pesos.reduce((sum, bars) => sum + yearsOf(bars), 0)
    expect(falls.length / years).toBeGreaterThan(1.3)
    expect(falls.length / years).toBeLessThan(2.4)
    expect(median(falls.map(({ gap }) => gap))).toBeGreaterThan(0.033)
    expect(median(falls.map(({ gap }) => gap))).toBeLessThan(0.045)
    const fallen = falls.reduce((sum, { gap }) => sum + gap, 0)
    const whole = pesos.flatMap(moves).reduce((sum, move) => sum + move, 0)
    const months = 12 * years
    expect(Math.exp((whole - fallen) / months) - 1).toBeGreaterThan(0.012)
    expect(Math.exp((whole - fallen) / months) - 1).toBeLessThan(0.018)
  })
})

describe('between two days', () => {
  const own = pairs.filter(({ legs, instrument }) => legs === null && instrument.code !== 'USDARS').map(({ instrument }) => instrument.code)

  it('nothing happens where no market ever closes', () => {
    for (const { daysOf } of open.slice(0, 3))
      for (const code of own) for (const { gap } of gaps(daysOf(code))) expect(Math.abs(gap)).toBeLessThan(0.0001)
  })

  it('the break of a night takes 2 % of a day’s variance, a weekend or a holiday half of it', () => {
    const nights: number[] = []
    const weekends: number[] = []
    for (const { days, daysOf } of real) {
      const isAfterPause = (at: Instant): boolean => days.hoursOf(days.dayAt(at) - 1) === null
      for (const code of own) {
        const bars = daysOf(code)
        const scale = deviation(moves(bars))
        for (const { at, gap } of gaps(bars)) (isAfterPause(at) ? weekends : nights).push(gap / scale)
      }
    }
    expect(deviation(nights) ** 2).toBeGreaterThan(0.015)
    expect(deviation(nights) ** 2).toBeLessThan(0.025)
    expect(deviation(weekends) ** 2).toBeGreaterThan(0.45)
    expect(deviation(weekends) ** 2).toBeLessThan(0.55)
  })

  it('Monday’s bar opens away from Friday’s close, and its day is the calmer for it', () => {
    const [world] = real
    const bars = world?.daysOf('EURUSD') ?? []
    const sessions = (monday: boolean) =>
      bars.flatMap((bar) => {
        const day = world?.days.dayAt(bar.at) ?? 0
        return (weekday(day) === 1) === monday ? [Math.log(bar.close / bar.open)] : []
      })
    expect(dateOfDays(world?.days.dayAt(bars[0]?.at ?? 0) ?? 0)).toBe('2021-01-04')
    expect(deviation(sessions(true))).toBeLessThan(deviation(sessions(false)))
  })
})
