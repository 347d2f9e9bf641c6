import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { Jumps } from '../catalogue/company.ts'
import { normal, studentSix } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { Column, type SavedColumn } from './column.ts'
import type { Laws } from './day-laws.ts'
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
import type { SavedFactor } from './saved-days.ts'
import type { Timeline } from './timeline.ts'

/** Moves of many companies at once, day by day: the market as a whole, and each sector. */
export class FactorDays {
  /** Log returns within the session and between the sessions before it. */
  readonly session = new Column()
  readonly gap = new Column()
  /** The day's log-volatility, and the variance that it gives the session. */
  readonly level = new Column()
  readonly variance = new Column()
  readonly #columns = [this.session, this.gap, this.level, this.variance]
  readonly #index: number
  readonly #factor: FactorParameters
  readonly #market: FactorDays | null
  /** Another market that this one follows. */
  readonly #leader: Leader | null
  readonly #context: FactorContext
  readonly #memory: LogVolatility
  readonly #hash = new KeyedHash()

  constructor(index: number, factor: FactorParameters, market: FactorDays | null, context: FactorContext, leader: Leader | null = null) {
    this.#index = index
    this.#factor = factor
    this.#market = market
    this.#leader = leader
    this.#context = context
    this.#memory = new LogVolatility(factor)
  }

  saved(): SavedFactor {
    return { columns: this.#columns.map((column) => column.saved()), memory: this.#memory.saved() }
  }

  restore({ columns, memory }: SavedFactor): void {
    for (const [at, column] of this.#columns.entries()) column.restore(columns[at] as SavedColumn)
    this.#memory.restore(memory)
  }

  upTo(ordinal: number): void {
    this.#market?.upTo(ordinal)
    while (this.session.length <= ordinal) this.#append(this.session.length)
  }

  #append(ordinal: number): void {
    const { laws, timeline, keys } = this.#context
    const { arithmetic, volatilityScale, calmest } = laws.on(ordinal)
    const day = timeline.dayOf(ordinal)
    const key = keys.of(day)
    const led = this.#leader?.on(day, ordinal === 0 ? day - 1 : timeline.dayOf(ordinal - 1)) ?? NOBODY
    const level = this.#memory.level(this.#market?.level.at(ordinal) ?? led.level, calmest)
    const volatility = this.#factor.volatility * volatilityScale * arithmetic.exp(level - this.#memory.variance)
    const gapShare = gapShareOn(this.#context, ordinal)
    const inSession = drawStudent(this.#hash, key, this.#index, streamTag.factorSessionShock, day, arithmetic)
    const inGap = gapShare === 0 ? 0 : drawStudent(this.#hash, key, this.#index, streamTag.factorGapShock, day, arithmetic)
    const jump = this.#jump(key, day, arithmetic)
    this.level.push(level)
    this.variance.push(volatility * volatility * (1 - gapShare) + led.variance)
    this.session.push(volatility * Math.sqrt(1 - gapShare) * inSession + led.session + (gapShare === 0 ? jump : 0))
    this.gap.push(volatility * Math.sqrt(gapShare) * inGap + led.gap + (gapShare === 0 ? 0 : jump))
    this.#hash.mix(key, this.#index, streamTag.factorMemory, day, 0)
    const [first, second] = [normal(uniform(this.#hash.low), arithmetic), normal(uniform(this.#hash.high), arithmetic)]
    this.#memory.remember(Math.sqrt(1 - gapShare) * inSession + Math.sqrt(gapShare) * inGap, first, second)
  }

  /** Only the market as a whole jumps. */
  #jump(key: SipKey, day: number, arithmetic: Arithmetic): number {
    if (this.#market !== null) return 0
    const words = { index: this.#index, tag: streamTag.factorJump, day }
    return drawJump(this.#hash, key, words, marketJumps, this.#context.model.daysPerYear, arithmetic)
  }
}

const NOBODY: Led = { gap: 0, session: 0, variance: 0, level: 0 }

export type FactorContext = Readonly<{ model: TimeModel; laws: Laws; timeline: Timeline; keys: DayKeys }>
/** The part of a day's variance that falls before its open. */
export function gapShareOn({ model, timeline }: FactorContext, ordinal: number): number {
  if (model.gapShare === model.gapShareAfterPause || ordinal === 0) return model.gapShare
  return timeline.dayOf(ordinal) - timeline.dayOf(ordinal - 1) > 1 ? model.gapShareAfterPause : model.gapShare
}

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
export function drawStudent(hash: KeyedHash, key: SipKey, index: number, tag: number, day: number, arithmetic: Arithmetic): number {
  hash.mix(key, index, tag, day, 0)
  const shock = uniform(hash.low)
  const first = uniform(hash.high)
  hash.mix(key, index, tag + 1, day, 0)
  return studentSix(shock, first, uniform(hash.low), uniform(hash.high), arithmetic)
}

/** Most days there is none. */
export function drawJump(
  hash: KeyedHash,
  key: SipKey,
  { index, tag, day }: Readonly<{ index: number; tag: number; day: number }>,
  { perYear, mean, deviation }: Jumps,
  daysPerYear: number,
  arithmetic: Arithmetic,
): number {
  hash.mix(key, index, tag, day, 0)
  return uniform(hash.low) >= perYear / daysPerYear ? 0 : mean + deviation * normal(uniform(hash.high), arithmetic)
}
