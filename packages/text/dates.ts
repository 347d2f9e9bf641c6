import { type Language, localeOf } from './languages.ts'

/**
 * The date formats of the app. Day, month, year stand in this order in every language; calendar and digits
 * are fixed, since Thai would otherwise print the year 2569. Times are the reader's own unless a zone is given.
 */

/** Text or number of the wire: ten digits or fewer are seconds, more are milliseconds, other text is ISO. */
export type When = number | string

const MAX_SECONDS = 10
const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000
const MS_PER_HOUR = 3_600_000
const HOURS_OF_RELATIVE = 24

export function toInstant(when: When): number | null {
  const digits = /^\d+$/.test(String(when)) ? String(when) : null
  const instant = digits === null ? Date.parse(String(when)) : Number(digits) * (digits.length <= MAX_SECONDS ? MS_PER_SECOND : 1)
  return Number.isFinite(instant) ? instant : null
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterFor(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? ''
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  formatters.set(key, made)
  return made
}

type Parts = Readonly<{ day: string; month: string; year: string; hour: string; minute: string; second: string }>

function partsOf(when: When | null | undefined, zone: string | undefined): Parts | null {
  const instant = when === null || when === undefined ? null : toInstant(when)
  if (instant === null) return null
  const found: Record<string, string> = {}
  for (const part of formatterFor(zone).formatToParts(instant)) found[part.type] = part.value
  const { day = '', month = '', year = '', hour = '', minute = '', second = '' } = found
  return { day, month, year, hour, minute, second }
}

const written = (when: When | null | undefined, zone: string | undefined, write: (parts: Parts) => string): string => {
  const parts = partsOf(when, zone)
  return parts === null ? '—' : write(parts)
}

/** DD-MM-YYYY HH:mm:ss — orders, records, statements, messages. */
export const formatDateTime = (when: When | null | undefined, zone?: string): string =>
  written(when, zone, (p) => `${p.day}-${p.month}-${p.year} ${p.hour}:${p.minute}:${p.second}`)

/**
 * DD-MM-YYYY HH:mm:ss GMT−3 — from when or until when something can be done. The offset is the one of that moment, where a zone has
 * two in a year.
 */
export function formatDeadline(when: When | null | undefined, zone?: string): string {
  const instant = when === null || when === undefined ? null : toInstant(when)
  return instant === null ? formatDateTime(null) : `${formatDateTime(instant, zone)} ${offsetAt(instant, zone)}`
}

const offsets = new Map<string, Intl.DateTimeFormat>()

/** "GMT−3", with a sign that no line breaks after. */
function offsetAt(instant: number, zone: string | undefined): string {
  const key = zone ?? ''
  const format =
    offsets.get(key) ?? new Intl.DateTimeFormat('en', { timeZoneName: 'shortOffset', ...(zone === undefined ? {} : { timeZone: zone }) })
  offsets.set(key, format)
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('-', '\u2212')
}

/** DD/MM/YYYY — dates alone. A date of the wire ("2026-11-20") is that day in every zone. */
export function formatDate(when: When | null | undefined, zone?: string): string {
  const day = typeof when === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(when) : null
  return day === null ? written(when, zone, (p) => `${p.day}/${p.month}/${p.year}`) : `${day[3]}/${day[2]}/${day[1]}`
}

/** HH:mm — intraday axis, chat, market hours. */
export const formatTime = (when: When | null | undefined, zone?: string): string => written(when, zone, (p) => `${p.hour}:${p.minute}`)

/** HH:mm:ss — the time of a quote, trade tape, sale windows: the clock of every other time, in every language. */
export const formatSeconds = (when: When | null | undefined, zone?: string): string =>
  written(when, zone, (p) => `${p.hour}:${p.minute}:${p.second}`)

const GREGORIAN = '-u-nu-latn-ca-gregory'

/** "2026-11" as people say it: "noviembre de 2026". */
export const formatMonth = (language: Language, month: string): string =>
  new Intl.DateTimeFormat(`${localeOf(language)}${GREGORIAN}`, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01T00:00:00Z`),
  )

/** A Sunday, which weekdays are counted from. */
const SUNDAY = Date.UTC(1970, 0, 4)
const MS_PER_DAY = 86_400_000

/** "lunes" for one, counted from Sunday, which is zero. */
export const formatWeekday = (language: Language, day: number): string =>
  new Intl.DateTimeFormat(localeOf(language), { weekday: 'long', timeZone: 'UTC' }).format(SUNDAY + day * MS_PER_DAY)

/** "hace 5 min" within a day, the full time after it. */
export function formatAgo(language: Language, when: When, now: number): string {
  const instant = toInstant(when)
  if (instant === null) return '—'
  const minutes = Math.floor((now - instant) / MS_PER_MINUTE)
  const hours = Math.floor((now - instant) / MS_PER_HOUR)
  if (hours >= HOURS_OF_RELATIVE || minutes < 0) return formatDateTime(when)
  const words = new Intl.RelativeTimeFormat(`${localeOf(language)}-u-nu-latn`, { style: 'short', numeric: 'always' })
  return hours >= 1 ? words.format(-hours, 'hour') : words.format(-minutes, 'minute')
}
