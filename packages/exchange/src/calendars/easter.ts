import { type DayNumber, dayNumber } from './civil.ts'

/** Easter Sunday: the Gregorian computus in the form of Meeus, Jones and Butcher. */
export function easterSunday(year: number): DayNumber {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const correction = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - correction + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const shift = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const counted = epact + toSunday - 7 * shift + 114
  return dayNumber(year, Math.floor(counted / 31), (counted % 31) + 1)
}
