import type { DayNumber } from '../calendars/civil.ts'
import type { FactorDays } from './factors.ts'
import type { TimeModel } from './parameters.ts'
import type { Timeline } from './timeline.ts'

/**
 * Moves that one market takes over from another (`docs/rules/price-model.md` C.2): Buenos Aires those of the same day, Taipei in its
 * night those of New York's day before. Days on which the follower is closed pile up until it opens.
 */
export type Following = Readonly<{
  /** The part of the leader's move that it takes, in its own factor. */
  share: number
  days: 'same' | 'before'
}>

/** The leading market's factor with its days. */
export type LeadingMarket = Readonly<{ factor: FactorDays; timeline: Timeline }>

/** Moves that a day of the follower takes over, as logarithms, and how lively the leader was before that day. */
export type Led = Readonly<{ gap: number; session: number; variance: number; level: number }>

export class Leader {
  readonly #leading: LeadingMarket
  readonly #following: Following
  readonly #model: TimeModel

  constructor(leading: LeadingMarket, following: Following, model: TimeModel) {
    this.#leading = leading
    this.#following = following
    this.#model = model
  }

  /** For the follower's day after another of its own. */
  on(day: DayNumber, dayBefore: DayNumber): Led {
    const { factor, timeline } = this.#leading
    const { share, days } = this.#following
    const last = timeline.ordinalUpTo(day - 1)
    factor.upTo(last)
    const level = last < 0 ? 0 : factor.level.at(last)
    const isSame = days === 'same' && timeline.ordinalUpTo(day) > last
    // Without a night nothing can be caught up with: it would be known before it happened.
    const missed = this.#model.gapShare === 0 ? 0 : this.#movesIn(days === 'same' ? dayBefore + 1 : dayBefore, day - 1)
    if (!isSame) return { gap: share * missed, session: 0, variance: 0, level }
    factor.upTo(last + 1)
    return {
      gap: share * (missed + factor.gap.at(last + 1)),
      session: share * factor.session.at(last + 1),
      variance: share * share * factor.variance.at(last + 1),
      level,
    }
  }

  /** Of the leader's days from one to another, both included. */
  #movesIn(from: DayNumber, to: DayNumber): number {
    const { factor, timeline } = this.#leading
    let sum = 0
    for (let ordinal = timeline.ordinalUpTo(to); ordinal >= 0 && timeline.dayOf(ordinal) >= from; ordinal -= 1)
      sum += factor.gap.at(ordinal) + factor.session.at(ordinal)
    return sum
  }
}
