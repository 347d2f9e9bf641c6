import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { type SettledBar, drawRange } from './day-bar.ts'
import type { MarketPulse } from './market-pulse.ts'
import type { NewsOfDay } from './news.ts'
import type { ActivityCurve } from './session-clock.ts'
import { MIN_MINUTE_VOLUME, type SessionPlan } from './tape.ts'
import { cutMinutes } from './tree-cursor.ts'

/**
 * A session with news as settled bars: the parts of the day's tree before the news and after them. The price goes the way
 * it would have gone without news, and from their minute on it is higher or lower by their move.
 */
export type NewsPath = Readonly<{ blocks: readonly SettledBar[]; high: number; low: number }>

/** The day without its news. */
type QuietDay = Pick<SessionPlan, 'arithmetic' | 'key' | 'instrument' | 'day' | 'minutes' | 'marketShare'> &
  Readonly<{ dayWord: number; close: number; variance: number; volume: number }>

/** A part of the tree and the prices at its ends, without the news. */
type Part = Readonly<{ from: number; to: number; node: number; start: number; end: number }>

/** More is traded in the hour after them. */
const CROWD = 4
const CROWDED_MINUTES = 60

const hash = new KeyedHash()

export function newsPath(quiet: QuietDay, { minute, move }: NewsOfDay, curve: ActivityCurve, pulse: MarketPulse): NewsPath {
  const { arithmetic, key, instrument, day, minutes, variance } = quiet
  const perWeight = variance / (curve.variance[minutes] as number)
  const parts = partsAround(minute, quiet, curve, pulse)
  const volumes = volumesOf(parts, quiet, curve, minute)
  const blocks = parts.map(({ from, to, node, start, end }, at): SettledBar => {
    const moved = from >= minute ? move : 0
    const [open, close] = [start + moved, end + moved]
    const own = perWeight * ((curve.variance[to] as number) - (curve.variance[from] as number))
    const words = { index: instrument, tag: streamTag.newsRange, day, node }
    const range = drawRange(hash, key, words, close - open, own, arithmetic)
    // Adding may have rounded the ends past the extremes.
    const [high, low] = [Math.max(open, close, open + range.high), Math.min(open, close, open + range.low)]
    return { from, to, node, open, close, high, low, variance: own, volume: volumes[at] as number }
  })
  const high = blocks.reduce((highest, block) => Math.max(highest, block.high), 0)
  const low = blocks.reduce((lowest, block) => Math.min(lowest, block.low), 0)
  return { blocks, high, low }
}

/** The tree cut along the way down to a minute, with a path through the cuts. */
function partsAround(minute: number, quiet: QuietDay, curve: ActivityCurve, pulse: MarketPulse): Part[] {
  const parts: Part[] = []
  const walk = (part: Part): void => {
    const { from, to, node, start, end } = part
    if (minute <= from || minute >= to) return void parts.push(part)
    const middle = cutMinutes(from, to)
    const price = midpoint(quiet, curve, part, middle, pulse)
    walk({ from, to: middle, node: 2 * node, start, end: price })
    walk({ from: middle, to, node: 2 * node + 1, start: price, end })
  }
  walk({ from: 0, to: quiet.minutes, node: 1, start: 0, end: quiet.close })
  return parts
}

/** The middle of a path between two known prices, moved by what moves the whole market and by what does not. */
function midpoint(quiet: QuietDay, { variance: prefix }: ActivityCurve, part: Part, middle: number, pulse: MarketPulse): number {
  const { arithmetic, key, instrument, day, dayWord, marketShare, variance, minutes } = quiet
  const { from, to, node, start, end } = part
  const perWeight = variance / (prefix[minutes] as number)
  const left = perWeight * ((prefix[middle] as number) - (prefix[from] as number))
  const right = perWeight * ((prefix[to] as number) - (prefix[middle] as number))
  hash.mix(key, instrument, streamTag.newsPath, day, node)
  const own = Math.sqrt(1 - marketShare * marketShare) * normal(uniform(hash.low), arithmetic)
  const shock = marketShare * pulse.at(key, dayWord, node, arithmetic) + own
  return start + ((end - start) * left) / (left + right) + Math.sqrt((left * right) / (left + right)) * shock
}

/** Shares the day's volume out: every minute has its least, and nothing is left. */
function volumesOf(parts: readonly Part[], { minutes, volume }: QuietDay, { volume: prefix }: ActivityCurve, minute: number): number[] {
  const weights = parts.map(({ from, to }) => {
    const isCrowded = from >= minute && to <= minute + CROWDED_MINUTES
    return ((prefix[to] as number) - (prefix[from] as number)) * (isCrowded ? CROWD : 1)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const spare = volume - MIN_MINUTE_VOLUME * minutes
  let [weight, given] = [0, 0]
  return parts.map(({ from, to }, at) => {
    weight += weights[at] as number
    const upTo = at === parts.length - 1 ? spare : Math.floor((spare * weight) / total)
    const own = upTo - given
    given = upTo
    return own + MIN_MINUTE_VOLUME * (to - from)
  })
}
