import type { CalendarDate } from '@rueda/rules/time.ts'

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10
const BASE = 32
/** The last digits of an id are twelve after its last dash; the reference needs fifty bits, which are those and half of the one before. */
const LAST_HEX_DIGITS = 12

/** A reference people can read aloud: a letter, the trade date, and ten characters of the id. */
export function referenceNumber(
  letter: 'S' | 'C' | 'P' | 'T' | 'D' | 'W' | 'F' | 'L' | 'M' | 'R' | 'N',
  tradeDate: CalendarDate,
  id: string,
): string {
  let rest = Number.parseInt(`${id.at(-LAST_HEX_DIGITS - 2)}${id.slice(-LAST_HEX_DIGITS)}`, 16)
  let text = ''
  for (let index = 0; index < LENGTH; index += 1) {
    text = (ALPHABET[rest % BASE] ?? '0') + text
    rest = Math.floor(rest / BASE)
  }
  return `${letter}${tradeDate.replaceAll('-', '')}-${text}`
}
