import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { DayNumber } from '../calendars/civil.ts'
import type { Company } from '../catalogue/company.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { earningsDay } from './earnings-days.ts'
import { drawJump } from './factors.ts'
import { type TimeModel, earnings } from './parameters.ts'

/** Moves of a listing between two days, as logarithms: a company's on the day it reports, and jumps of what is no company. */
export class SuddenMoves {
  readonly #company: Company
  readonly #model: TimeModel
  readonly #hash = new KeyedHash()
  #quarter = -1
  #earningsDay: DayNumber = -1

  constructor(company: Company, model: TimeModel) {
    this.#company = company
    this.#model = model
  }

  reportsOn(day: DayNumber, quarter: number): boolean {
    if (this.#company.own !== undefined) return false
    if (quarter !== this.#quarter) {
      this.#quarter = quarter
      this.#earningsDay = earningsDay(this.#company.index, quarter)
    }
    return day === this.#earningsDay
  }

  /** A jump between two days, even where no market closes, so that nobody can trade on it as it happens. */
  jump(key: SipKey, day: DayNumber, arithmetic: Arithmetic): number {
    const jumps = this.#company.own?.jumps
    if (jumps === undefined) return 0
    const words = { index: this.#company.index, tag: streamTag.ownJump, day }
    return drawJump(this.#hash, key, words, jumps, this.#model.daysPerYear, arithmetic)
  }

  /** A report's surprise, in the company's own volatility of the day. */
  surprise(key: SipKey, day: DayNumber, volatility: number, arithmetic: Arithmetic): number {
    this.#hash.mix(key, this.#company.index, streamTag.stockEarnings, day, 0)
    return earnings.volatilities * volatility * normal(uniform(this.#hash.low), arithmetic)
  }
}
