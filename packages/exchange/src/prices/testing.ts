import type { CalendarDate } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { mur } from '../random/murmur.ts'
import type { DayKey } from './day-keys.ts'

const KEY_BYTES = 32

/** Keys for tests: repeatable and public, unlike those of a real installation. */
export const testDayKey =
  (seed: number): DayKey =>
  (market: string, date: CalendarDate) => {
    if (market !== 'US') throw new Error(`no key for ${market}`)
    return Uint8Array.from({ length: KEY_BYTES }, (_, index) => mur(seed, daysOf(date), index) & 0xff)
  }
