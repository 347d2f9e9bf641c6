import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { DayNumber } from '../calendars/civil.ts'
import { normal } from '../random/distributions.ts'
import { type KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'

/**
 * The first price of a new company over its issue price (`docs/rules/corporate-actions.md` C.6): normal around a gain of 6 % with a deviation of
 * 25 %, so that four in ten open below what was paid for them.
 */
const MEAN = 0.06
const DEVIATION = 0.25
const DEEPEST = -0.4
const HIGHEST = 1.5

type Drawn = Readonly<{ key: SipKey; index: number; day: DayNumber }>

/** As a logarithm, drawn with the key of the first day alone. */
export function firstDayMove(hash: KeyedHash, { key, index, day }: Drawn, arithmetic: Arithmetic): number {
  hash.mix(key, index, streamTag.firstDay, day, 0)
  const move = MEAN + DEVIATION * normal(uniform(hash.low), arithmetic)
  return arithmetic.log(1 + Math.min(HIGHEST, Math.max(DEEPEST, move)))
}
