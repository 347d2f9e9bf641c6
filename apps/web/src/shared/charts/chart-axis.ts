import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { formatDate, formatTime } from '@rueda/ui/formats/dates.ts'

export type Within = 'time' | 'day' | 'month' | 'year'

const DAY_MONTH_LENGTH = 'DD/MM'.length
const YEAR_LENGTH = 'YYYY'.length

/**
 * Returns the wall clock's times: the reader's own, or the market's for bars of whole days. The chart takes every time
 * for UTC and puts its day marks there. The bars of an hour that a clock repeats in autumn follow each other by a
 * second, because the chart's times may only go up.
 */
export function wallTimes(timestamps: readonly number[], zone: string | null): readonly number[] {
  let last = Number.NEGATIVE_INFINITY
  return timestamps.map((timestamp) => {
    last = Math.max(last + SECOND_MS, timestamp + (zone === null ? ownOffset(timestamp) : zoneOffset(timestamp, zone)))
    return last
  })
}

const ownOffset = (timestamp: number): number => -new Date(timestamp).getTimezoneOffset() * MINUTE_MS

type Offsets = Readonly<{ format: Intl.DateTimeFormat; known: Map<number, number> }>
const offsetsOf = new Map<string, Offsets>()

/** Asking a time zone for its offset is slow, and a live chart asks for the same bars at every tick. */
function zoneOffset(timestamp: number, zone: string): number {
  const offsets = offsetsOf.get(zone) ?? {
    format: new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }),
    known: new Map<number, number>(),
  }
  offsetsOf.set(zone, offsets)
  const offset = offsets.known.get(timestamp) ?? readOffset(offsets.format, timestamp)
  offsets.known.set(timestamp, offset)
  return offset
}

function readOffset(format: Intl.DateTimeFormat, timestamp: number): number {
  const name = format.formatToParts(timestamp).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/u.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/** The market's date of a bar, "2026-11-20", so that dates compare as text. */
export const dateInZone = (timestamp: number, zone: string): string =>
  new Date(timestamp + zoneOffset(timestamp, zone)).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** A mark of the axis, from a wall time: HH:mm within a day, DD/MM between days, YYYY where a year begins. */
export function axisLabel(wallTime: number, within: Within): string {
  if (within === 'time') return formatTime(wallTime, 'UTC')
  const date = formatDate(wallTime, 'UTC')
  return within === 'year' ? date.slice(-YEAR_LENGTH) : date.slice(0, DAY_MONTH_LENGTH)
}

const ABBREVIATION = /^[A-Z]{2,4}$/u

/** Zones that have a short name in their markets and none in English. */
const marketNames: Readonly<Record<string, string>> = { 'Asia/Taipei': 'TST', 'America/Argentina/Buenos_Aires': 'ART' }

/** "ET" for New York; the offset from Greenwich, "GMT+8", where no short name is known. */
export function zoneName(zone: string): string {
  const known = marketNames[zone]
  if (known !== undefined) return known
  const name = nameOfZone(zone, 'shortGeneric')
  return ABBREVIATION.test(name) ? name : nameOfZone(zone, 'shortOffset')
}

function nameOfZone(zone: string, timeZoneName: 'shortGeneric' | 'shortOffset'): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
