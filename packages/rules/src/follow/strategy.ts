import { SCALE, divide } from '../decimal.ts'
import { dayNumber } from '../calendar-date.ts'
import type { CalendarDate } from '../time.ts'
import type { Strategy } from './agency.ts'

/** What a strategy wants to hold, from the closes of past days alone (`docs/rules/mandates.md` N). */

/** Something that a strategy may buy: its sector for a share, and for a pair what holding its currency earns in a year. */
export type Candidate = Readonly<{ instrumentId: string; sector: string; carry: Readonly<{ long: bigint; short: bigint }> | null }>

/** A part of the account, in units of 10^-8 of its value; below zero for a currency that is sold. */
export type Leg = Readonly<{ instrumentId: string; weight: bigint }>

/** Closes of an instrument up to the day of the decision, the newest last, splits and dividends taken out. */
export type ClosesOf = (instrumentId: string) => readonly bigint[]

/** The closes that the longest look back wants. */
export const MAX_LOOK_BACK = 126

/** The legs that a strategy decides on; what has no price yet is left out. */
export function decide(strategy: Strategy, candidates: readonly Candidate[], closesOf: ClosesOf): readonly Leg[] {
  switch (strategy.kind) {
    case 'equal':
      return inEqualParts(candidates)
    case 'sectorRotation':
      return inEqualParts(ofBestSectors(strategy, candidates, closesOf))
    case 'momentum':
      return inEqualParts(best(candidates, strategy.count, (id) => gainOver(closesOf(id), strategy.lookBack, strategy.skip)))
    case 'meanReversion':
      return inEqualParts(best(candidates, strategy.count, (id) => negated(gainOver(closesOf(id), strategy.lookBack + 1, 1))))
    case 'lowVolatility':
      return inEqualParts(best(candidates, strategy.count, (id) => negated(varianceOf(closesOf(id), strategy.lookBack))))
    case 'carry':
      return ofCarry(strategy, candidates)
  }
}

/** True on the first strike of a month or of a week, on which a strategy decides anew. */
export const decidesOn = ({ every }: Strategy, before: CalendarDate, date: CalendarDate): boolean =>
  every === 'month' ? before.slice(0, MONTH_LENGTH) !== date.slice(0, MONTH_LENGTH) : weekOf(before) !== weekOf(date)
const MONTH_LENGTH = 'yyyy-mm'.length
const DAYS_IN_WEEK = 7
/** 1 January 1970 was a Thursday; weeks begin on Mondays. */
const weekOf = (date: CalendarDate): number => Math.floor((dayNumber(date) + 3) / DAYS_IN_WEEK)

function inEqualParts(chosen: readonly Pick<Candidate, 'instrumentId'>[]): readonly Leg[] {
  const weight = chosen.length === 0 ? 0n : SCALE / BigInt(chosen.length)
  return chosen.map(({ instrumentId }) => ({ instrumentId, weight }))
}

type Rank = (instrumentId: string) => bigint | null

/** Those that rank highest; equal ranks keep the order in which candidates are listed. */
function best(candidates: readonly Candidate[], count: number, rank: Rank): readonly Candidate[] {
  const ranked = candidates.flatMap((candidate) => {
    const value = rank(candidate.instrumentId)
    return value === null ? [] : [{ candidate, value }]
  })
  return ranked
    .toSorted((a, b) => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1))
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

function ofBestSectors(
  { lookBack, sectors }: Strategy & Readonly<{ kind: 'sectorRotation' }>,
  candidates: readonly Candidate[],
  closesOf: ClosesOf,
): readonly Candidate[] {
  const ranked = [...Map.groupBy(candidates, ({ sector }) => sector)].flatMap(([sector, members]) => {
    const gains = members.flatMap(({ instrumentId }) => gainOver(closesOf(instrumentId), lookBack, 1) ?? [])
    const sum = gains.reduce((total, gain) => total + gain, 0n)
    return gains.length < members.length ? [] : [{ sector, gain: divide(sum, BigInt(gains.length), 'HALF_EVEN') }]
  })
  const chosen = ranked.toSorted((a, b) => (a.gain === b.gain ? 0 : a.gain > b.gain ? -1 : 1)).slice(0, sectors)
  return candidates.filter(({ sector }) => chosen.some((each) => each.sector === sector))
}

/** Buys the currencies that earn most held against the dollar, sells those that earn most sold, and only where something is earned. */
function ofCarry({ longs, shorts }: Strategy & Readonly<{ kind: 'carry' }>, candidates: readonly Candidate[]): readonly Leg[] {
  const earning = (side: 'long' | 'short', count: number): readonly Candidate[] =>
    best(
      candidates.filter(({ carry }) => carry !== null && carry[side] > 0n),
      count,
      (id) => candidates.find(({ instrumentId }) => instrumentId === id)?.carry?.[side] ?? null,
    )
  const part = SCALE / BigInt(longs + shorts)
  return [
    ...earning('long', longs).map(({ instrumentId }) => ({ instrumentId, weight: part })),
    ...earning('short', shorts).map(({ instrumentId }) => ({ instrumentId, weight: -part })),
  ]
}

const negated = (value: bigint | null): bigint | null => (value === null ? null : -value)

/** The gain from `from` closes ago to `to` closes ago, the newest being the first, in units of 10^-8; null without that many. */
function gainOver(closes: readonly bigint[], from: number, to: number): bigint | null {
  const [first, last] = [closes.at(-from), closes.at(-to)]
  return first === undefined || last === undefined || first === 0n ? null : divide(last * SCALE, first, 'HALF_EVEN') - SCALE
}

/** The sum of squared daily returns; null without that many closes. */
function varianceOf(closes: readonly bigint[], days: number): bigint | null {
  if (closes.length < days) return null
  const last = closes.slice(-days)
  return last.slice(1).reduce((sum, close, at) => {
    const before = last[at] ?? 0n
    const change = before === 0n ? 0n : divide(close * SCALE, before, 'HALF_EVEN') - SCALE
    return sum + change * change
  }, 0n)
}
