import { SCALE, divide, greatest, least } from '@rueda/rules/decimal.ts'
import type { Exchange } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { addDays } from '../calendars/civil.ts'
import { EMPTY_COMPANY_FACTS } from '../empty-company-facts.ts'
import type { CompanyFacts } from '../venue.ts'
import { actionsOf, adjustedRow } from './adjustment.ts'
import type { DailyRow } from './lean-rows.ts'
import type { RecordedSessions } from './recorded-sessions.ts'
import type { Tape } from './tape.ts'

/**
 * Facts of a company from the record itself. Everything else is zero or empty: nothing is made up about a real one.
 */
const NAMES: Readonly<Record<string, string>> = {
  SPY: 'SPDR S&P 500 ETF Trust',
  AIG: 'American International Group',
  BAC: 'Bank of America',
  IBM: 'International Business Machines',
  AAPL: 'Apple',
  GOOG: 'Google',
  QQQ: 'Invesco QQQ Trust',
  IWM: 'iShares Russell 2000 ETF',
  EEM: 'iShares MSCI Emerging Markets ETF',
  USO: 'United States Oil Fund',
}
/** The letter a map file gives the primary exchange; NYSE Arca (P) is one of NYSE's. */
const EXCHANGES: Readonly<Record<string, Exchange>> = { Q: 'NASDAQ', N: 'NYSE', P: 'NYSE', A: 'AMEX' }

const DAYS_OF_VOLUME = 30
const DAYS_OF_VOLATILITY = 60
const DAYS_OF_A_YEAR = 252
const YEAR_IN_DAYS = 365

export const nameOf = (code: string): string => NAMES[code] ?? code
export const exchangeOf = (letter: string): Exchange => EXCHANGES[letter] ?? 'NYSE'

export function recordedFacts(tape: Tape, sessions: RecordedSessions, ticker: string, now: Instant): CompanyFacts {
  const today = sessions.begun(now)?.date ?? sessions.at(now).tradeDate
  const factors = tape.factors(ticker)
  const finished = tape.daily(ticker).filter((row) => row.date < today)
  const days = finished.slice(-DAYS_OF_A_YEAR).map((row) => adjustedRow(row, factors, 'split', today))
  return {
    // The record begins somewhere; that is not when the company was listed.
    ...EMPTY_COMPANY_FACTS,
    profile: { kind: 'recorded', name: nameOf(ticker.toUpperCase()) },
    yearlyDividend: dividendsOf(tape, sessions, ticker, today),
    averageVolume30: averageVolume(days.slice(-DAYS_OF_VOLUME)),
    high52Weeks: days.reduce((high, row) => greatest(high, row.high), 0n),
    low52Weeks: days.reduce((low, row) => least(low, row.low), days[0]?.low ?? 0n),
    dailyVolatility: volatility(days.slice(-DAYS_OF_VOLATILITY)),
  }
}

function dividendsOf(tape: Tape, sessions: RecordedSessions, ticker: string, today: CalendarDate): bigint {
  const year = { from: addDays(today, 1 - YEAR_IN_DAYS), to: today }
  const nextTradingDate = (date: CalendarDate) => sessions.nextTradingDate(date)
  const actions = actionsOf(tape.factors(ticker), { instrumentId: ticker, ...year, nextTradingDate })
  return actions.reduce((sum, action) => (action.kind === 'dividend' ? sum + action.amount : sum), 0n)
}

function averageVolume(days: readonly DailyRow[]): bigint {
  if (days.length === 0) return 0n
  const whole = days.reduce((sum, row) => sum + row.volume, 0n)
  return divide(whole, BigInt(days.length) * SCALE, 'HALF_UP') * SCALE
}

/** The deviation of daily returns; a statistic, not money. */
function volatility(days: readonly DailyRow[]): bigint {
  const returns = days.slice(1).map((row, index) => Number(row.close) / Number(days[index]?.close ?? row.close) - 1)
  if (returns.length < 2) return 0n
  const mean = returns.reduce((sum, each) => sum + each, 0) / returns.length
  const variance = returns.reduce((sum, each) => sum + (each - mean) * (each - mean), 0) / (returns.length - 1)
  return BigInt(Math.round(Math.sqrt(variance) * Number(SCALE)))
}
