import { SCALE, parseScaled } from '@rueda/rules/decimal.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'

/**
 * The rows of the LEAN data layout: text to values. Prices in its files are whole ten-thousandths of a dollar,
 * times are milliseconds since midnight on the exchange's clock. A row that does not read so is a broken file.
 */
const PRICE_UNIT = 10_000n

export type TradeRow = Readonly<{ msOfDay: number; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint }>
export type QuoteSide = Readonly<{ open: bigint; high: bigint; low: bigint; close: bigint; size: bigint }>
/** A side is null where nobody quoted it in that minute. */
export type QuoteRow = Readonly<{ msOfDay: number; bid: QuoteSide | null; ask: QuoteSide | null }>
export type DailyRow = Readonly<{ date: CalendarDate; open: bigint; high: bigint; low: bigint; close: bigint; volume: bigint }>
/** Holds for dates up to and including its own. */
export type FactorRow = Readonly<{ date: CalendarDate; priceFactor: bigint; splitFactor: bigint; reference: bigint }>
/** The ticker up to and including the date. */
export type TickerRow = Readonly<{ date: CalendarDate; ticker: string; exchangeLetter: string }>

export function parseTrades(csv: string): TradeRow[] {
  return rowsOf(csv, 6).map(([time, open, high, low, close, volume]) => ({
    msOfDay: Number(time),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: shares(volume),
  }))
}

export function parseQuotes(csv: string): QuoteRow[] {
  return rowsOf(csv, 11).map((row) => ({ msOfDay: Number(row[0]), bid: quoteSide(row.slice(1, 6)), ask: quoteSide(row.slice(6, 11)) }))
}

export function parseDaily(csv: string): DailyRow[] {
  return rowsOf(csv, 6).map(([time = '', open, high, low, close, volume]) => ({
    date: dateOf(time.slice(0, 8)),
    open: price(open),
    high: price(high),
    low: price(low),
    close: price(close),
    volume: shares(volume),
  }))
}

export function parseFactors(csv: string): FactorRow[] {
  return rowsOf(csv, 3).map(([date, priceFactor, splitFactor, reference]) => ({
    date: dateOf(date),
    priceFactor: ratio(priceFactor),
    splitFactor: ratio(splitFactor),
    reference: ratio(reference ?? '0'),
  }))
}

export function parseTickers(csv: string): TickerRow[] {
  return rowsOf(csv, 2).map(([date, ticker = '', exchangeLetter = '']) => ({ date: dateOf(date), ticker, exchangeLetter }))
}

function rowsOf(csv: string, columns: number): string[][] {
  const rows = csv.split('\n').map((line) => line.trim())
  return rows.filter((line) => line !== '').map((line) => checked(line.split(','), columns))
}

function checked(row: string[], columns: number): string[] {
  if (row.length < columns) throw new Error(`a row of ${columns} columns was expected: ${row.join(',')}`)
  return row
}

function quoteSide([open = '', high = '', low = '', close = '', size = '']: string[]): QuoteSide | null {
  if (open === '') return null
  return { open: price(open), high: price(high), low: price(low), close: price(close), size: shares(size) }
}

const price = (text = ''): bigint => BigInt(text) * PRICE_UNIT
const shares = (text = ''): bigint => BigInt(text) * SCALE

function ratio(text = ''): bigint {
  const value = parseScaled(text)
  if (value === null) throw new Error(`a decimal number was expected: ${text}`)
  return value
}

const COMPACT_DATE = /^(\d{4})(\d{2})(\d{2})$/

/** "20131007" as "2013-10-07". */
export function dateOf(text = ''): CalendarDate {
  const [, year, month, day] = COMPACT_DATE.exec(text) ?? []
  if (day === undefined) throw new Error(`a date was expected: ${text}`)
  return `${year}-${month}-${day}`
}

export const compactDate = (date: CalendarDate): string => date.replaceAll('-', '')
