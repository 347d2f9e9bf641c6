import { dayNumber } from '../calendar-date.ts'
import { SCALE, divide, squareRoot } from '../decimal.ts'
import type { CalendarDate } from '../time.ts'

/** What an agency has done, from its daily values alone (`docs/rules/mandates.md` E.7). Shares are in units of 10^-8. */
export type TrackRecord = Readonly<{
  totalReturn: bigint
  /** As a yearly rate; null before a year, for which it would say more than is known. */
  annualised: bigint | null
  /** Of a year, from daily returns; null before there are enough. */
  volatility: bigint | null
  /** The deepest fall from a high before it, at most zero. */
  maxDrawdown: bigint
  /** Months that have ended, and how many of them gained. */
  months: number
  winMonths: number
}>

type Point = Readonly<{ date: CalendarDate; nav: bigint }>

const TRADING_DAYS_IN_YEAR = 252n
const MIN_RETURNS = 20
const DAYS_IN_YEAR = 365

export function trackRecordOf(points: readonly Point[]): TrackRecord {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined)
    return { totalReturn: 0n, annualised: null, volatility: null, maxDrawdown: 0n, months: 0, winMonths: 0 }
  const days = dayNumber(last.date) - dayNumber(first.date)
  const falls = drawdownsOf(points)
  return {
    totalReturn: change(first.nav, last.nav),
    annualised: days < DAYS_IN_YEAR ? null : yearly(first.nav, last.nav, days),
    volatility: volatilityOf(points),
    maxDrawdown: falls.reduce((deepest, fall) => (fall < deepest ? fall : deepest), 0n),
    ...monthsOf(points),
  }
}

/** How far each value is below the highest before it, at most zero. */
export function drawdownsOf(points: readonly Pick<Point, 'nav'>[]): readonly bigint[] {
  let high = 0n
  return points.map(({ nav }) => {
    if (nav > high) high = nav
    return change(high, nav)
  })
}

const change = (from: bigint, to: bigint): bigint => (from === 0n ? 0n : divide(to * SCALE, from, 'HALF_EVEN') - SCALE)

/** The rate that compounds to the same: a figure to read, so that the root may be taken with the machine's own arithmetic. */
function yearly(from: bigint, to: bigint, days: number): bigint {
  const growth = Number(to) / Number(from)
  return BigInt(Math.round((growth ** (DAYS_IN_YEAR / days) - 1) * Number(SCALE)))
}

function volatilityOf(points: readonly Point[]): bigint | null {
  const returns = points.slice(1).map(({ nav }, at) => change(points[at]?.nav ?? 0n, nav))
  if (returns.length < MIN_RETURNS) return null
  const count = BigInt(returns.length)
  const mean = divide(
    returns.reduce((sum, each) => sum + each, 0n),
    count,
    'HALF_EVEN',
  )
  const squares = returns.reduce((sum, each) => sum + (each - mean) * (each - mean), 0n)
  return squareRoot(divide(squares * TRADING_DAYS_IN_YEAR, count - 1n, 'HALF_EVEN'))
}

/** The last month is still running and is not counted. */
function monthsOf(points: readonly Point[]): Readonly<{ months: number; winMonths: number }> {
  const ends = [...Map.groupBy(points, ({ date }) => date.slice(0, MONTH_LENGTH)).values()].map((those) => those.at(-1)?.nav ?? 0n)
  const ended = ends.slice(0, -1)
  const winMonths = ended.filter((nav, at) => nav > (at === 0 ? (points[0]?.nav ?? 0n) : (ended[at - 1] ?? 0n))).length
  return { months: ended.length, winMonths }
}
const MONTH_LENGTH = 'yyyy-mm'.length
