import { type CustomTypesConfig, types } from 'pg'

/**
 * Conversions of PostgreSQL's values, written once. Whole numbers of eight bytes are bigints, moments are epoch
 * milliseconds, and decimals and calendar dates stay text: nothing becomes a float or a local time.
 */
const readers = new Map<number, (text: string) => unknown>()

const INT8 = 20
const INT8_ARRAY = 1016
const NUMERIC = 1700
const NUMERIC_ARRAY = 1231
const DATE = 1082
const DATE_ARRAY = 1182
const TIMESTAMPTZ = 1184
const TIMESTAMPTZ_ARRAY = 1185
const TEXT_ARRAY = 1009

// The list of identifiers in pg's types knows no arrays, though its readers do.
const readerOf = types.getTypeParser as (id: number) => (text: string) => unknown
const asDate = readerOf(TIMESTAMPTZ)
const asTexts = readerOf(TEXT_ARRAY) as (text: string) => (string | null)[]
const asInstant = (text: string): number => Number(asDate(text))
const asText = (text: string): string => text
const arrayOf = (read: (text: string) => unknown) => (text: string) => asTexts(text).map((item) => (item === null ? null : read(item)))

readers.set(INT8, BigInt).set(INT8_ARRAY, arrayOf(BigInt))
readers.set(NUMERIC, asText).set(NUMERIC_ARRAY, asTexts)
readers.set(DATE, asText).set(DATE_ARRAY, asTexts)
readers.set(TIMESTAMPTZ, asInstant).set(TIMESTAMPTZ_ARRAY, arrayOf(asInstant))

/** Given to our pools rather than set for the whole process: libraries that bring their own SQL expect pg's own types. */
export const rowTypes: CustomTypesConfig = {
  getTypeParser: (id: number, format?: 'text' | 'binary') =>
    format === 'binary' ? types.getTypeParser(id, format) : (readers.get(id) ?? types.getTypeParser(id)),
}
