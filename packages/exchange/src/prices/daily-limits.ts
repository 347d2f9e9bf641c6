import type { Company } from '../catalogue/company.ts'
import { daysOf } from '../calendars/civil.ts'
import { type PriceUnits, UNITS_PER_ONE, toTick } from './price-units.ts'
import type { Timeline } from './timeline.ts'

/** The prices that a day may not leave, both allowed. */
export type DailyLimits = Readonly<{ least: PriceUnits; most: PriceUnits }>

/** The limits of a day after one that closed at a price; each market and price grid has its own. */
export type LimitsAfter = (closeBefore: PriceUnits) => DailyLimits

/** A listing finds its price freely first. */
export const FREE_DAYS = 5

/** A listing's limits day by day (`domain.md` B.3, C.2); null on days without any. */
export class LimitedDays {
  readonly #limitsAfter: LimitsAfter | null
  readonly #freeUntil: number

  constructor({ limitsAfter, listedOn }: Company, timeline: Timeline) {
    this.#limitsAfter = limitsAfter ?? null
    const listed = daysOf(listedOn)
    this.#freeUntil = listed < timeline.dayOf(0) ? 0 : timeline.ordinalUpTo(listed) + FREE_DAYS
  }

  on(ordinal: number, closeBefore: number): DailyLimits | null {
    return this.#limitsAfter === null || ordinal < this.#freeUntil ? null : this.#limitsAfter(toTick(closeBefore))
  }
}

export const withinUnits = (price: PriceUnits, limits: DailyLimits | null): PriceUnits =>
  limits === null ? price : Math.min(limits.most, Math.max(limits.least, price))

/** The same for an exact price. */
export const withinLimits = (price: number, limits: DailyLimits | null): number =>
  limits === null ? price : Math.min(limits.most / UNITS_PER_ONE, Math.max(limits.least / UNITS_PER_ONE, price))
