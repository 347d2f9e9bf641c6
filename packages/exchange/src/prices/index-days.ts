import type { ReferenceIndex } from '../catalogue/company.ts'
import { KeyedHash } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { Column } from './column.ts'
import { type SessionShape, drawRange } from './day-bar.ts'
import type { FactorContext, Factors } from './factors.ts'
import { companyFactor, marketFactor, sectorFactor } from './parameters.ts'
import { UNITS_PER_ONE, toTick } from './price-units.ts'
import type { StockDays } from './stock-days.ts'

/**
 * An index's days: its open and close are the weighted opens and closes of its members, as they were shown. Between
 * them it moves along a path of its own with the variance that its members give it together.
 */
export class IndexDays {
  readonly index: ReferenceIndex
  readonly #members: readonly StockDays[]
  readonly #weights: readonly number[]
  readonly #factors: Factors
  readonly #context: FactorContext
  readonly #exposure: Exposure
  readonly #open = new Column()
  readonly #close = new Column()
  readonly #hash = new KeyedHash()

  constructor(index: ReferenceIndex, members: readonly StockDays[], factors: Factors, context: FactorContext) {
    this.index = index
    this.#members = members
    this.#factors = factors
    this.#context = context
    const raw = members.map(({ company }) => (index.weighting === 'price' ? 1 : company.sharesOutstanding))
    const base = members.reduce((sum, { company }, at) => sum + (raw[at] as number) * shown(company.basePrice), 0)
    this.#weights = raw.map((weight) => (weight * index.baseValue) / base)
    this.#exposure = exposureOf(index, members, this.#weights, factors.sectors.length, context.model.volatilityScale)
  }

  upTo(ordinal: number): void {
    if (this.#close.length > ordinal) return
    for (const member of this.#members) member.upTo(ordinal)
    while (this.#close.length <= ordinal) {
      const day = this.#close.length
      this.#open.push(this.#valueOf((member) => member.openPrice(day)))
      this.#close.push(this.#valueOf((member) => member.closePrice(day)))
    }
  }

  closePrice(ordinal: number): number {
    return ordinal < 0 ? this.index.baseValue : this.#close.at(ordinal)
  }

  regular(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const openPrice = this.#open.at(ordinal)
    const close = Math.log(this.#close.at(ordinal) / openPrice)
    const variance = this.#variance(ordinal)
    const day = this.#context.timeline.dayOf(ordinal)
    const words = { index: this.index.index, tag: streamTag.indexRange, day, node: 0 }
    const range = drawRange(this.#hash, this.#context.keys.of(day), words, close, variance)
    return { openPrice, close, ...range, variance, volume: NOMINAL_VOLUME }
  }

  get dailyVolatility(): number {
    return this.#exposure.dailyVolatility
  }

  #valueOf(priceOf: (member: StockDays) => number): number {
    return this.#members.reduce((sum, member, at) => sum + (this.#weights[at] as number) * shown(priceOf(member)), 0)
  }

  #variance(ordinal: number): number {
    const { market, sectors, own } = this.#exposure
    let variance = market ** 2 * this.#factors.market.variance.at(ordinal) + own * (1 - this.#context.model.gapShare)
    for (const [at, weight] of sectors.entries()) variance += weight ** 2 * (this.#factors.sectors[at]?.variance.at(ordinal) ?? 0)
    return variance
  }
}

/** How strongly the index answers to the market and each sector, and the variance that is its members' own. */
type Exposure = Readonly<{ market: number; sectors: readonly number[]; own: number; dailyVolatility: number }>

/** Drives the finest steps of the path; an index itself trades nothing and shows no volume. */
const NOMINAL_VOLUME = 2_000_000

const shown = (price: number): number => toTick(price) / UNITS_PER_ONE

function exposureOf(index: ReferenceIndex, members: readonly StockDays[], weights: readonly number[], sectorCount: number, scale: number): Exposure {
  const sectors = Array<number>(sectorCount).fill(0)
  let market = 0
  let own = 0
  for (const [at, { company }] of members.entries()) {
    const weight = ((weights[at] as number) * company.basePrice) / index.baseValue
    market += weight * company.beta
    sectors[company.sector] = (sectors[company.sector] as number) + weight * company.gamma
    own += (weight * companyFactor(company.tier).volatility * scale) ** 2
  }
  const marketVolatility = marketFactor.volatility * scale
  const sectorVolatility = sectorFactor.volatility * scale
  const common = (market * marketVolatility) ** 2 + sectors.reduce((sum, weight) => sum + (weight * sectorVolatility) ** 2, 0)
  return { market, sectors, own, dailyVolatility: Math.sqrt(common + own) }
}
