import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { normal } from '../random/distributions.ts'
import { mur, u } from '../random/murmur.ts'
import { businessDaysTo } from './futures.ts'
import type { TradingDays } from './last-trade-dates.ts'

/**
 * Contracts open at the end of a day, a figure to show (`docs/rules/futures.md` B.4): most in the middle of a contract's life, none after
 * it.
 */
const PEAK_DAYS = 45
const PEAK_WIDTH = 40
const LAST_DAYS = 10
const NOISE = 0.05

export function openInterestOf({ id, contract }: Instrument, date: CalendarDate, peak: number, tradingDays: TradingDays): number {
  if (contract?.kind !== 'future' || date > contract.lastTradeDate) return 0
  const left = businessDaysTo(date, contract.lastTradeDate, tradingDays)
  const away = (left - PEAK_DAYS) / PEAK_WIDTH
  const life = plainArithmetic.exp(-away * away) * Math.min(1, left / LAST_DAYS)
  const seed = [...id].reduce((hash, letter) => mur(hash, letter.codePointAt(0) ?? 0), 0)
  return Math.round(peak * life * (1 + NOISE * normal(u(seed, daysOf(date)), plainArithmetic)))
}

const MAX_PEAK = 1_900_000
const MIN_PEAK = 40_000

/** The most contracts that are open at a time, by family. */
export function peakInterestOf(root: string): number {
  const seed = [...root].reduce((hash, letter) => mur(hash, letter.codePointAt(0) ?? 0), 1)
  return Math.round(MIN_PEAK * plainArithmetic.exp(plainArithmetic.log(MAX_PEAK / MIN_PEAK) * u(seed, 1)))
}
