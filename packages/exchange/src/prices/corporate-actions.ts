import { type CorporateAction, dividendAdjustment, payDateOf } from '@rueda/rules/corporate/action.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { type DayNumber, civilOf, dateOfDays, dayNumber } from '../calendars/civil.ts'
import { CATALOGUE_SEED } from '../catalogue/companies.ts'
import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import type { Company } from '../catalogue/company.ts'
import { codeChangeOf } from '../catalogue/renames.ts'
import { mur } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import type { DayLaws } from './day-laws.ts'
import { UNITS_PER_ONE, toPrice, toTick } from './price-units.ts'
import type { SavedActions } from './saved-days.ts'
import type { Timeline } from './timeline.ts'

/**
 * A company's dividends and splits (`docs/rules/price-model.md` C.2, `docs/rules/corporate-actions.md` C.6). A dividend is its part of the
 * yearly yield on the price before the quarter it is paid in, announced on the quarter's first day; a split follows from prices that have
 * become too high or too low, and is announced a few days ahead. Their days come from the public generator, their size from prices that
 * everybody has seen, so that nothing of the future shows in them.
 */
export type AnnouncedDividend = Readonly<{ announced: number; exOrdinal: number; amount: number; factor: number }>
export type AnnouncedSplit = Readonly<{ announced: number; exOrdinal: number; newShares: number; oldShares: number }>

const QUARTERS_PER_YEAR = 4
const MONTHS_PER_QUARTER = 3
const EVERY_QUARTER = [0, 1, 2, 3] as const
const SUMMER = [2] as const
const SPRING = [1] as const
const SPRING_AND_AUTUMN = [1, 3] as const
const FIRST_EX_DAY = 20
const EX_DAYS = 50

const MAX_PRICE = 1_000
const DAYS_BELOW = 20
const NOTICE_IN_DAYS = 10
const FORWARD = [2, 3, 4, 5, 10] as const
const PUT_TOGETHER = 10
/** An announced dividend is paid whatever the price has done since; the price gives way at most by half. */
const MAX_DROP = 0.5

const CENTS = 100

/**
 * The quarters of a year a company pays in: Taiwan's between July and September, Argentina's once or twice
 * (`docs/rules/corporate-actions.md` C.6).
 */
const quartersOf: Readonly<Record<MarketName, (company: Company) => readonly number[]>> = {
  US: () => EVERY_QUARTER,
  AR: ({ index }) => (mur(CATALOGUE_SEED, index, catalogueTag.exDate) % 2 === 0 ? SPRING : SPRING_AND_AUTUMN),
  TW: () => SUMMER,
  FUT: () => EVERY_QUARTER,
  FX: () => EVERY_QUARTER,
  IDX: () => EVERY_QUARTER,
}
const payingQuarters = (company: Company): readonly number[] => quartersOf[company.instrument.market](company)

/** One payment of the yearly dividend on a price, in whole cents of the currency. */
const dividendOn = (company: Company, price: number): number =>
  Math.round((price * company.dividendYield * CENTS) / payingQuarters(company).length) / CENTS

/** The sum of a year's payments at a price. */
export const yearlyDividendOn = (company: Company, price: number): number => dividendOn(company, price) * payingQuarters(company).length

/** From this trading day on prices are multiplied by this factor, for a change of shares or for what a dividend took out. */
export type Step = Readonly<{ ordinal: number; factor: number }>

export class CompanyActions {
  readonly #company: Company
  readonly #timeline: Timeline
  readonly #dividends: AnnouncedDividend[] = []
  readonly #splits: AnnouncedSplit[] = []
  readonly #shareSteps: Step[] = []
  readonly #dividendSteps: Step[] = []
  #daysBelow = 0

  constructor(company: Company, timeline: Timeline) {
    this.#company = company
    this.#timeline = timeline
  }

  saved(): SavedActions {
    return {
      dividends: [...this.#dividends],
      splits: [...this.#splits],
      shareSteps: [...this.#shareSteps],
      dividendSteps: [...this.#dividendSteps],
      daysBelow: this.#daysBelow,
    }
  }

  restore({ dividends, splits, shareSteps, dividendSteps, daysBelow }: SavedActions): void {
    this.#dividends.push(...dividends)
    this.#splits.push(...splits)
    this.#shareSteps.push(...shareSteps)
    this.#dividendSteps.push(...dividendSteps)
    this.#daysBelow = daysBelow
  }

  /** The factor from a price of the model to the price of that day: falls with every split. */
  shareFactor(ordinal: number): number {
    return productUpTo(this.#shareSteps, ordinal)
  }

  /** The part of a price that all dividends up to a day have left, reckoned as a return. */
  dividendFactor(ordinal: number): number {
    return productUpTo(this.#dividendSteps, ordinal)
  }

  /** The drop by a dividend between the last close and this day's first price, as a logarithm. */
  payout(ordinal: number, arithmetic: Arithmetic): number {
    const step = lastOn(this.#dividendSteps, ordinal, ({ ordinal: on }) => on)
    return step === undefined ? 0 : arithmetic.log(step.factor)
  }

  /** Opens a trading day, given the price at which the one before closed. */
  open(ordinal: number, closeBefore: number): void {
    if (this.#company.own !== undefined) return
    const split = this.#splits.at(-1)
    if (split?.exOrdinal === ordinal) this.#shareSteps.push({ ordinal, factor: split.oldShares / split.newShares })
    this.#announceDividend(ordinal, closeBefore)
    const dividend = lastOn(this.#dividends, ordinal, ({ exOrdinal }) => exOrdinal)
    if (dividend === undefined) return
    const change = this.shareFactor(ordinal) / this.shareFactor(ordinal - 1)
    const kept = dividendAdjustment(toPrice(this.#amountOn(dividend, ordinal)), toPrice(toTick(closeBefore * change)))
    this.#dividendSteps.push({ ordinal, factor: Math.max(MAX_DROP, Number(kept) / RATIO_SCALE) })
  }

  /** Ends a trading day: a price that has gone too far, in the day's laws, is followed by the announcement of a split. */
  close(ordinal: number, closePrice: number, { reverseSplitBelow }: Pick<DayLaws, 'reverseSplitBelow'>): void {
    if (this.#company.own !== undefined) return
    this.#daysBelow = closePrice < reverseSplitBelow ? this.#daysBelow + 1 : 0
    const pending = this.#splits.at(-1)
    if (pending !== undefined && pending.exOrdinal > ordinal) return
    const announced = ordinal + 1
    const exOrdinal = ordinal + NOTICE_IN_DAYS
    if (closePrice > MAX_PRICE) this.#splits.push({ announced, exOrdinal, newShares: this.#forwardRatio(ordinal), oldShares: 1 })
    else if (this.#daysBelow >= DAYS_BELOW) this.#splits.push({ announced, exOrdinal, newShares: 1, oldShares: PUT_TOGETHER })
  }

  /** Actions announced up to a trading day, by ex-dates in [from, to]; of one day the dividend comes first and the code last. */
  between(from: CalendarDate, to: CalendarDate, today: number): readonly CorporateAction[] {
    const instrumentId = this.#company.instrument.id
    const dateOf = ({ exOrdinal }: Readonly<{ exOrdinal: number }>): CalendarDate => dateOfDays(this.#timeline.dayOf(exOrdinal))
    const isAsked = (each: AnnouncedDividend | AnnouncedSplit): boolean =>
      each.announced <= today && dateOf(each) >= from && dateOf(each) <= to
    const dividends = this.#dividends.filter(isAsked).map((each): CorporateAction => {
      const amount = toPrice(this.#amountOn(each, Math.min(each.exOrdinal, today)))
      return { kind: 'dividend', instrumentId, exDate: dateOf(each), payDate: payDateOf(dateOf(each)), amount }
    })
    const splits = this.#splits.filter(isAsked).map((each): CorporateAction => {
      const { newShares, oldShares } = each
      return { kind: 'split', instrumentId, exDate: dateOf(each), newShares: BigInt(newShares), oldShares: BigInt(oldShares) }
    })
    return [...dividends, ...splits, ...this.#codeChange(from, to, today)].toSorted((a, b) =>
      a.exDate < b.exDate ? -1 : a.exDate > b.exDate ? 1 : 0,
    )
  }

  /** It is announced as far ahead as a split, and touches no price. */
  #codeChange(from: CalendarDate, to: CalendarDate, today: number): readonly CorporateAction[] {
    const change = codeChangeOf(this.#company)
    // Most changes are years ahead, where the timeline need not be known.
    if (change === undefined || change.from < this.#timeline.dayOf(0) || dateOfDays(change.from) > to) return []
    const exOrdinal = this.#firstTradingDayFrom(change.from)
    const exDate = dateOfDays(this.#timeline.dayOf(exOrdinal))
    if (exOrdinal - NOTICE_IN_DAYS >= today || exDate < from || exDate > to) return []
    const { id: instrumentId, code: oldCode } = this.#company.instrument
    return [{ kind: 'rename', instrumentId, exDate, oldCode, newCode: change.newCode }]
  }

  /** In price units per share; shares that split between the announcement and a day share the amount. */
  #amountOn({ amount, factor }: AnnouncedDividend, ordinal: number): number {
    return Math.round((amount * UNITS_PER_ONE * this.shareFactor(ordinal)) / factor)
  }

  #announceDividend(ordinal: number, closeBefore: number): void {
    const quarter = this.#timeline.quarterOf(ordinal)
    if (ordinal > 0 && this.#timeline.quarterOf(ordinal - 1) === quarter) return
    if (!payingQuarters(this.#company).includes(quarter % QUARTERS_PER_YEAR)) return
    const factor = this.shareFactor(ordinal - 1)
    const amount = dividendOn(this.#company, closeBefore)
    const exOrdinal = this.#firstTradingDayFrom(this.#exDay(quarter, this.#timeline.dayOf(ordinal)))
    if (amount > 0 && exOrdinal > ordinal) this.#dividends.push({ announced: ordinal, exOrdinal, amount, factor })
  }

  /** A company keeps its place in the quarter. */
  #exDay(quarter: number, someDay: DayNumber): DayNumber {
    const place = mur(CATALOGUE_SEED, this.#company.index, catalogueTag.exDate) % EX_DAYS
    const { year } = civilOf(someDay)
    return dayNumber(year, (quarter % QUARTERS_PER_YEAR) * MONTHS_PER_QUARTER + 1, 1) + FIRST_EX_DAY + place
  }

  #firstTradingDayFrom(day: DayNumber): number {
    const ordinal = this.#timeline.ordinalUpTo(day)
    return ordinal >= 0 && this.#timeline.dayOf(ordinal) === day ? ordinal : ordinal + 1
  }

  #forwardRatio(ordinal: number): number {
    const day = this.#timeline.dayOf(ordinal)
    return FORWARD[mur(CATALOGUE_SEED, this.#company.index, catalogueTag.splitRatio, day) % FORWARD.length] as number
  }
}

/** The one of a day out of those that follow each other; most days have none, which the last ones show. */
function lastOn<Each>(all: readonly Each[], ordinal: number, ordinalOf: (each: Each) => number): Each | undefined {
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const each = all[at] as Each
    if (ordinalOf(each) === ordinal) return each
    if (ordinalOf(each) < ordinal) return undefined
  }
  return undefined
}

function productUpTo(steps: readonly Step[], ordinal: number): number {
  let product = 1
  for (const step of steps) if (step.ordinal <= ordinal) product *= step.factor
  return product
}

const RATIO_SCALE = 100_000_000
