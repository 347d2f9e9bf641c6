import type { CalendarDate } from '@rueda/rules/time.ts'
import { daysOf } from '../calendars/civil.ts'
import type { DayKeys } from '../prices/day-keys.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import type { PathDays } from './converted-path.ts'

/**
 * The ticks by which a contract month stands off what its spot is worth on its last day (`docs/rules/futures.md` B.4): a noise
 * that forgets a fifth of itself each trading day and fades over the last ones, so that the contract ends where its spot
 * does. A day's key decides the day's step, and the large and the small contract of a family share it: holding one
 * against the other gains nothing.
 */
const DEVIATION = 2
const PERSISTENCE = 0.8
const STEP = DEVIATION * Math.sqrt(1 - PERSISTENCE * PERSISTENCE)
/** Of a step longer ago less than a hundredth is left. */
const REMEMBERED_DAYS = 21
const KEPT_SHOCKS = 8 * REMEMBERED_DAYS
/** From here to the last trade date it fades, in calendar days. */
const FADING_DAYS = 10

/** The market that the contracts trade in. */
export type BasisMarket = Readonly<{ days: PathDays; arithmeticOn: SimMarket['arithmeticOn'] }>

export class Basis {
  readonly #keys: DayKeys
  readonly #market: BasisMarket
  /** Separates contract months in the draws. */
  readonly #month: number
  readonly #lastDay: number
  readonly #hash = new KeyedHash()
  /** Each step is part of three weeks of days, which charts read one after the other. */
  readonly #shocks = new Map<CalendarDate, number>()

  constructor(keys: DayKeys, market: BasisMarket, contract: Readonly<{ month: number; lastTradeDate: CalendarDate }>) {
    this.#keys = keys
    this.#market = market
    this.#month = contract.month
    this.#lastDay = daysOf(contract.lastTradeDate)
  }

  inTicksOn(date: CalendarDate): number {
    const fade = Math.min(1, Math.max(0, this.#lastDay - daysOf(date)) / FADING_DAYS)
    if (fade === 0) return 0
    let [sum, weight, day] = [0, STEP * fade, date]
    for (let count = 0; count < REMEMBERED_DAYS; count += 1) {
      sum += weight * this.#shockOn(day)
      weight *= PERSISTENCE
      day = this.#market.days.previousTradingDate(day)
    }
    return sum
  }

  #shockOn(date: CalendarDate): number {
    const known = this.#shocks.get(date)
    if (known !== undefined) return known
    const day = daysOf(date)
    this.#hash.mix(this.#keys.of(day), this.#month, streamTag.futureBasis, day, 0)
    const shock = normal(uniform(this.#hash.low), this.#market.arithmeticOn(date))
    if (this.#shocks.size >= KEPT_SHOCKS) this.#shocks.clear()
    this.#shocks.set(date, shock)
    return shock
  }
}
