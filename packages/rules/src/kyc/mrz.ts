import { dateOfDay, dayNumber } from '../calendar-date.ts'
import type { CalendarDate } from '../time.ts'

/**
 * The machine-readable zone of passports (TD3) and cards (TD1, TD2), as ICAO 9303 defines it: its data is used only when every check digit
 * agrees.
 */
export type Mrz = Readonly<{
  format: 'TD1' | 'TD2' | 'TD3'
  /** The document's own code: P for a passport, I, A or C for a card. */
  kind: string
  /** Three letters, as on the document. */
  issuer: string
  number: string
  birthDate: CalendarDate
  expiresOn: CalendarDate
  sex: 'M' | 'F' | 'X'
  surnames: string
  givenNames: string
  /** The names fill the whole line, so that a part of them may be cut off. */
  namesAreCut: boolean
}>

type Field = Readonly<{ line: number; from: number; length: number }>
type Layout = Readonly<{
  format: Mrz['format']
  lines: number
  length: number
  kinds: RegExp
  number: Field
  birth: Field
  sex: Field
  expiry: Field
  names: Field
  /** Fields with their check digit after them; a number that is too long for its field goes on in `optional`. */
  optional: Field
  /** The composite digit, and the fields it covers, in this order. */
  composite: Readonly<{ digit: Field; covers: readonly Field[] }>
  /** TD3 checks its optional data too. */
  checksOptional: boolean
}>

const field = (line: number, from: number, length: number): Field => ({ line, from, length })

const layouts: readonly Layout[] = [
  {
    format: 'TD1',
    lines: 3,
    length: 30,
    kinds: /^[ACI]/u,
    number: field(0, 5, 9),
    optional: field(0, 15, 15),
    birth: field(1, 0, 6),
    sex: field(1, 7, 1),
    expiry: field(1, 8, 6),
    names: field(2, 0, 30),
    composite: { digit: field(1, 29, 1), covers: [field(0, 5, 25), field(1, 0, 7), field(1, 8, 7), field(1, 18, 11)] },
    checksOptional: false,
  },
  {
    format: 'TD2',
    lines: 2,
    length: 36,
    kinds: /^[ACIP]/u,
    number: field(1, 0, 9),
    optional: field(1, 28, 7),
    birth: field(1, 13, 6),
    sex: field(1, 20, 1),
    expiry: field(1, 21, 6),
    names: field(0, 5, 31),
    composite: { digit: field(1, 35, 1), covers: [field(1, 0, 10), field(1, 13, 7), field(1, 21, 14)] },
    checksOptional: false,
  },
  {
    format: 'TD3',
    lines: 2,
    length: 44,
    kinds: /^P/u,
    number: field(1, 0, 9),
    optional: field(1, 28, 14),
    birth: field(1, 13, 6),
    sex: field(1, 20, 1),
    expiry: field(1, 21, 6),
    names: field(0, 5, 39),
    composite: { digit: field(1, 43, 1), covers: [field(1, 0, 10), field(1, 13, 7), field(1, 21, 22)] },
    checksOptional: true,
  },
]

/** Reads a zone typed with or without line breaks; null when it is none, or one of its check digits does not agree. */
export function readMrz(typed: string, today: CalendarDate): Mrz | null {
  const text = typed.normalize('NFKC').toUpperCase().replaceAll(/\s/gu, '')
  const layout = layouts.find(({ lines, length }) => text.length === lines * length)
  if (layout === undefined || !/^[0-9A-Z<]+$/u.test(text)) return null
  const lines = Array.from({ length: layout.lines }, (_, index) => text.slice(index * layout.length, (index + 1) * layout.length))
  return layout.kinds.test(text) ? readLines(lines, layout, today) : null
}

function readLines(lines: readonly string[], layout: Layout, today: CalendarDate): Mrz | null {
  const at = ({ line, from, length }: Field): string => (lines[line] ?? '').slice(from, from + length)
  const digitAfter = ({ line, from, length }: Field): string => at(field(line, from + length, 1))
  const number = numberOf(at(layout.number), digitAfter(layout.number), at(layout.optional))
  const birthDate = dateOf(at(layout.birth), (year) => latestYear(year, today, 0))
  const expiresOn = dateOf(at(layout.expiry), (year) => latestYear(year, today, MAX_VALIDITY_YEARS))
  const agrees =
    isCheckedBy(at(layout.birth), digitAfter(layout.birth)) &&
    isCheckedBy(at(layout.expiry), digitAfter(layout.expiry)) &&
    (!layout.checksOptional || isCheckedBy(at(layout.optional), digitAfter(layout.optional), 'mayBeBlank')) &&
    isCheckedBy(layout.composite.covers.map(at).join(''), at(layout.composite.digit))
  const sex = { 'M': 'M', 'F': 'F', '<': 'X' }[at(layout.sex)] as Mrz['sex'] | undefined
  const [surnames = '', givenNames = ''] = at(layout.names).split('<<').map(plain)
  if (!agrees || number === null || birthDate === null || expiresOn === null || sex === undefined || surnames === '') return null
  const [head = ''] = lines
  const namesAreCut = !at(layout.names).endsWith(FILLER)
  return {
    format: layout.format,
    kind: plain(head.slice(0, 2)),
    issuer: plain(head.slice(2, 5)),
    number,
    birthDate,
    expiresOn,
    sex,
    surnames,
    givenNames,
    namesAreCut,
  }
}

const FILLER = '<'
const plain = (text: string): string => text.replaceAll('<', ' ').trim().replaceAll(/\s+/gu, ' ')

/** A number of more than nine places goes on in the optional data, with its check digit behind it. */
function numberOf(number: string, digit: string, optional: string): string | null {
  if (digit !== FILLER) return isCheckedBy(number, digit) ? number.replaceAll(FILLER, '') : null
  const rest = optional.split(FILLER)[0] ?? ''
  const whole = `${number}${rest.slice(0, -1)}`
  return rest.length > 1 && isCheckedBy(whole, rest.slice(-1)) ? whole.replaceAll(FILLER, '') : null
}

const WEIGHTS = [7, 3, 1]
const DIGIT_ZERO = 48
const LETTER_A = 65
const FIRST_LETTER_VALUE = 10

/** The check digit of a text: its places weighted 7, 3, 1 over and over, modulo ten. */
export const checkDigit = (text: string): number =>
  [...text].reduce((sum, character, index) => sum + valueOf(character) * (WEIGHTS[index % WEIGHTS.length] ?? 0), 0) % 10

function valueOf(character: string): number {
  if (character === FILLER) return 0
  const code = character.charCodeAt(0)
  return code < LETTER_A ? code - DIGIT_ZERO : code - LETTER_A + FIRST_LETTER_VALUE
}

/** The digit of a field that holds nothing may be left blank too. */
function isCheckedBy(text: string, digit: string, blank: 'mayBeBlank' | 'needed' = 'needed'): boolean {
  if (digit === FILLER) return blank === 'mayBeBlank' && !/[^<]/u.test(text)
  return /^\d$/u.test(digit) && checkDigit(text) === Number(digit)
}

const MAX_VALIDITY_YEARS = 50
const CENTURY = 100

/** Two digits of a year, as the newest one that is not further ahead than this. */
function latestYear(year: number, today: CalendarDate, ahead: number): number {
  const newest = Number(today.slice(0, 4)) + ahead
  return newest - ((((newest - year) % CENTURY) + CENTURY) % CENTURY)
}

function dateOf(text: string, yearOf: (twoDigits: number) => number): CalendarDate | null {
  if (!/^\d{6}$/u.test(text)) return null
  const date = `${yearOf(Number(text.slice(0, 2)))}-${text.slice(2, 4)}-${text.slice(4)}`
  return dateOfDay(dayNumber(date)) === date ? date : null
}
