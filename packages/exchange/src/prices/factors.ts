import { normal, studentSix } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { Column } from './column.ts'
import type { DayKeys } from './day-keys.ts'
import type { Leader, Led } from './leader.ts'
import { LogVolatility } from './log-volatility.ts'
import {
  type FactorParameters,
  FIRST_SECTOR_INDEX,
  MARKET_INDEX,
  type TimeModel,
  followingFactor,
  marketFactor,
  marketJumps,
  sectorFactor,
} from './parameters.ts'
import type { Timeline } from './timeline.ts'

/** What moves many companies at once, day by day: the market as a whole, and each sector. */
export class FactorDays {
  /** Log returns within the session and between the sessions before it. */
  readonly session = new Column()
  readonly gap = new Column()
  /** The day's log-volatility, and the variance that it gives the session. */
  readonly level = new Column()
  readonly variance = new Column()
  readonly #index: number
  readonly #factor: FactorParameters
  readonly #market: FactorDays | null
  /** Another market that this one follows. */
  readonly #leader: Leader | null
  readonly #model: TimeModel
  readonly #timeline: Timeline
  readonly #keys: DayKeys
  readonly #memory: LogVolatility
  readonly #hash = new KeyedHash()

  constructor(index: number, factor: FactorParameters, market: FactorDays | null, shared: FactorContext, leader: Leader | null = null) {
    this.#index = index
    this.#factor = factor
    this.#market = market
    this.#leader = leader
    this.#model = shared.model
    this.#timeline = shared.timeline
    this.#keys = shared.keys
    this.#memory = new LogVolatility(factor)
  }

  upTo(ordinal: number): void {
    this.#market?.upTo(ordinal)
    while (this.session.length <= ordinal) this.#append(this.session.length)
  }

  #append(ordinal: number): void {
    const day = this.#timeline.dayOf(ordinal)
    const key = this.#keys.of(day)
    const led = this.#leader?.on(day, ordinal === 0 ? day - 1 : this.#timeline.dayOf(ordinal - 1)) ?? NOBODY
    const level = this.#memory.level(this.#market?.level.at(ordinal) ?? led.level)
    const volatility = this.#factor.volatility * this.#model.volatilityScale * Math.exp(level - this.#memory.variance)
    const { gapShare } = this.#model
    const inSession = drawStudent(this.#hash, key, this.#index, streamTag.factorSessionShock, day)
    const inGap = gapShare === 0 ? 0 : drawStudent(this.#hash, key, this.#index, streamTag.factorGapShock, day)
    const jump = this.#jump(key, day)
    this.level.push(level)
    this.variance.push(volatility ** 2 * (1 - gapShare) + led.variance)
    this.session.push(volatility * Math.sqrt(1 - gapShare) * inSession + led.session + (gapShare === 0 ? jump : 0))
    this.gap.push(volatility * Math.sqrt(gapShare) * inGap + led.gap + (gapShare === 0 ? 0 : jump))
    this.#hash.mix(key, this.#index, streamTag.factorMemory, day, 0)
    const [first, second] = [normal(uniform(this.#hash.low)), normal(uniform(this.#hash.high))]
    this.#memory.remember(Math.sqrt(1 - gapShare) * inSession + Math.sqrt(gapShare) * inGap, first, second)
  }

  /** Only the market as a whole jumps. */
  #jump(key: SipKey, day: number): number {
    if (this.#market !== null) return 0
    this.#hash.mix(key, this.#index, streamTag.factorJump, day, 0)
    if (uniform(this.#hash.low) >= marketJumps.perYear / this.#model.daysPerYear) return 0
    return marketJumps.mean + marketJumps.deviation * normal(uniform(this.#hash.high))
  }
}

const NOBODY: Led = { gap: 0, session: 0, variance: 0, level: 0 }

export type FactorContext = Readonly<{ model: TimeModel; timeline: Timeline; keys: DayKeys }>
export type Factors = Readonly<{ market: FactorDays; sectors: readonly FactorDays[] }>

export function createFactors(sectorCount: number, shared: FactorContext, leader: Leader | null): Factors {
  const market = new FactorDays(MARKET_INDEX, leader === null ? marketFactor : followingFactor, null, shared, leader)
  const sectors = Array.from(
    { length: sectorCount },
    (_, index) => new FactorDays(FIRST_SECTOR_INDEX + index, sectorFactor, market, shared),
  )
  return { market, sectors }
}

/** A Student-t shock out of two hashes, under a tag and the one after it. */
export function drawStudent(hash: KeyedHash, key: SipKey, index: number, tag: number, day: number): number {
  hash.mix(key, index, tag, day, 0)
  const shock = uniform(hash.low)
  const first = uniform(hash.high)
  hash.mix(key, index, tag + 1, day, 0)
  return studentSix(shock, first, uniform(hash.low), uniform(hash.high))
}
