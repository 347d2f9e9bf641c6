import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { SipKey } from '../random/siphash.ts'
import type { MarketPulse } from './market-pulse.ts'
import { cutMinutes } from './tree-cursor.ts'

/**
 * The path of an index from its open to its close: along the very shocks that its members share at each place of the
 * day's tree. Worked out for quarters of an hour; within one, the index has a tree of its own like any stock.
 */
const BLOCK_MINUTES = 15

/** One quarter of an hour: its place in the tree, and the shared path at its end for a path of unit variance. */
export type PathBlock = Readonly<{ from: number; to: number; node: number; timeShare: number; shared: number }>

type Session = Readonly<{ arithmetic: Arithmetic; key: SipKey; dayWord: number; minutes: number; variancePrefix: Float64Array }>

export function sharedPath(pulse: MarketPulse, session: Session): PathBlock[] {
  const { arithmetic, key, dayWord, minutes, variancePrefix } = session
  const total = variancePrefix[minutes] as number
  const timeAt = (minute: number): number => (variancePrefix[minute] as number) / total
  const blocks: PathBlock[] = []
  const walk = (from: number, to: number, node: number, start: number, end: number): void => {
    if (to - from <= BLOCK_MINUTES) {
      blocks.push({ from, to, node, timeShare: timeAt(to), shared: end })
      return
    }
    const middle = cutMinutes(from, to)
    const [left, right] = [timeAt(middle) - timeAt(from), timeAt(to) - timeAt(middle)]
    const whole = left + right
    const value = start + ((end - start) * left) / whole + Math.sqrt((left * right) / whole) * pulse.at(key, dayWord, node, arithmetic)
    walk(from, middle, 2 * node, start, value)
    walk(middle, to, 2 * node + 1, value, end)
  }
  walk(0, minutes, 1, 0, 0)
  return blocks
}
