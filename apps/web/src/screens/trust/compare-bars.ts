import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import type { DrawnBar } from '../../shared/trust/draw-day.ts'

/** A minute as it was drawn and as it was served, with what customers added to it; figures as they are written. */
export type ComparedMinute = Readonly<{
  at: number
  drawn: string | null
  served: string | null
  customers: string | null
  isEqual: boolean
}>
export type Comparison = Readonly<{
  minutes: number
  /** Minutes whose part of the outside market was served as another than was drawn, was drawn and not served, or the other way round. */
  different: readonly ComparedMinute[]
  /** Minutes that customers traded in. */
  customers: readonly ComparedMinute[]
  /** Some of the minutes, as they are. */
  shown: readonly ComparedMinute[]
}>

const MAX_SHOWN = 8

/**
 * Holds what was served of a day to what its keys draw. A served minute in which customers traded says beside it what the outside market alone
 * was: that is compared, and the rest is theirs.
 */
export function compareBars(drawn: readonly DrawnBar[], served: readonly KlineBar[]): Comparison {
  const byTime = new Map(drawn.map((bar) => [bar.at, bar]))
  const servedAt = new Set(served.map(({ timestamp }) => timestamp))
  const missing = drawn.filter(({ at }) => !servedAt.has(at)).map(missingMinute)
  const all = [...served.map((bar) => comparedMinute(bar, byTime.get(bar.timestamp) ?? null)), ...missing]
  const different = all.filter(({ isEqual }) => !isEqual)
  const customers = all.filter((minute) => minute.customers !== null)
  const shown = [...different, ...customers, ...all.toReversed()]
    .filter((minute, at, list) => list.indexOf(minute) === at)
    .slice(0, MAX_SHOWN)
  return { minutes: all.length, different, customers, shown: shown.toSorted((a, b) => a.at - b.at) }
}

type Figures = Pick<KlineBar, 'open' | 'high' | 'low' | 'close' | 'volume'>

function comparedMinute(bar: KlineBar, drawn: DrawnBar | null): ComparedMinute {
  const outside: Figures = bar.outside ?? bar
  const isEqual = drawn !== null && FIGURES.every((name) => scaled(outside[name]) === drawn[name])
  const customers = bar.outside === undefined ? null : formatScaled(scaled(bar.volume) - scaled(bar.outside.volume))
  return { at: bar.timestamp, drawn: drawn === null ? null : formatScaled(drawn.close), served: outside.close, customers, isEqual }
}
const missingMinute = ({ at, close }: DrawnBar): ComparedMinute => ({
  ...{ at, drawn: formatScaled(close), served: null, customers: null, isEqual: false },
})
const FIGURES = ['open', 'high', 'low', 'close', 'volume'] as const
