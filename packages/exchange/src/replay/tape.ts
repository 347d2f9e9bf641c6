import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import { instantOf } from '../calendars/new-york.ts'
import {
  type DailyRow,
  type FactorRow,
  type QuoteRow,
  type TickerRow,
  type TradeRow,
  compactDate,
  dateOf,
  parseDaily,
  parseFactors,
  parseQuotes,
  parseTickers,
  parseTrades,
} from './lean-rows.ts'

/**
 * The recorded market: which tickers and days there are, and their rows, read when they are first asked for.
 * Files come as text; who reads and unpacks them is not this module's business.
 */
export interface RecordedFiles {
  /** Names in a folder, without the folder; empty where there is none. */
  list(folder: string): readonly string[]
  /** A file's text; of a zip file that of its one entry. Null where there is none. */
  read(path: string): string | null
}

const FOLDER = 'equity/usa'
const TRADE_FILE = /^(\d{8})_trade\.zip$/

type At<Row> = Row & Readonly<{ at: Instant }>
export type RecordedDay = Readonly<{ trades: readonly At<TradeRow>[]; quotes: readonly At<QuoteRow>[] }>

/** Days in memory at most; a day of one ticker is about 800 rows. */
const DAYS_KEPT = 64

export class Tape {
  readonly tickers: readonly string[]
  /** Every date on which any ticker was recorded, in order. */
  readonly dates: readonly CalendarDate[]
  readonly #files: RecordedFiles
  readonly #datesOf = new Map<string, readonly CalendarDate[]>()
  readonly #days = new Map<string, RecordedDay>()
  readonly #daily = new Map<string, readonly DailyRow[]>()
  readonly #factors = new Map<string, readonly FactorRow[]>()
  readonly #names = new Map<string, readonly TickerRow[]>()

  constructor(files: RecordedFiles) {
    this.#files = files
    for (const ticker of files.list(`${FOLDER}/minute`).toSorted()) {
      const dates = recordedDates(files.list(`${FOLDER}/minute/${ticker}`))
      if (dates.length > 0) this.#datesOf.set(ticker, dates)
    }
    this.tickers = [...this.#datesOf.keys()]
    this.dates = [...new Set([...this.#datesOf.values()].flat())].toSorted()
  }

  datesOf(ticker: string): readonly CalendarDate[] {
    return this.#datesOf.get(ticker) ?? []
  }

  /** Minutes of a day, in order; empty where that day was not recorded. */
  day(ticker: string, date: CalendarDate): RecordedDay {
    const key = `${ticker} ${date}`
    const known = this.#days.get(key)
    if (known !== undefined) return known
    const path = `${FOLDER}/minute/${ticker}/${compactDate(date)}`
    const timed = timer(date)
    const day = {
      trades: this.#rows(`${path}_trade.zip`, parseTrades).map(timed),
      quotes: this.#rows(`${path}_quote.zip`, parseQuotes).map(timed),
    }
    const [oldest] = this.#days.keys()
    if (this.#days.size >= DAYS_KEPT && oldest !== undefined) this.#days.delete(oldest)
    this.#days.set(key, day)
    return day
  }

  daily(ticker: string): readonly DailyRow[] {
    return remembered(this.#daily, ticker, () => this.#rows(`${FOLDER}/daily/${ticker}.zip`, parseDaily))
  }

  factors(ticker: string): readonly FactorRow[] {
    return remembered(this.#factors, ticker, () => this.#rows(`${FOLDER}/factor_files/${ticker}.csv`, parseFactors))
  }

  names(ticker: string): readonly TickerRow[] {
    return remembered(this.#names, ticker, () => this.#rows(`${FOLDER}/map_files/${ticker}.csv`, parseTickers))
  }

  #rows<Row>(path: string, parse: (csv: string) => Row[]): Row[] {
    const csv = this.#files.read(path)
    return csv === null ? [] : parse(csv)
  }
}

/** A day counts as recorded when it has both its trades and its quotes. */
function recordedDates(names: readonly string[]): CalendarDate[] {
  const present = new Set(names)
  const dates: CalendarDate[] = []
  for (const name of names) {
    const date = TRADE_FILE.exec(name)?.[1]
    if (date !== undefined && present.has(`${date}_quote.zip`)) dates.push(dateOf(date))
  }
  return dates.toSorted()
}

/** The clock of New York moves only at night on Sundays, so that one offset serves a whole day of trading. */
function timer(date: CalendarDate) {
  const midnight = instantOf(daysOf(date), 0)
  return <Row extends { msOfDay: number }>(row: Row): At<Row> => ({ ...row, at: midnight + row.msOfDay })
}

function remembered<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

/** The newest of rows in time order that begins at or before a moment; null where all begin later. */
export function newestAt<Row extends { at: Instant }>(rows: readonly Row[], moment: Instant): Row | null {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rows[middle] as Row).at <= moment) low = middle + 1
    else high = middle
  }
  return rows[low - 1] ?? null
}

export const minuteOf = (now: Instant): Instant => now - (now % MINUTE_MS)
