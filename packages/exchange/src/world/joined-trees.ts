import type { BarTree, TreeBar } from '../prices/bar-tree.ts'
import type { Range } from './converted-tree.ts'

/** The price of one leg in the other: their product or their quotient. */
export type Join = Readonly<{ how: 'product' | 'quotient' }>
type Ends = Readonly<{ open: number; close: number }>
type Bar = Range & Ends

export const joinedPrice = ({ how }: Join, a: number, b: number): number => (how === 'product' ? a * b : a / b)

/** The highest and lowest possible price, if one leg was at its best or worst just when the other was. */
export function possibleRange(join: Join, a: Range, b: Range): Range {
  const isProduct = join.how === 'product'
  return {
    high: joinedPrice(join, a.high, isProduct ? b.high : b.low),
    low: joinedPrice(join, a.low, isProduct ? b.low : b.high),
  }
}

/** Both ends of a bar are prices of it. */
export function joinedEnds(join: Join, a: Ends, b: Ends): Range {
  const [open, close] = [joinedPrice(join, a.open, b.open), joinedPrice(join, a.close, b.close)]
  return { high: Math.max(open, close), low: Math.min(open, close) }
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
 * alike. Hours in which not even what is possible goes further than what is known already are not looked into, and
 * those that may go furthest come first, so a day costs a fortieth of its minutes.
 */
export function joinedBars(join: Join, first: BarTree, second: BarTree, minutes: number): JoinedBar[] {
  const pair: Pair = { join, first, second }
  for (let index = 0; index < first.size; index += 1) {
    for (let bar = first.bar(index); !isMinute(bar) && bar.to - bar.from > minutes; bar = first.bar(index)) divide(pair, index)
  }
  return Array.from({ length: first.size }, (_, index) => rangeOf(pair, index)).toSorted((one, next) => one.from - next.from)
}

export type JoinedBar = Readonly<{ from: number; to: number }> & Range

type Pair = Readonly<{ join: Join; first: BarTree; second: BarTree }>
/** A bar of both legs that is not looked into yet, with the range that is possible in it. */
type Part = Readonly<{ index: number; a: TreeBar; b: TreeBar; possible: Range }>
type Extreme = 'high' | 'low'

const isMinute = ({ from, to }: TreeBar): boolean => to - from === 1

function rangeOf(pair: Pair, index: number): JoinedBar {
  const whole = partOf(pair, index)
  const known = { ...joinedEnds(pair.join, whole.a, whole.b) }
  const parts = [whole]
  for (const extreme of ['high', 'low'] as const) {
    for (let at = furthest(parts, known, extreme); at >= 0; at = furthest(parts, known, extreme)) lookInto(pair, parts, at, known)
  }
  return { from: whole.a.from, to: whole.a.to, ...known }
}

/** The place of the part that may go furthest past what is known; -1 when none does. */
function furthest(parts: readonly Part[], known: Range, extreme: Extreme): number {
  let [found, reached] = [-1, known[extreme]]
  // Counted by hand, because this is the hottest loop of a chart of years.
  for (let at = 0; at < parts.length; at += 1) {
    const { high, low } = (parts[at] as Part).possible
    if (extreme === 'high' ? high <= reached : low >= reached) continue
    found = at
    reached = extreme === 'high' ? high : low
  }
  return found
}

/** Puts the two halves of a part in its place; a single minute has nothing more to say than its range. */
function lookInto(pair: Pair, parts: Part[], at: number, known: Known): void {
  const part = parts[at] as Part
  const last = parts.pop() as Part
  if (at < parts.length) parts[at] = last
  if (isMinute(part.a)) return widen(known, joinedMinute(pair.join, part.a, part.b))
  const left = divide(pair, part.index)
  for (const index of [part.index, left]) {
    const half = partOf(pair, index)
    widen(known, joinedEnds(pair.join, half.a, half.b))
    parts.push(half)
  }
}

function partOf({ join, first, second }: Pair, index: number): Part {
  const [a, b] = [first.bar(index), second.bar(index)]
  if (a.from !== b.from || a.to !== b.to) throw new Error('the legs of a cross trade in the same sessions')
  return { index, a, b, possible: possibleRange(join, a, b) }
}

/** Returns the place of the left half. */
function divide({ first, second }: Pair, index: number): number {
  first.divide(index)
  second.divide(index)
  return first.size - 1
}

type Known = { high: number; low: number }

function widen(known: Known, { high, low }: Range): void {
  known.high = Math.max(known.high, high)
  known.low = Math.min(known.low, low)
}
