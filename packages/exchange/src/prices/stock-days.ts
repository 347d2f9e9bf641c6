import type { Company } from '../catalogue/company.ts'
import type { DayNumber } from '../calendars/civil.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { Column } from './column.ts'
import { CompanyActions } from './corporate-actions.ts'
import { type DailyLimits, LimitedDays, type Reached, withinLimits } from './daily-limits.ts'
import { type NightShape, type SessionShape, drawRange } from './day-bar.ts'
import { earningsDay } from './earnings-days.ts'
import { type FactorContext, type FactorDays, type Factors, drawJump, drawStudent, gapShareOn } from './factors.ts'
import { LogVolatility } from './log-volatility.ts'
import {
  type FactorParameters,
  companyFactor,
  drift,
  earnings,
  extendedHours,
  marketFactor,
  marketJumps,
  ownFactor,
  sectorFactor,
  volumeLaw,
} from './parameters.ts'
import { LEAST_VOLUME, TradedVolume } from './traded-volume.ts'

/**
 * A company's days since the beginning of history. The draws of a day come from that day's key alone, so that the
 * key of a finished day gives away nothing of the next; what was drawn before only sets the stage.
 */
export class StockDays {
  readonly company: Company
  readonly dailyVolatility: number
  /** How much of the company's movement is the market's. */
  readonly marketShare: number
  readonly logClose = new Column()
  /** Log return from the open to the close. */
  readonly session = new Column()
  readonly level = new Column()
  readonly volume = new Column()
  /** Log return after the close, decided by the day that closed. */
  readonly after = new Column()
  readonly actions: CompanyActions
  readonly #context: FactorContext
  readonly #market: FactorDays
  readonly #sector: FactorDays
  readonly #factor: FactorParameters
  readonly #volatility: number
  readonly #drift: number
  readonly #memory: LogVolatility
  readonly #volume: TradedVolume
  readonly #limits: LimitedDays
  /** Where a limit was the close; the path itself went on past it and is caught up with the next day. */
  readonly #limitedCloses = new Map<number, number>()
  readonly #hash = new KeyedHash()
  #quarter = -1
  #earningsDay: DayNumber = -1

  constructor(company: Company, factors: Factors, context: FactorContext) {
    this.company = company
    this.actions = new CompanyActions(company, context.timeline)
    this.#limits = new LimitedDays(company, context.timeline)
    this.#context = context
    this.#market = factors.market
    this.#sector = factors.sectors[company.sector] as FactorDays
    this.#factor = company.own === undefined ? companyFactor(company.tier) : ownFactor(company.own)
    this.#memory = new LogVolatility(this.#factor)
    this.#volume = new TradedVolume(company.averageDailyVolume, this.#memory.variance)
    const { volatilityScale, daysPerYear } = context.model
    this.#volatility = this.#factor.volatility * volatilityScale
    const market = (company.beta * marketFactor.volatility * volatilityScale) ** 2
    const sector = (company.gamma * sectorFactor.volatility * volatilityScale) ** 2
    const variance = market + sector + this.#volatility ** 2
    const reports = (earnings.perYear / daysPerYear) * (earnings.volatilities * this.#volatility) ** 2
    this.dailyVolatility = Math.sqrt(variance)
    this.marketShare = Math.sqrt(market / variance)
    // What sudden falls take on average is given back, or the market would sink by it every year.
    const jumps = -company.beta * marketJumps.perYear * marketJumps.mean
    this.#drift =
      company.own === undefined
        ? (drift.base + drift.perBeta * company.beta + jumps) / daysPerYear - (variance + reports) / 2
        : company.own.growthPerYear / daysPerYear - variance / 2
  }

  get meanLevel(): number {
    return this.#memory.variance
  }

  upTo(ordinal: number): void {
    if (this.logClose.length > ordinal) return
    this.#market.upTo(ordinal)
    this.#sector.upTo(ordinal)
    while (this.logClose.length <= ordinal) this.#append(this.logClose.length)
  }

  /** The exact price at the end of a session, before rounding; the base price before the first. */
  closePrice(ordinal: number): number {
    if (ordinal < 0) return this.company.basePrice
    return this.#limitedCloses.get(ordinal) ?? this.#freeClose(ordinal)
  }

  openPrice(ordinal: number): number {
    return this.#limited(ordinal, this.#freeOpen(ordinal))
  }

  /** What a day that reaches from one price to another may not leave, in that day's shares. */
  #limitsOn(ordinal: number, reached: Reached): DailyLimits | null {
    if (this.company.limits === undefined) return null
    const change = ordinal <= 0 ? 1 : this.shareFactor(ordinal) / this.shareFactor(ordinal - 1)
    return this.#limits.on(ordinal, this.closePrice(ordinal - 1) * change, reached)
  }

  #limited(ordinal: number, price: number): number {
    return withinLimits(price, this.#limitsOn(ordinal, { lowest: price, highest: price }))
  }

  #freeOpen(ordinal: number): number {
    return Math.exp(this.logClose.at(ordinal) - this.session.at(ordinal)) * this.actions.shareFactor(ordinal)
  }

  #freeClose(ordinal: number): number {
    return this.#freeOpen(ordinal) * Math.exp(this.session.at(ordinal))
  }

  shareFactor(ordinal: number): number {
    return this.actions.shareFactor(ordinal)
  }

  dividendFactor(ordinal: number): number {
    return this.actions.dividendFactor(ordinal)
  }

  /** Shares traded on a day, as many as there were then. */
  tradedShares(ordinal: number): number {
    const factor = this.actions.shareFactor(ordinal)
    const volume = this.volume.at(ordinal)
    return factor === 1 ? volume : Math.max(LEAST_VOLUME, Math.round(volume / factor))
  }

  regular(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const close = this.session.at(ordinal)
    const variance = this.#sessionVariance(ordinal)
    const day = this.#context.timeline.dayOf(ordinal)
    const words = { index: this.company.index, tag: streamTag.stockRange, day, node: 0 }
    const range = drawRange(this.#hash, this.#context.keys.of(day), words, close, variance)
    const openPrice = this.#freeOpen(ordinal)
    const reached = { lowest: openPrice * Math.exp(range.low), highest: openPrice * Math.exp(range.high) }
    return {
      openPrice,
      close,
      ...range,
      variance,
      volume: this.tradedShares(ordinal),
      limits: this.#limitsOn(ordinal, reached),
    }
  }

  /** The day without its path, which a stock's shape never holds. */
  outline(ordinal: number): SessionShape {
    return this.regular(ordinal)
  }

  /** After the close: a path of that day's own making. */
  afterHours(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const variance = this.#gapVariance(ordinal) * extendedHours.afterShare
    return this.#extended(ordinal, AFTER_NODE, this.closePrice(ordinal), this.after.at(ordinal), variance, extendedHours.volumeAfter)
  }

  /** Before the open: the last part of the way from the evening's price to the morning's. */
  beforeHours(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const evening = this.#eveningLog(ordinal)
    const morning = this.logClose.at(ordinal) - this.session.at(ordinal)
    const share = extendedHours.beforeShare
    const variance = this.#gapVariance(ordinal) * (1 - extendedHours.afterShare)
    const day = this.#context.timeline.dayOf(ordinal)
    this.#hash.mix(this.#context.keys.of(day), this.company.index, streamTag.stockExtended, day, 1)
    const start = evening + (1 - share) * (morning - evening) + Math.sqrt(share * (1 - share) * variance) * normal(uniform(this.#hash.low))
    const openPrice = Math.exp(start) * this.actions.shareFactor(ordinal)
    return this.#extended(ordinal, BEFORE_NODE, openPrice, morning - start, variance * share, extendedHours.volumeBefore)
  }

  night(ordinal: number): NightShape {
    return { open: this.openPrice(ordinal), close: this.closePrice(ordinal), variance: this.#gapVariance(ordinal) }
  }

  #extended(ordinal: number, node: number, openPrice: number, close: number, variance: number, volumeShare: number): SessionShape {
    const day = this.#context.timeline.dayOf(ordinal)
    const words = { index: this.company.index, tag: streamTag.extendedRange, day, node }
    const range = drawRange(this.#hash, this.#context.keys.of(day), words, close, variance)
    return {
      openPrice,
      close,
      ...range,
      variance,
      volume: Math.max(LEAST_EXTENDED_VOLUME, Math.round(this.tradedShares(ordinal) * volumeShare)),
    }
  }

  #append(ordinal: number): void {
    const { model, timeline, keys } = this.#context
    const day = timeline.dayOf(ordinal)
    const key = keys.of(day)
    const level = this.#memory.level(this.#market.level.at(ordinal))
    const volatility = this.#volatility * Math.exp(level - this.#memory.variance)
    const gapShare = gapShareOn(this.#context, ordinal)
    const [inside, outside] = [Math.sqrt(1 - gapShare), Math.sqrt(gapShare)]
    const inSession = drawStudent(this.#hash, key, this.company.index, streamTag.stockSessionShock, day)
    const own = volatility * inside * inSession
    const session = this.#common(this.#market.session, this.#sector.session, ordinal) + own + this.#drift
    let inGap = 0
    let gap = ordinal === 0 ? 0 : this.after.at(ordinal - 1)
    let after = 0
    if (gapShare > 0) {
      inGap = drawStudent(this.#hash, key, this.company.index, streamTag.stockGapShock, day)
      const share = model.roundTheClock ? 1 : 1 - extendedHours.afterShare
      gap += this.#common(this.#market.gap, this.#sector.gap, ordinal) + volatility * outside * Math.sqrt(share) * inGap
    }
    if (!model.roundTheClock) {
      this.#hash.mix(key, this.company.index, streamTag.stockExtended, day, 0)
      after = volatility * outside * Math.sqrt(extendedHours.afterShare) * normal(uniform(this.#hash.low))
    }
    const reports = this.#reportsOn(day, timeline.quarterOf(ordinal))
    const sudden = reports ? this.#surprise(key, day, volatility) : this.#jump(key, day)
    this.actions.open(ordinal, this.closePrice(ordinal - 1))
    const before = ordinal === 0 ? Math.log(this.company.basePrice) : this.logClose.at(ordinal - 1)
    this.level.push(level)
    this.session.push(session)
    this.after.push(after)
    this.logClose.push(before + this.actions.payout(ordinal) + gap + sudden + session)
    const free = this.#freeClose(ordinal)
    const close = this.#limited(ordinal, free)
    if (close !== free) this.#limitedCloses.set(ordinal, close)
    this.actions.close(ordinal, close)
    this.#hash.mix(key, this.company.index, streamTag.stockMemoryAndVolume, day, 0)
    const [memoryDraw, volumeDraw] = [normal(uniform(this.#hash.low)), normal(uniform(this.#hash.high))]
    this.#memory.remember(inside * inSession + outside * inGap, memoryDraw, this.#secondMemoryDraw(key, day))
    const move = Math.abs(session + gap) / Math.sqrt(this.#sessionVariance(ordinal) + this.#gapVariance(ordinal))
    const halfDay = timeline.calendar.hoursOf(day)?.halfDay ?? false
    this.volume.push(this.#volume.next(volumeDraw, level, move, (reports ? earnings.volume : 1) * (halfDay ? volumeLaw.halfDay : 1)))
  }

  /** For a memory of two paces, which companies do not have. */
  #secondMemoryDraw(key: SipKey, day: DayNumber): number {
    if (this.#factor.components.length === 1) return 0
    this.#hash.mix(key, this.company.index, streamTag.stockMemoryAndVolume, day, 1)
    return normal(uniform(this.#hash.low))
  }

  #common(market: Column, sector: Column, ordinal: number): number {
    return this.company.beta * market.at(ordinal) + this.company.gamma * sector.at(ordinal)
  }

  #sessionVariance(ordinal: number): number {
    const own = this.#volatility * Math.exp(this.level.at(ordinal) - this.#memory.variance)
    const common = this.company.beta ** 2 * this.#market.variance.at(ordinal) + this.company.gamma ** 2 * this.#sector.variance.at(ordinal)
    return common + own * own * (1 - gapShareOn(this.#context, ordinal))
  }

  #gapVariance(ordinal: number): number {
    const gapShare = gapShareOn(this.#context, ordinal)
    return (this.#sessionVariance(ordinal) * gapShare) / (1 - gapShare)
  }

  /** Where the evening before left off, without the dividend that a buyer of this morning does not get. */
  #eveningLog(ordinal: number): number {
    const evening = ordinal === 0 ? Math.log(this.company.basePrice) : this.logClose.at(ordinal - 1) + this.after.at(ordinal - 1)
    return evening + this.actions.payout(ordinal)
  }

  #reportsOn(day: DayNumber, quarter: number): boolean {
    if (this.company.own !== undefined) return false
    if (quarter !== this.#quarter) {
      this.#quarter = quarter
      this.#earningsDay = earningsDay(this.company.index, quarter)
    }
    return day === this.#earningsDay
  }

  /** Between two days, even where no market closes: nobody can see it coming and nobody can stand in its way. */
  #jump(key: SipKey, day: DayNumber): number {
    const jumps = this.company.own?.jumps
    if (jumps === undefined) return 0
    const words = { index: this.company.index, tag: streamTag.ownJump, day }
    return drawJump(this.#hash, key, words, jumps, this.#context.model.daysPerYear)
  }

  #surprise(key: SipKey, day: DayNumber, volatility: number): number {
    this.#hash.mix(key, this.company.index, streamTag.stockEarnings, day, 0)
    return earnings.volatilities * volatility * normal(uniform(this.#hash.low))
  }
}

const AFTER_NODE = 1
const BEFORE_NODE = 2
const LEAST_EXTENDED_VOLUME = 2_000
