import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { ReferenceIndex } from '../catalogue/company.ts'
import { KeyedHash } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { Column, type SavedColumn } from './column.ts'
import type { DayLaws } from './day-laws.ts'
import { type NightShape, type SessionShape, type SettledBar, drawRange } from './day-bar.ts'
import { type FactorContext, type Factors, gapShareOn } from './factors.ts'
import { sharedPath } from './index-path.ts'
import type { MarketPulse } from './market-pulse.ts'
import { companyFactor, marketFactor, sectorFactor } from './parameters.ts'
import { UNITS_PER_ONE, toTick } from './price-units.ts'
import type { StockDays } from './stock-days.ts'
import { dayWordOf } from './tape.ts'

/**
 * An index's days: its open and close are the weighted opens and closes of its members, as they were shown. Between
 * them it follows the shocks that its members share, so that it stays within a small part of a per cent of their
 * weighted prices without adding up hundreds of them for every minute of every chart.
 */
export class IndexDays {
  readonly index: ReferenceIndex
  readonly #members: readonly StockDays[]
  readonly #weights: readonly number[]
  readonly #factors: Factors
  readonly #context: FactorContext
  readonly #exposures = new Map<DayLaws, Exposure>()
  readonly #pulse: MarketPulse
  readonly #open = new Column()
  readonly #close = new Column()
  readonly #outlines = new Map<number, SessionShape>()
  readonly #hash = new KeyedHash()

  constructor(index: ReferenceIndex, members: readonly StockDays[], factors: Factors, context: FactorContext, pulse: MarketPulse) {
    this.index = index
    this.#pulse = pulse
    this.#members = members
    this.#factors = factors
    this.#context = context
    const raw = members.map(({ company }) => (index.weighting === 'price' ? 1 : company.sharesOutstanding))
    const base = members.reduce((sum, { company }, at) => sum + (raw[at] as number) * shown(company.basePrice), 0)
    this.#weights = raw.map((weight) => (weight * index.baseValue) / base)
  }

  saved(): readonly SavedColumn[] {
    return [this.#open.saved(), this.#close.saved()]
  }

  restore([open, close]: readonly SavedColumn[]): void {
    if (open !== undefined) this.#open.restore(open)
    if (close !== undefined) this.#close.restore(close)
  }

  upTo(ordinal: number): void {
    if (this.#close.length > ordinal) return
    for (const factor of [this.#factors.market, ...this.#factors.sectors]) factor.upTo(ordinal)
    for (const column of [this.#open, this.#close]) column.expect(ordinal + 1)
    for (const member of this.#members) member.expect(ordinal)
    while (this.#close.length <= ordinal) {
      const day = this.#close.length
      let [open, close] = [0, 0]
      for (const at of this.#members.keys()) {
        const share = this.#shareOf(at, day)
        open += share.open
        close += share.close
      }
      this.#open.push(open)
      this.#close.push(close)
    }
  }

  /** What one of several equal parts of the members adds to the index, day by day: of each member its open and its close. */
  partUpTo(ordinal: number, { part, of }: IndexPart): Float64Array {
    const [from, to] = [0, 1].map((side) => Math.floor((this.#members.length * (part + side)) / of)) as [number, number]
    const shares = new Float64Array((to - from) * (ordinal + 1) * VALUES_A_DAY)
    let place = 0
    for (let at = from; at < to; at += 1) {
      for (let day = 0; day <= ordinal; day += 1) {
        const { open, close } = this.#shareOf(at, day)
        shares[place] = open
        shares[place + 1] = close
        place += VALUES_A_DAY
      }
    }
    return shares
  }

  /** Takes the days up to one from all its parts, added in the order of the members: another order would round otherwise. */
  takeParts(ordinal: number, parts: readonly Float64Array[]): void {
    if (this.#close.length > 0) throw new Error('the days of the index have been worked out already')
    for (const factor of [this.#factors.market, ...this.#factors.sectors]) factor.upTo(ordinal)
    const aMember = (ordinal + 1) * VALUES_A_DAY
    const isWhole = parts.every(({ length }) => length % aMember === 0)
    if (!isWhole || parts.reduce((sum, { length }) => sum + length, 0) !== this.#members.length * aMember)
      throw new Error('the parts are not those of all members and days')
    const values = new Float64Array(aMember)
    for (const part of parts) for (let at = 0; at < part.length; at += 1) (values[at % aMember] as number) += part[at] as number
    for (let day = 0; day <= ordinal; day += 1) {
      this.#open.push(values[day * VALUES_A_DAY] as number)
      this.#close.push(values[day * VALUES_A_DAY + 1] as number)
    }
  }

  /**
   * What a member adds to the index on a day. It has the prices of the day it has just worked out at hand, so this is asked day by day.
   * A split makes a company no smaller: its shares count as those of the first day.
   */
  #shareOf(at: number, day: number): Readonly<{ open: number; close: number }> {
    const [member, weight] = [this.#members[at] as StockDays, this.#weights[at] as number]
    member.upTo(day)
    const factor = member.shareFactor(day)
    return { open: weight * (shown(member.openPrice(day)) / factor), close: weight * (shown(member.closePrice(day)) / factor) }
  }

  closePrice(ordinal: number): number {
    return ordinal < 0 ? this.index.baseValue : this.#close.at(ordinal)
  }

  /** An index does not split and pays nothing. */
  shareFactor(): number {
    return 1
  }

  dividendFactor(): number {
    return 1
  }

  regular(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const openPrice = this.#open.at(ordinal)
    const close = this.#context.laws.on(ordinal).arithmetic.log(this.#close.at(ordinal) / openPrice)
    const variance = this.#variance(ordinal) * SHARED_VARIANCE
    const blocks = this.#blocks(ordinal, close, variance)
    const high = blocks.reduce((highest, block) => Math.max(highest, block.high), 0)
    const low = blocks.reduce((lowest, block) => Math.min(lowest, block.low), 0)
    return { openPrice, close, high, low, variance, volume: NOMINAL_VOLUME, blocks }
  }

  /** Kept because charts of years read thousands of days again and again; only their paths are not worth keeping. */
  outline(ordinal: number): SessionShape {
    const known = this.#outlines.get(ordinal)
    if (known !== undefined) return known
    const { blocks: _, ...outline } = this.regular(ordinal)
    this.#outlines.set(ordinal, outline)
    return outline
  }

  night(ordinal: number): NightShape {
    this.upTo(ordinal)
    const gapShare = gapShareOn(this.#context, ordinal)
    const variance = (this.#variance(ordinal) * gapShare) / (1 - gapShare)
    return { open: this.#open.at(ordinal), close: this.#close.at(ordinal), variance }
  }

  #blocks(ordinal: number, close: number, variance: number): SettledBar[] {
    const { timeline, keys, laws } = this.#context
    const { arithmetic, curves } = laws.on(ordinal)
    const day = timeline.dayOf(ordinal)
    const key = keys.of(day)
    const { regular } = timeline.hoursOf(ordinal)
    const minutes = Math.floor((regular.closesAt - regular.opensAt) / MINUTE_MS)
    const variancePrefix = curves.of('regular', minutes).variance
    const path = sharedPath(this.#pulse, { arithmetic, key, dayWord: dayWordOf(day, 'regular'), minutes, variancePrefix })
    let [start, time] = [0, 0]
    return path.map((block) => {
      const open = start
      // The end is the close to the last bit, whatever the shares added up to.
      start = block.to === minutes ? close : close * block.timeShare + Math.sqrt(variance) * block.shared
      const own = variance * (block.timeShare - time)
      time = block.timeShare
      const words = { index: this.index.index, tag: streamTag.indexRange, day, node: block.node }
      const range = drawRange(this.#hash, key, words, start - open, own, arithmetic)
      const { from, to, node } = block
      const volume = Math.floor((NOMINAL_VOLUME * (to - from)) / minutes)
      return {
        from,
        to,
        node,
        open,
        close: start,
        high: Math.max(open, start, open + range.high),
        low: Math.min(open, start, open + range.low),
        variance: own,
        volume,
      }
    })
  }

  dailyVolatility(laws: DayLaws): number {
    return this.#exposureBy(laws).dailyVolatility
  }

  /** An index follows the market almost entirely. */
  marketShare(): number {
    return INDEX_MARKET_SHARE
  }

  #exposureBy(laws: DayLaws): Exposure {
    const known =
      this.#exposures.get(laws) ?? exposureOf(this.index, this.#members, this.#weights, this.#factors.sectors.length, laws.volatilityScale)
    this.#exposures.set(laws, known)
    return known
  }

  #variance(ordinal: number): number {
    const { market, sectors, own } = this.#exposureBy(this.#context.laws.on(ordinal))
    let variance = market * market * this.#factors.market.variance.at(ordinal) + own * (1 - gapShareOn(this.#context, ordinal))
    for (const [at, weight] of sectors.entries()) variance += weight * weight * (this.#factors.sectors[at]?.variance.at(ordinal) ?? 0)
    return variance
  }
}

/** One of so many equal parts of an index's members, from zero. */
export type IndexPart = Readonly<{ part: number; of: number }>

/** An open and a close. */
const VALUES_A_DAY = 2

/** The index's response to the market and each sector, and the variance that is its members' own. */
type Exposure = Readonly<{ market: number; sectors: readonly number[]; own: number; dailyVolatility: number }>

const INDEX_MARKET_SHARE = 0.9

const square = (value: number): number => value * value

/** The part of the members' variance that shows in their sum within a day; the rest goes different ways and cancels out. */
const SHARED_VARIANCE = 0.3

/** Drives the finest steps of the path; an index itself trades nothing and shows no volume. */
const NOMINAL_VOLUME = 2_000_000

const shown = (price: number): number => toTick(price) / UNITS_PER_ONE

function exposureOf(
  index: ReferenceIndex,
  members: readonly StockDays[],
  weights: readonly number[],
  sectorCount: number,
  scale: number,
): Exposure {
  const sectors = Array<number>(sectorCount).fill(0)
  let market = 0
  let own = 0
  for (const [at, { company }] of members.entries()) {
    const weight = ((weights[at] as number) * company.basePrice) / index.baseValue
    market += weight * company.beta
    sectors[company.sector] = (sectors[company.sector] as number) + weight * company.gamma
    own += square(weight * companyFactor(company.tier).volatility * scale)
  }
  const marketVolatility = marketFactor.volatility * scale
  const sectorVolatility = sectorFactor.volatility * scale
  const common = square(market * marketVolatility) + sectors.reduce((sum, weight) => sum + square(weight * sectorVolatility), 0)
  return { market, sectors, own, dailyVolatility: Math.sqrt(common + own) }
}
