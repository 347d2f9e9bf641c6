/**
 * Dates as people type them, in the order the whole app writes them: day, month, year. The slashes come by themselves; a typed
 * slash, dot or dash, and a date that the browser fills in, are understood as well.
 */
const STANDARD = /^(\d{4})-(\d{2})-(\d{2})$/u
const [DAY_DIGITS, MONTH_DIGITS, YEAR_DIGITS] = [2, 2, 4]
const ALL_DIGITS = DAY_DIGITS + MONTH_DIGITS + YEAR_DIGITS

/** The field's text for what was typed so far. */
export function shownDate(typed: string): string {
  const standard = STANDARD.exec(typed.trim())
  if (standard !== null) return `${standard[3]}/${standard[2]}/${standard[1]}`
  const digits = digitsOf(typed)
  const parts = [digits.slice(0, DAY_DIGITS), digits.slice(DAY_DIGITS, DAY_DIGITS + MONTH_DIGITS), digits.slice(DAY_DIGITS + MONTH_DIGITS)]
  return parts.filter((part) => part !== '').join('/')
}

/** Pads a single digit before a slash: in "1/2/1990" the day is whole. */
function digitsOf(typed: string): string {
  const parts = typed.split(/\D+/u)
  const whole = parts.map((part, index) => (index < parts.length - 1 && part.length === 1 && index < 2 ? `0${part}` : part))
  return whole.join('').slice(0, ALL_DIGITS)
}

/** The date as it is stored, "1990-05-17"; null while it is not whole, or of a day that there is not. */
export function dateTyped(typed: string): string | null {
  const [day = '', month = '', year = ''] = shownDate(typed).split('/')
  if (year.length !== YEAR_DIGITS) return null
  const date = `${year}-${month}-${day}`
  const moment = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, date.length) !== date ? null : date
}

/** True when as much is typed as a date has. */
export const isWhole = (typed: string): boolean => digitsOf(typed).length === ALL_DIGITS || STANDARD.test(typed.trim())
