import type { BarTree, TreeBar } from '../prices/bar-tree.ts'
import type { Range } from './converted-tree.ts'

/** The price of one leg in the other: their product or their quotient. */
export type Join = Readonly<{ how: 'product' | 'quotient' }>
type Bar = Range & Readonly<{ open: number; close: number }>

export const joinedPrice = ({ how }: Join, a: number, b: number): number => (how === 'product' ? a * b : a / b)

/** The highest and lowest possible price, if one leg was at its best or worst just when the other was. */
export function possibleRange(join: Join, a: Range, b: Range): Range {
  const isProduct = join.how === 'product'
  return {
    high: joinedPrice(join, a.high, isProduct ? b.high : b.low),
    low: joinedPrice(join, a.low, isProduct ? b.low : b.high),
  }
}

/**
 * A minute of a cross. Where each leg was when the other stood highest is not known from two bars; halfway between what
 * is possible and the minute's own ends is the middle.
 */
export function joinedMinute(join: Join, a: Bar, b: Bar): Bar {
  const [open, close] = [joinedPrice(join, a.open, b.open), joinedPrice(join, a.close, b.close)]
  const possible = possibleRange(join, a, b)
  return { open, close, high: (Math.max(open, close) + possible.high) / 2, low: (Math.min(open, close) + possible.low) / 2 }
}

/**
 * A finished session of a cross in bars of so many minutes, each with the range of its minutes. Both legs' trees are cut
 * alike. Hours in which not even what is possible goes further than what is known already are not looked into, so a
 * day costs a tenth of its minutes.
 */
export function joinedBars(join: Join, first: BarTree, second: BarTree, minutes: number): JoinedBar[] {
  const bars: JoinedBar[] = []
  let bar: JoinedBar = { from: 0, to: 0, high: 0, low: 0 }
  for (let [a, b] = [first.look(), second.look()]; a !== null && b !== null; [a, b] = [first.look(), second.look()]) {
    if (a.from !== b.from || a.to !== b.to) throw new Error('the legs of a cross trade in the same sessions')
    const isMinute = a.to - a.from === 1
    const begins = a.from >= bar.to
    if (begins && (isMinute || a.to - a.from <= minutes)) {
      const start = joinedPrice(join, a.open, b.open)
      bar = { from: a.from, to: a.to, high: start, low: start }
      bars.push(bar)
    } else if (begins) {
      divideBoth(first, second)
      continue
    }
    if (isMinute) widen(bar, joinedMinute(join, a, b))
    else if (reachesOut(possibleRange(join, a, b), bar)) {
      widen(bar, endsOf(join, a, b))
      divideBoth(first, second)
      continue
    }
    first.pass()
    second.pass()
  }
  return bars
}

export type JoinedBar = { readonly from: number; readonly to: number; high: number; low: number }

const reachesOut = (possible: Range, known: Range): boolean => possible.high > known.high || possible.low < known.low

function widen(bar: JoinedBar, { high, low }: Range): void {
  bar.high = Math.max(bar.high, high)
  bar.low = Math.min(bar.low, low)
}

/** Both ends of a bar are prices of it. */
function endsOf(join: Join, a: TreeBar, b: TreeBar): Range {
  const [open, close] = [joinedPrice(join, a.open, b.open), joinedPrice(join, a.close, b.close)]
  return { high: Math.max(open, close), low: Math.min(open, close) }
}

function divideBoth(first: BarTree, second: BarTree): void {
  first.divide()
  second.divide()
}
