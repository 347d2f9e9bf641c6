import { fromBase64 } from './bytes.ts'

/** Says whether a value has the shape of its field: the few shapes that entries and receipts are made of. */
export type Shape<Value> = (value: unknown) => value is Value
export type ValueOf<Of> = Of extends Shape<infer Value> ? Value : never

const MAX_TEXT_LENGTH = 1_000
const MAX_NOTE_LENGTH = 20_000
/** The last moment of the year 9999. */
const MAX_MOMENT = 253_402_300_799_999

const matching =
  (pattern: RegExp): Shape<string> =>
  (value): value is string =>
    typeof value === 'string' && pattern.test(value)

const written =
  (maxLength: number): Shape<string> =>
  (value): value is string =>
    typeof value === 'string' && value !== '' && value.length <= maxLength && value.isWellFormed()

export const text: Shape<string> = written(MAX_TEXT_LENGTH)
/** A signed note, word for word. */
export const noteText: Shape<string> = written(MAX_NOTE_LENGTH)
/** A tlog-proof, which grows with its log and with its witnesses: whoever parses it bounds it. */
export const proofText: Shape<string> = (value): value is string => typeof value === 'string' && value !== ''
export const hexOf = (bytes: number): Shape<string> => matching(new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'u'))
export const hash: Shape<string> = hexOf(32)
/** A decimal number of any size: amounts, totals, rounds of a beacon. */
export const amount: Shape<string> = matching(/^(?!-0\.0+$)(?:0|-?[1-9][0-9]{0,37}|-?(?:0|[1-9][0-9]{0,37})\.[0-9]{1,18})$/u)
export const largeCount: Shape<string> = matching(/^(?!-0\.0+$)(?:0|[1-9][0-9]{0,37})$/u)

export const flag: Shape<boolean> = (value): value is boolean => typeof value === 'boolean'
export const count: Shape<number> = (value): value is number => Number.isSafeInteger(value) && Number(value) >= 0 && !Object.is(value, -0)
/** Milliseconds since 1970. */
export const moment: Shape<number> = (value): value is number => count(value) && value <= MAX_MOMENT

export const base64Text: Shape<string> = (value): value is string => text(value) && fromBase64(value) !== null

const DATE = /^(?<year>[0-9]{4})-(?<month>[0-9]{2})-(?<day>[0-9]{2})$/u

/** A day of the calendar. */
export const date: Shape<string> = (value): value is string => {
  if (typeof value !== 'string' || !DATE.test(value)) return false
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value)
}

export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Shape<Word> =>
  (value): value is Word =>
    words.some((word) => word === value)

export const orNull =
  <Value>(shape: Shape<Value>): Shape<Value | null> =>
  (value): value is Value | null =>
    value === null || shape(value)

export const listOf =
  <Value>(shape: Shape<Value>): Shape<readonly Value[]> =>
  (value): value is readonly Value[] =>
    Array.isArray(value) && value.every((item) => shape(item))

export type Fields = Readonly<Record<string, Shape<unknown>>>
export type ObjectOf<Of extends Fields> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> }

/** An object with exactly these fields: one more would be said without meaning anything. */
export const objectOf =
  <const Of extends Fields>(fields: Of): Shape<ObjectOf<Of>> =>
  (value): value is ObjectOf<Of> =>
    isRecord(value) &&
    Object.keys(value).length === Object.keys(fields).length &&
    Object.entries(fields).every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name]))

/** An object with at least these fields: of a file whose other fields nothing is concluded from. */
export const isObjectWith =
  <const Of extends Fields>(fields: Of): Shape<ObjectOf<Of>> =>
  (value): value is ObjectOf<Of> =>
    isRecord(value) && Object.entries(fields).every(([name, shape]) => Object.hasOwn(value, name) && shape(value[name]))

export const recordOf =
  <Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  (value): value is Readonly<Record<string, Value>> =>
    isRecord(value) && Object.entries(value).every(([name, member]) => text(name) && shape(member))

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
