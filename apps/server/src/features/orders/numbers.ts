import type { CalendarDate } from '@rueda/rules/time.ts'

/** Crockford's base 32: no letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 10

/** A reference people can read aloud: a letter, the trade date, and ten characters of the id. */
export function referenceNumber(letter: 'S' | 'P' | 'T' | 'D' | 'W', tradeDate: CalendarDate, id: string): string {
  let rest = BigInt(`0x${id.replaceAll('-', '').slice(-16)}`)
  let text = ''
  for (let index = 0; index < LENGTH; index += 1) {
    text = (ALPHABET[Number(rest % 32n)] ?? '0') + text
    rest /= 32n
  }
  return `${letter}${tradeDate.replaceAll('-', '')}-${text}`
}
