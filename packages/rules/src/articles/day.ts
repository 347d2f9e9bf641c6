import { SCALE, absolute, divide, formatDecimal, formatScaled, scaled } from '../decimal.ts'
import type { MarketName } from '../instruments/instrument.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { FactsOf, MadeArticle } from './article.ts'

/** What a market's day was: its close, and the companies that moved most. Prices are units of 10^-8. */
export type Move = Readonly<{
  instrumentId: string
  /** Both in the shares of one day, so that a split is no move. */
  close: bigint
  previousClose: bigint
}>

export type MarketDay = Readonly<{
  market: MarketName
  date: CalendarDate
  closedAt: Instant
  /** Of companies that traded; each once. */
  moves: readonly Move[]
  /** The index of the market; null where it has none. */
  index: Move | null
}>

/** A company's move is news from a twentieth of its price on, and the largest three of a market and a day are told. */
export const MIN_JUMP = scaled('0.05')
export const MAX_JUMPS_A_DAY = 3
/** So many trading days, the one that is told of among them, are looked back on. */
export const SESSIONS_COMPARED = 30

/** Units of 10^-8 of the price before. */
const ratioOf = ({ close, previousClose }: Move): bigint => divide((close - previousClose) * SCALE, previousClose, 'HALF_UP')

const POINTS_DECIMALS = 2
const POINTS_OF_ONE = 10_000n
/** In per cent points: "-3.25". */
const pointsOf = ({ close, previousClose }: Move): bigint => divide((close - previousClose) * POINTS_OF_ONE, previousClose, 'HALF_UP')
const changeText = (move: Move): string => formatDecimal(pointsOf(move), POINTS_DECIMALS)

const PRICE_DECIMALS = 2
export const priceFact = (price: bigint, currency: string): string => `${formatScaled(price, PRICE_DECIMALS)} ${currency}`
export const numberFact = (count: number): string => String(count)

/** The largest rise first; equal ones stand by their ids, so that the same day is always told in the same way. */
const byRatio = (a: Move, b: Move): number => {
  const [first, second] = [ratioOf(a), ratioOf(b)]
  if (first !== second) return first > second ? -1 : 1
  return a.instrumentId < b.instrumentId ? -1 : 1
}

const isKnown = ({ close, previousClose }: Move): boolean => close > 0n && previousClose > 0n

/** The market's close; null for a day on which nothing traded. */
export function closeOf({ market, date, closedAt, moves, index }: MarketDay): MadeArticle<'market.closed'> | null {
  const known = moves.filter(isKnown).toSorted(byRatio)
  const [best, worst] = [known[0], known.at(-1)]
  if (best === undefined || worst === undefined) return null
  const [rises, falls] = [known.filter((each) => ratioOf(each) > 0n), known.filter((each) => ratioOf(each) < 0n)]
  const shown = index !== null && isKnown(index) ? index : null
  const facts: FactsOf<'market.closed'> = {
    ...{ market, date },
    ...(shown === null ? {} : { index: shown.instrumentId, value: formatScaled(shown.close, PRICE_DECIMALS), change: changeText(shown) }),
    ...{ advancing: numberFact(rises.length), declining: numberFact(falls.length) },
    unchanged: numberFact(known.length - rises.length - falls.length),
    ...(rises.length === 0 ? {} : { best: best.instrumentId, bestChange: changeText(best) }),
    ...(falls.length === 0 ? {} : { worst: worst.instrumentId, worstChange: changeText(worst) }),
  }
  const instruments = [facts.index, facts.best, facts.worst].filter((id) => id !== undefined)
  return { kind: 'market.closed', subject: market, date, at: closedAt, facts, items: [], instruments }
}

/** The moves of a day that are news by themselves, the largest first. */
export const jumpsAmong = (moves: readonly Move[]): readonly Move[] =>
  moves
    .filter((move) => isKnown(move) && absolute(ratioOf(move)) >= MIN_JUMP)
    .toSorted((a, b) => compareSizes(a, b) || byRatio(a, b))
    .slice(0, MAX_JUMPS_A_DAY)

function compareSizes(a: Move, b: Move): number {
  const [first, second] = [absolute(ratioOf(a)), absolute(ratioOf(b))]
  return first === second ? 0 : first > second ? -1 : 1
}

type Jump = Readonly<{
  move: Move
  /** What the day's papers say: in that day's own shares. */
  close: bigint
  low: bigint
  high: bigint
  currency: string
  date: CalendarDate
  closedAt: Instant
  /** Closes before the day in the shares of `move`, oldest first. */
  before: readonly bigint[]
}>

/** A company's jump. That it was the largest for a while is said only where all of that while is known. */
export function jumpOf({ move, close, low, high, currency, date, closedAt, before }: Jump): MadeArticle<'company.rose' | 'company.fell'> {
  const { instrumentId } = move
  const facts: FactsOf<'company.rose'> = {
    ...{ instrument: instrumentId, price: priceFact(close, currency), size: formatDecimal(absolute(pointsOf(move)), POINTS_DECIMALS) },
    ...{ low: priceFact(low, currency), high: priceFact(high, currency) },
    ...(isLargest(move, before) ? { sessions: numberFact(SESSIONS_COMPARED) } : {}),
  }
  const kind = move.close > move.previousClose ? 'company.rose' : 'company.fell'
  return { kind, subject: instrumentId, date, at: closedAt, facts, items: [], instruments: [instrumentId] }
}

function isLargest(move: Move, before: readonly bigint[]): boolean {
  const compared = before.slice(-SESSIONS_COMPARED)
  if (compared.length < SESSIONS_COMPARED) return false
  const others = compared.slice(1).map((close, at) => ({ instrumentId: move.instrumentId, close, previousClose: compared[at] ?? 0n }))
  return others.every((other) => !isKnown(other) || absolute(ratioOf(other)) < absolute(ratioOf(move)))
}
