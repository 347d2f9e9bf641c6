import { SCALE, divide, formatScaled, squareRoot } from '../decimal.ts'
import type { CalendarDate } from '../time.ts'
import { addDays, dayNumber } from '../calendar-date.ts'
import { type Fund, type Rule, type Series, type Target, FIRST_NAV, billRates } from './fund.ts'

/** What a unit of a fund is worth, struck once on each trading day of the United States (`docs/rules/funds.md` E.5). */

/** A holding as it stands after a strike: its share of the fund until the next one, and the price it was struck at. */
export type Holding = Target & Readonly<{ price: bigint | null }>

export type Strike = Readonly<{
  date: CalendarDate
  /** In units of 10^-8; four digits of it are published and dealt at. */
  nav: bigint
  /** Management fees that one unit has paid since the fund began, in units of 10^-8 of its currency. */
  fees: bigint
  /** What the fund held until this strike, in the order of the holdings before: the closes its return is counted from. */
  moves: readonly (Move | null)[]
  holdings: readonly Holding[]
}>

/** The last two closes of a holding, on one scale. */
export type Move = Readonly<{ before: bigint; now: bigint }>

/** Closes of a series on trading days up to the strike's, the newest last, all on one scale: splits and dividends are taken out. */
export type Closes = readonly bigint[]
export type ClosesOf = (series: Series) => Closes

const DAYS_IN_YEAR = 365n
const share = (amount: bigint, part: bigint): bigint => divide(amount * part, SCALE, 'HALF_EVEN')

/** A fund's first strike: one unit is worth 1. */
export const firstStrike = (fund: Fund, date: CalendarDate, candidates: readonly Series[], closesOf: ClosesOf): Strike => ({
  date,
  nav: FIRST_NAV,
  fees: 0n,
  moves: [],
  holdings: holdingsBy(fund.rule, candidates, closesOf),
})

type Next = Readonly<{ date: CalendarDate; candidates: readonly Series[]; closesOf: ClosesOf }>

/**
 * NAV = NAV before × (1 + Σ weight × return) − NAV before × fee / 365 for each calendar day. Weights drift with their returns, and are set
 * anew with the first strike of each month.
 */
export function nextStrike(fund: Fund, before: Strike, { date, candidates, closesOf }: Next): Strike {
  const days = BigInt(dayNumber(date) - dayNumber(before.date))
  const moved = before.holdings.map((holding) => {
    const move = moveOf(holding.series, closesOf)
    return { holding, move, gain: returnOf(holding.series, days, move) }
  })
  const gain = moved.reduce((sum, { holding, gain: own }) => sum + share(holding.weight, own), 0n)
  const fee = divide(before.nav * fund.managementFee * days, SCALE * DAYS_IN_YEAR, 'HALF_EVEN')
  const isNewMonth = monthOf(date) !== monthOf(before.date)
  return {
    date,
    nav: share(before.nav, SCALE + gain) - fee,
    fees: before.fees + fee,
    moves: moved.map(({ move }) => move),
    holdings: isNewMonth
      ? holdingsBy(fund.rule, candidates, closesOf)
      : moved.map(({ holding, gain: own }) => ({
          series: holding.series,
          weight: divide(holding.weight * (SCALE + own), SCALE + gain, 'HALF_EVEN'),
          price: closesOf(holding.series).at(-1) ?? null,
        })),
  }
}

const monthOf = (date: CalendarDate): string => date.slice(0, 'yyyy-mm'.length)

function moveOf(series: Series, closesOf: ClosesOf): Move | null {
  const closes = closesOf(series)
  const [before, now] = [closes.at(-2), closes.at(-1)]
  return before === undefined || now === undefined || before === 0n ? null : { before, now }
}

/** The return since the strike before, in units of 10^-8: bills by the days that have passed, all else by its last two closes. */
function returnOf(series: Series, days: bigint, move: Move | null): bigint {
  if (series.kind === 'bills') return divide(billRates[series.currency] * days, DAYS_IN_YEAR, 'HALF_EVEN')
  return move === null ? 0n : divide(move.now * SCALE, move.before, 'HALF_EVEN') - SCALE
}

/** Closes that a rule looks back over: half a year less its last month, and a quarter. */
export const MOMENTUM_DAYS = 126
const SKIPPED_DAYS = 21
const CALM_DAYS = 63

/** The holdings that a rule gives on a day, each at its price. */
function holdingsBy(rule: Rule, candidates: readonly Series[], closesOf: ClosesOf): readonly Holding[] {
  const price = (series: Series): bigint | null => closesOf(series).at(-1) ?? null
  const targets = targetsOf(rule, candidates, closesOf)
  return targets.map((target) => ({ ...target, price: price(target.series) }))
}

function targetsOf(rule: Rule, candidates: readonly Series[], closesOf: ClosesOf): readonly Target[] {
  if (rule.kind === 'fixed') return rule.targets
  if (rule.kind === 'riskParity')
    return inProportion(rule.candidates.map((series) => ({ series, part: inverse(varianceOf(closesOf(series))) })))
  const rank = rule.kind === 'momentum' ? momentumOf : (closes: Closes): bigint => -varianceOf(closes)
  const ranked = candidates.map((series) => ({ series, rank: rank(closesOf(series)) }))
  // Equal ranks keep the order in which the candidates are listed.
  const chosen = ranked.toSorted((a, b) => (a.rank === b.rank ? 0 : a.rank > b.rank ? -1 : 1)).slice(0, rule.count)
  return inProportion(chosen.map(({ series }) => ({ series, part: 1n })))
}

/** The gain over half a year up to a month ago. */
function momentumOf(closes: Closes): bigint {
  const [from, to] = [closes.at(-MOMENTUM_DAYS), closes.at(-SKIPPED_DAYS)]
  return from === undefined || to === undefined || from === 0n ? -SCALE : divide(to * SCALE, from, 'HALF_EVEN')
}

/** The sum of a quarter's squared daily returns. */
function varianceOf(closes: Closes): bigint {
  const last = closes.slice(-CALM_DAYS)
  return last.slice(1).reduce((sum, close, index) => {
    const before = last[index] ?? 0n
    const gain = before === 0n ? 0n : divide(close * SCALE, before, 'HALF_EVEN') - SCALE
    return sum + gain * gain
  }, 0n)
}

/** One divided by the root, in whole numbers. */
const inverse = (variance: bigint): bigint => {
  const root = squareRoot(variance)
  return root === 0n ? SCALE : (SCALE * SCALE) / root
}

/** Weights that add up to one; the first holding has what rounding leaves. */
function inProportion(parts: readonly Readonly<{ series: Series; part: bigint }>[]): readonly Target[] {
  const whole = parts.reduce((sum, { part }) => sum + part, 0n)
  const targets = parts.map(({ series, part }) => ({ series, weight: divide(part * SCALE, whole, 'DOWN') }))
  const left = SCALE - targets.reduce((sum, { weight }) => sum + weight, 0n)
  return targets.map((target, index) => (index === 0 ? { ...target, weight: target.weight + left } : target))
}

/** What four and six decimals leave of a value, in units of 10^-8. */
const [FOUR_DECIMALS, SIX_DECIMALS] = [10_000n, 100n]
/** The published value of an agency's unit, at which it is bought and given back: four decimals, in units of 10^-8. */
export const publishedNav = (nav: bigint): bigint => divide(nav, FOUR_DECIMALS, 'HALF_EVEN') * FOUR_DECIMALS

/**
 * The first strike whose value is published and dealt at with six decimals. Of bills alone everybody knows the next value, and a day of theirs is about
 * one step of four decimals: whoever had units on the days that were rounded up alone had a fifth of a per cent a year more than they brought.
 */
export const SIX_DECIMALS_FROM: CalendarDate = '2027-01-01'
/** The published value of a fund's unit, at which it is bought and given back, in units of 10^-8. What was dealt before stays as it was. */
export function dealtNav({ date, nav }: Pick<Strike, 'date' | 'nav'>): bigint {
  const left = date < SIX_DECIMALS_FROM ? FOUR_DECIMALS : SIX_DECIMALS
  return divide(nav, left, 'HALF_EVEN') * left
}

/** A published value as text: "1.0234". */
export const navText = (published: bigint): string => formatScaled(published, NAV_DECIMALS)
/** The published value of an agency's unit as text. */
export const navFact = (nav: bigint): string => navText(publishedNav(nav))
const NAV_DECIMALS = 4

const PAST_YEAR_DAYS = 365
const PAST_MONTH_DAYS = 30
const PAST_WEEK_DAYS = 7

/** How a fund has done: over a week, a month, a year, and its deepest fall, in units of 10^-8; null before it is old enough. */
export type Performance = Readonly<{ week: bigint | null; month: bigint | null; year: bigint | null; deepestFall: bigint }>

export function performanceOf(navs: readonly Pick<Strike, 'date' | 'nav'>[]): Performance {
  const last = navs.at(-1)
  if (last === undefined) return { week: null, month: null, year: null, deepestFall: 0n }
  const since = (days: number): bigint | null => {
    const from = addDays(last.date, -days)
    const then = navs.findLast(({ date }) => date <= from)
    return then === undefined ? null : divide(last.nav * SCALE, then.nav, 'HALF_EVEN') - SCALE
  }
  return {
    week: since(PAST_WEEK_DAYS),
    month: since(PAST_MONTH_DAYS),
    year: since(PAST_YEAR_DAYS),
    deepestFall: deepestFallOf(navs.map(({ nav }) => nav)),
  }
}

/** The return of a week as it would be of a year, in units of 10^-8: a figure the specification names, and no screen shows. */
export const annualised = (week: bigint): bigint => (week * DAYS_IN_YEAR) / BigInt(PAST_WEEK_DAYS)

/** The largest loss from a high before it, as a negative share. */
function deepestFallOf(navs: readonly bigint[]): bigint {
  let high = 0n
  let deepest = 0n
  for (const nav of navs) {
    if (nav > high) high = nav
    const fall = divide(nav * SCALE, high, 'HALF_EVEN') - SCALE
    if (fall < deepest) deepest = fall
  }
  return deepest
}
