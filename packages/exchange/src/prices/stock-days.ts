import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { Company } from '../catalogue/company.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import { type DayNumber, daysOf } from '../calendars/civil.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, type SipKey, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { type CompanyUsual, leastVolatility, usualOf } from './company-usual.ts'
import { Column, type SavedColumn } from './column.ts'
import { CompanyActions } from './corporate-actions.ts'
import type { DayLaws } from './day-laws.ts'
import { type DailyLimits, LimitedDays, type Reached, withinLimits } from './daily-limits.ts'
import { firstDayMove } from './first-day.ts'
import { type NightShape, type SessionShape, drawRange } from './day-bar.ts'
import { type FactorContext, type FactorDays, type Factors, drawStudent, gapShareOn } from './factors.ts'
import { LogVolatility } from './log-volatility.ts'
import type { MarketPulse } from './market-pulse.ts'
import { type NewsOfDay, drawNews } from './news.ts'
import { newsPath } from './news-path.ts'
import { type FactorParameters, companyFactor, earnings, extendedHours, ownFactor, volumeLaw } from './parameters.ts'
import type { SavedStock } from './saved-days.ts'
import { SuddenMoves } from './sudden-moves.ts'
import { dayWordOf } from './tape.ts'
import { MIN_VOLUME, TradedVolume } from './traded-volume.ts'

/**
 * A company's days since the beginning of history. The draws of a day come from that day's key alone, so that the
 * key of a finished day gives away nothing of the next; what was drawn before only sets the starting point.
 */
export class StockDays {
  readonly company: Company
  readonly logClose = new Column()
  /** Log return from the open to the close. */
  readonly session = new Column()
  readonly level = new Column()
  readonly volume = new Column()
  /** Log return after the close, decided by the day that closed. */
  readonly after = new Column()
  readonly actions: CompanyActions
  readonly #context: FactorContext
  readonly #pulse: MarketPulse
  readonly #market: FactorDays
  readonly #sector: FactorDays
  readonly #factor: FactorParameters
  readonly #usual = new Map<DayLaws, CompanyUsual>()
  /** The last one asked for: the days of many years have the same laws. */
  #newestUsual: Readonly<{ laws: DayLaws; usual: CompanyUsual }> | null = null
  readonly #memory: LogVolatility
  readonly #volume: TradedVolume
  readonly #sudden: SuddenMoves
  readonly #limits: LimitedDays
  /** Closes at a limit; the path itself went on past it and is caught up with the next day. */
  readonly #limitedCloses = new Map<number, number>()
  readonly #columns = [this.logClose, this.session, this.level, this.volume, this.after]
  readonly #hash = new KeyedHash()
  /** The first trading day; zero for what was there all along. */
  readonly first: number
  /** Of the last day worked out; null while that day is not whole, the open also where it may have to keep to limits. */
  #newestClose: number | null = null
  #newestOpen: number | null = null

  constructor(company: Company, factors: Factors, context: FactorContext, pulse: MarketPulse) {
    this.#pulse = pulse
    this.company = company
    this.actions = new CompanyActions(company, context.timeline)
    this.#sudden = new SuddenMoves(company, context.model)
    this.#limits = new LimitedDays(company, context.timeline)
    this.#context = context
    this.first = company.isNew === true ? context.timeline.ordinalUpTo(daysOf(company.listedOn)) : 0
    this.#market = factors.market
    this.#sector = factors.sectors[company.sector] as FactorDays
    this.#factor = company.own === undefined ? companyFactor(company.tier) : ownFactor(company.own)
    this.#memory = new LogVolatility(this.#factor)
    this.#volume = new TradedVolume(company.averageDailyVolume, this.#memory.variance)
  }

  saved(): SavedStock {
    return {
      columns: this.#columns.map((column) => column.saved()),
      memory: this.#memory.saved(),
      volume: this.#volume.saved(),
      limitedCloses: new Map(this.#limitedCloses),
      actions: this.actions.saved(),
    }
  }

  restore({ columns, memory, volume, limitedCloses, actions }: SavedStock): void {
    for (const [at, column] of this.#columns.entries()) column.restore(columns[at] as SavedColumn)
    this.#memory.restore(memory)
    this.#volume.restore(volume)
    for (const [ordinal, close] of limitedCloses) this.#limitedCloses.set(ordinal, close)
    this.actions.restore(actions)
  }

  dailyVolatility(laws: DayLaws): number {
    return this.#usualBy(laws).dailyVolatility
  }

  /** The market's share of the company's movement. */
  marketShare(laws: DayLaws): number {
    return this.#usualBy(laws).marketShare
  }

  #usualBy(laws: DayLaws): CompanyUsual {
    if (laws === this.#newestUsual?.laws) return this.#newestUsual.usual
    const usual = this.#usual.get(laws) ?? usualOf(this.company, this.#factor, this.#context.model.daysPerYear, laws)
    this.#usual.set(laws, usual)
    this.#newestUsual = { laws, usual }
    return usual
  }

  get meanLevel(): number {
    return this.#memory.variance
  }

  upTo(ordinal: number): void {
    if (this.logClose.length > ordinal) return
    if (ordinal > this.logClose.length) this.expect(ordinal)
    this.#market.upTo(ordinal)
    this.#sector.upTo(ordinal)
    while (this.logClose.length <= ordinal) this.#append(this.logClose.length)
  }

  /** Makes room for the days up to one, which are about to be worked out. */
  expect(ordinal: number): void {
    for (const column of this.#columns) column.expect(ordinal + 1)
  }

  /** The exact price at the end of a session, before rounding; the base price before the first. */
  closePrice(ordinal: number): number {
    if (ordinal < 0) return this.company.basePrice
    // A day needs the close before it again and again.
    if (ordinal === this.logClose.length - 1 && this.#newestClose !== null) return this.#newestClose
    return this.#limitedCloses.get(ordinal) ?? this.#freeClose(ordinal)
  }

  openPrice(ordinal: number): number {
    if (ordinal === this.logClose.length - 1 && this.#newestOpen !== null) return this.#newestOpen
    return this.#limited(ordinal, this.#freeOpen(ordinal))
  }

  /** The limits of a day that reaches from one price to another, in that day's shares. */
  #limitsOn(ordinal: number, reached: Reached): DailyLimits | null {
    if (this.company.limits === undefined) return null
    const change = ordinal <= 0 ? 1 : this.shareFactor(ordinal) / this.shareFactor(ordinal - 1)
    return this.#limits.on(ordinal, this.closePrice(ordinal - 1) * change, reached)
  }

  #limited(ordinal: number, price: number): number {
    return withinLimits(price, this.#limitsOn(ordinal, { lowest: price, highest: price }))
  }

  #freeOpen(ordinal: number): number {
    return (
      this.#context.laws.on(ordinal).arithmetic.exp(this.logClose.at(ordinal) - this.session.at(ordinal)) *
      this.actions.shareFactor(ordinal)
    )
  }

  #freeClose(ordinal: number): number {
    return this.#freeOpen(ordinal) * this.#context.laws.on(ordinal).arithmetic.exp(this.session.at(ordinal))
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
    return factor === 1 ? volume : Math.max(MIN_VOLUME, Math.round(volume / factor))
  }

  regular(ordinal: number): SessionShape {
    this.upTo(ordinal)
    const { arithmetic } = this.#context.laws.on(ordinal)
    const path = this.#pathOn(ordinal)
    const openPrice = this.#freeOpen(ordinal)
    const reached = { lowest: openPrice * arithmetic.exp(path.low), highest: openPrice * arithmetic.exp(path.high) }
    const limits = this.#limitsOn(ordinal, reached)
    return { openPrice, ...path, close: this.session.at(ordinal), volume: this.tradedShares(ordinal), limits }
  }

  /** The reach of the day's path, and the part of it that is settled. */
  #pathOn(ordinal: number): Pick<SessionShape, 'high' | 'low' | 'variance' | 'blocks'> {
    const ruling = this.#context.laws.on(ordinal)
    const { arithmetic, curves } = ruling
    const usual = this.#usualBy(ruling)
    const close = this.session.at(ordinal)
    const variance = this.#sessionVariance(ordinal)
    const day = this.#context.timeline.dayOf(ordinal)
    const key = this.#context.keys.of(day)
    const told = this.#newsOn(ordinal, ruling, usual)
    if (told === null) {
      const words = { index: this.company.index, tag: streamTag.stockRange, day, node: 0 }
      return { ...drawRange(this.#hash, key, words, close, variance, arithmetic), variance }
    }
    const minutes = this.#minutesOn(ordinal)
    const quiet = {
      arithmetic,
      key,
      instrument: this.company.index,
      day,
      dayWord: dayWordOf(day, 'regular'),
      minutes,
      marketShare: usual.marketShare,
      close: close - told.move,
      variance,
      volume: this.tradedShares(ordinal),
    }
    return { ...newsPath(quiet, told, curves.of('regular', minutes), this.#pulse), variance }
  }

  /** The day without its path. */
  outline(ordinal: number): SessionShape {
    const { blocks: _, ...outline } = this.regular(ordinal)
    return outline
  }

  #minutesOn(ordinal: number): number {
    const { regular } = this.#context.timeline.hoursOf(ordinal)
    return Math.floor((regular.closesAt - regular.opensAt) / MINUTE_MS)
  }

  /** The news of a company within a day; null on most days, and always for what is no company. */
  #newsOn(ordinal: number, { news, arithmetic }: DayLaws, { newsVolatility }: CompanyUsual): NewsOfDay | null {
    if (news === null || this.company.own !== undefined) return null
    const day = this.#context.timeline.dayOf(ordinal)
    const place = { key: this.#context.keys.of(day), index: this.company.index, day, minutes: this.#minutesOn(ordinal) }
    return drawNews(news, place, newsVolatility, arithmetic)
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
    const { arithmetic } = this.#context.laws.on(ordinal)
    const evening = this.#eveningLog(ordinal)
    const morning = this.logClose.at(ordinal) - this.session.at(ordinal)
    const share = extendedHours.beforeShare
    const variance = this.#gapVariance(ordinal) * (1 - extendedHours.afterShare)
    const day = this.#context.timeline.dayOf(ordinal)
    this.#hash.mix(this.#context.keys.of(day), this.company.index, streamTag.stockExtended, day, 1)
    const start =
      evening + (1 - share) * (morning - evening) + Math.sqrt(share * (1 - share) * variance) * normal(uniform(this.#hash.low), arithmetic)
    const openPrice = arithmetic.exp(start) * this.actions.shareFactor(ordinal)
    return this.#extended(ordinal, BEFORE_NODE, openPrice, morning - start, variance * share, extendedHours.volumeBefore)
  }

  night(ordinal: number): NightShape {
    return { open: this.openPrice(ordinal), close: this.closePrice(ordinal), variance: this.#gapVariance(ordinal) }
  }

  #extended(ordinal: number, node: number, openPrice: number, close: number, variance: number, volumeShare: number): SessionShape {
    const day = this.#context.timeline.dayOf(ordinal)
    const words = { index: this.company.index, tag: streamTag.extendedRange, day, node }
    const range = drawRange(this.#hash, this.#context.keys.of(day), words, close, variance, this.#context.laws.on(ordinal).arithmetic)
    return {
      openPrice,
      close,
      ...range,
      variance,
      volume: Math.max(MIN_EXTENDED_VOLUME, Math.round(this.tradedShares(ordinal) * volumeShare)),
    }
  }

  /** A day before the first: nothing moves, and nothing is drawn. */
  #appendQuiet(): void {
    this.level.push(this.#memory.variance)
    this.session.push(0)
    this.after.push(0)
    this.logClose.push(this.#context.laws.on(this.logClose.length).arithmetic.log(this.company.basePrice))
    this.volume.push(this.company.averageDailyVolume)
  }

  #append(ordinal: number): void {
    if (ordinal < this.first) {
      this.#appendQuiet()
      return
    }
    const { model, laws, timeline, keys } = this.#context
    const ruling = laws.on(ordinal)
    const { arithmetic, calmest } = ruling
    const usual = this.#usualBy(ruling)
    const day = timeline.dayOf(ordinal)
    const key = keys.of(day)
    const level = this.#memory.level(this.#market.level.at(ordinal), calmest)
    const { volatility, excess } = this.#ownOn(ordinal, level, ruling, usual)
    const gapShare = gapShareOn(this.#context, ordinal)
    const [inside, outside] = [Math.sqrt(1 - gapShare), Math.sqrt(gapShare)]
    const inSession = drawStudent(this.#hash, key, this.company.index, streamTag.stockSessionShock, day, arithmetic)
    const own = volatility * inside * inSession
    const quiet = this.#common(this.#market.session, this.#sector.session, ordinal) + own + usual.drift - excess / 2
    const session = quiet + (this.#newsOn(ordinal, ruling, usual)?.move ?? 0)
    let inGap = 0
    let gap = ordinal === 0 ? 0 : this.after.at(ordinal - 1)
    let after = 0
    if (gapShare > 0) {
      inGap = drawStudent(this.#hash, key, this.company.index, streamTag.stockGapShock, day, arithmetic)
      const share = model.roundTheClock ? 1 : 1 - extendedHours.afterShare
      gap += this.#common(this.#market.gap, this.#sector.gap, ordinal) + volatility * outside * Math.sqrt(share) * inGap
    }
    if (!model.roundTheClock) {
      this.#hash.mix(key, this.company.index, streamTag.stockExtended, day, 0)
      after = volatility * outside * Math.sqrt(extendedHours.afterShare) * normal(uniform(this.#hash.low), arithmetic)
    }
    const isFirst = this.company.isNew === true && ordinal === this.first
    if (isFirst) gap = firstDayMove(this.#hash, { key, index: this.company.index, day }, arithmetic)
    const reports = !isFirst && this.#sudden.reportsOn(day, timeline.quarterOf(ordinal))
    const sudden = isFirst ? 0 : reports ? this.#sudden.surprise(key, day, volatility, arithmetic) : this.#sudden.jump(key, day, arithmetic)
    this.actions.open(ordinal, this.closePrice(ordinal - 1))
    const before = ordinal === 0 ? arithmetic.log(this.company.basePrice) : this.logClose.at(ordinal - 1)
    this.#newestClose = null
    this.#newestOpen = null
    this.level.push(level)
    this.session.push(session)
    this.after.push(after)
    this.logClose.push(before + this.actions.payout(ordinal, arithmetic) + gap + sudden + session)
    const freeOpen = this.#freeOpen(ordinal)
    const free = freeOpen * arithmetic.exp(session)
    const close = this.#limited(ordinal, free)
    if (close !== free) this.#limitedCloses.set(ordinal, close)
    this.#newestClose = close
    if (this.company.limits === undefined) this.#newestOpen = freeOpen
    this.actions.close(ordinal, close, ruling)
    this.#hash.mix(key, this.company.index, streamTag.stockMemoryAndVolume, day, 0)
    const [memoryDraw, volumeDraw] = [normal(uniform(this.#hash.low), arithmetic), normal(uniform(this.#hash.high), arithmetic)]
    this.#memory.remember(inside * inSession + outside * inGap, memoryDraw, this.#secondMemoryDraw(key, day, arithmetic))
    const variance = this.#sessionVarianceOf(ordinal, volatility)
    const move = Math.abs(session + gap) / Math.sqrt(variance + gapVariance(variance, gapShare))
    const halfDay = timeline.hoursOf(ordinal).halfDay
    const factor = (reports ? earnings.volume : 1) * (halfDay ? volumeLaw.halfDay : 1)
    this.volume.push(this.#volume.next(volumeDraw, level, move, factor, arithmetic))
  }

  /** Its own volatility of a day, and the variance beyond what the model gives; what that adds to the mean is taken out. */
  #ownOn(
    ordinal: number,
    level: number,
    { arithmetic, leastSteps }: DayLaws,
    usual: CompanyUsual,
  ): Readonly<{ volatility: number; excess: number }> {
    const free = usual.volatility * arithmetic.exp(level - this.#memory.variance)
    if (leastSteps === 0 || this.company.own !== undefined) return { volatility: free, excess: 0 }
    const volatility = Math.max(free, leastVolatility(this.closePrice(ordinal - 1), leastSteps))
    return { volatility, excess: volatility * volatility - free * free }
  }

  /** The draw for a second component of memory, which companies do not have. */
  #secondMemoryDraw(key: SipKey, day: DayNumber, arithmetic: Arithmetic): number {
    if (this.#factor.components.length === 1) return 0
    this.#hash.mix(key, this.company.index, streamTag.stockMemoryAndVolume, day, 1)
    return normal(uniform(this.#hash.low), arithmetic)
  }

  #common(market: Column, sector: Column, ordinal: number): number {
    return this.company.beta * market.at(ordinal) + this.company.gamma * sector.at(ordinal)
  }

  #sessionVariance(ordinal: number): number {
    const ruling = this.#context.laws.on(ordinal)
    return this.#sessionVarianceOf(ordinal, this.#ownOn(ordinal, this.level.at(ordinal), ruling, this.#usualBy(ruling)).volatility)
  }

  #sessionVarianceOf(ordinal: number, own: number): number {
    const { beta, gamma } = this.company
    const common = beta * beta * this.#market.variance.at(ordinal) + gamma * gamma * this.#sector.variance.at(ordinal)
    return common + own * own * (1 - gapShareOn(this.#context, ordinal))
  }

  #gapVariance(ordinal: number): number {
    return gapVariance(this.#sessionVariance(ordinal), gapShareOn(this.#context, ordinal))
  }

  /** The price of the evening before, without the dividend that a buyer of this morning does not get. */
  #eveningLog(ordinal: number): number {
    const { arithmetic } = this.#context.laws.on(ordinal)
    const evening = ordinal === 0 ? arithmetic.log(this.company.basePrice) : this.logClose.at(ordinal - 1) + this.after.at(ordinal - 1)
    return evening + this.actions.payout(ordinal, arithmetic)
  }
}

const AFTER_NODE = 1
const BEFORE_NODE = 2
const MIN_EXTENDED_VOLUME = 2_000

/** The variance before the open, out of that of the session after it. */
const gapVariance = (session: number, gapShare: number): number => (session * gapShare) / (1 - gapShare)
