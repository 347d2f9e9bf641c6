import type { Company } from '../catalogue/company.ts'
import { daysOf } from '../calendars/civil.ts'
import { type PriceUnits, UNITS_PER_ONE, toTick } from './price-units.ts'
import type { Timeline } from './timeline.ts'

/** The prices that a day may not leave, both allowed. */
export type DailyLimits = Readonly<{ least: PriceUnits; most: PriceUnits }>

/** The limits of a day after one that closed at a price; each market and price grid has its own. `share` is about how far they lie. */
export type LimitRule = Readonly<{ share: number; after: (closeBefore: PriceUnits) => DailyLimits }>

/** A listing finds its price freely first. */
export const FREE_DAYS = 5
/** More than rounding to ticks moves a limit. */
const ROUNDING = 0.02

export type Reached = Readonly<{ lowest: number; highest: number }>

/** A listing's limits day by day (`docs/rules/taiwan.md` B.3, `docs/rules/price-model.md` C.2); null on days without any. */
export class LimitedDays {
  readonly #rule: LimitRule | null
  readonly #freeUntil: number

  constructor({ limits, listedOn }: Company, timeline: Timeline) {
    this.#rule = limits ?? null
    const listed = daysOf(listedOn)
    this.#freeUntil = listed < timeline.dayOf(0) ? 0 : timeline.ordinalUpTo(listed) + FREE_DAYS
  }

  /** Of a day whose prices lie between two: null as well where these are far from any limit, as on most days. */
  on(ordinal: number, closeBefore: number, { lowest, highest }: Reached): DailyLimits | null {
    if (this.#rule === null || ordinal < this.#freeUntil) return null
    const near = this.#rule.share - ROUNDING
    const isFar = lowest > closeBefore * (1 - near) && highest < closeBefore * (1 + near)
    return isFar ? null : this.#rule.after(toTick(closeBefore))
  }
}

export const withinUnits = (price: PriceUnits, limits: DailyLimits | null): PriceUnits =>
  limits === null ? price : Math.min(limits.most, Math.max(limits.least, price))

/** The same for an exact price. */
export const withinLimits = (price: number, limits: DailyLimits | null): number =>
  limits === null ? price : Math.min(limits.most / UNITS_PER_ONE, Math.max(limits.least / UNITS_PER_ONE, price))
