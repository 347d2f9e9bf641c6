import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { type ActivityCurves, type SessionKind, evenCurve } from './session-clock.ts'
import type { DayNumber } from '../calendars/civil.ts'
import { withinUnits } from './daily-limits.ts'
import type { SessionShape } from './day-bar.ts'
import type { SipKey } from '../random/siphash.ts'
import type { MarketPulse } from './market-pulse.ts'
import { type PriceUnits, toTick } from './price-units.ts'
import { type Leaf, TreeCursor, type TreeRoot, cutInHalf, cutMinutes, needs } from './tree-cursor.ts'

/** One session of one instrument, minute by minute, written as far as somebody has looked. */
export type SessionPlan = Readonly<{
  arithmetic: Arithmetic
  key: SipKey
  instrument: number
  day: number
  kind: SessionKind
  minutes: number
  marketShare: number
  shape: SessionShape
}>

/** A bar in price units and shares; `turnover` is its volume at its typical price, in quarter units. */
export type UnitBar = Readonly<{ open: PriceUnits; high: PriceUnits; low: PriceUnits; close: PriceUnits; volume: number }>

export const SLOTS_PER_MINUTE = 64
/** Enough to trade at a minute's high, low and close in separate steps. */
export const MIN_MINUTE_VOLUME = 5
const KINDS = { regular: 0, before: 1, after: 2 } as const
const KINDS_PER_DAY = 4
/** The word that a day and a kind of session have in every draw of a path. */
export const dayWordOf = (day: DayNumber, kind: SessionKind): number => day * KINDS_PER_DAY + KINDS[kind]
/** Nodes within minutes are numbered past those of the minutes themselves. */
const FIRST_SLOT_NODE = 1 << 20

const slotCurve = evenCurve(SLOTS_PER_MINUTE)

export function sessionRoot(plan: SessionPlan, curves: ActivityCurves): TreeRoot {
  const curve = curves.of(plan.kind, plan.minutes)
  return {
    arithmetic: plan.arithmetic,
    key: plan.key,
    instrument: plan.instrument,
    dayWord: dayWordOf(plan.day, plan.kind),
    leaves: plan.minutes,
    cut: cutMinutes,
    rootNode: 1,
    variancePrefix: curve.variance,
    volumePrefix: curve.volume,
    leastLeafVolume: MIN_MINUTE_VOLUME,
    marketShare: plan.marketShare,
    open: 0,
    close: plan.shape.close,
    high: plan.shape.high,
    low: plan.shape.low,
    variance: plan.shape.variance,
    volume: plan.shape.volume,
    needs: 0,
    blocks: plan.shape.blocks,
  }
}

/** The same tree goes on within a minute, down to about a second. */
export function minuteRoot(session: TreeRoot, minute: Leaf): TreeRoot {
  return {
    ...session,
    leaves: SLOTS_PER_MINUTE,
    cut: cutInHalf,
    rootNode: FIRST_SLOT_NODE + minute.from,
    variancePrefix: slotCurve.variance,
    volumePrefix: slotCurve.volume,
    leastLeafVolume: 0,
    open: minute.open,
    close: minute.close,
    high: minute.high,
    low: minute.low,
    variance: minute.variance,
    volume: minute.volume,
    blocks: undefined,
    needs: needs.high | needs.low | needs.close,
  }
}

export class Tape {
  readonly plan: SessionPlan
  readonly root: TreeRoot
  /** Whole minutes written so far. */
  filled = 0
  readonly #pulse: MarketPulse
  /** Made when the first minute is asked for: of many sessions only longer bars are wanted, which come from the tree. */
  #minutes: WrittenMinutes | null = null
  /** The session so far, as of the minute that was asked for last. */
  #soFar: SoFar = NOTHING
  #soFarMinutes = 0

  constructor(plan: SessionPlan, curves: ActivityCurves, pulse: MarketPulse) {
    this.plan = plan
    this.root = sessionRoot(plan, curves)
    this.#pulse = pulse
  }

  unitPrice(log: number): PriceUnits {
    const { openPrice, limits = null } = this.plan.shape
    return withinUnits(toTick(openPrice * this.plan.arithmetic.exp(log)), limits)
  }

  fillTo(minutes: number): void {
    if (this.filled >= minutes) return
    const written = this.#written()
    while (this.filled < minutes && written.cursor.next()) this.#write(written, written.cursor.leaf)
  }

  minute(index: number): UnitBar {
    this.fillTo(index + 1)
    const { prices, volumes } = this.#written()
    const at = index * 4
    return {
      open: prices[at] as number,
      high: prices[at + 1] as number,
      low: prices[at + 2] as number,
      close: prices[at + 3] as number,
      volume: volumes[index] as number,
    }
  }

  /** The session so far, after that many whole minutes; null before the first is over. */
  soFar(minutes: number): SoFar | null {
    if (minutes === 0) return null
    this.fillTo(minutes)
    // Time goes on: what was added up the last time is gone on from.
    const goesOn = this.#soFarMinutes > 0 && minutes >= this.#soFarMinutes
    let sum = goesOn ? this.#soFar : NOTHING
    for (let minute = goesOn ? this.#soFarMinutes : 0; minute < minutes; minute += 1) sum = withMinute(sum, this.minute(minute))
    this.#soFar = sum
    this.#soFarMinutes = minutes
    return sum
  }

  #written(): WrittenMinutes {
    this.#minutes ??= newMinutes(this.plan.minutes, new TreeCursor(this.#pulse, this.root))
    return this.#minutes
  }

  #write({ prices, volumes }: WrittenMinutes, leaf: Leaf): void {
    const at = this.filled * 4
    prices[at] = this.unitPrice(leaf.open)
    prices[at + 1] = this.unitPrice(leaf.high)
    prices[at + 2] = this.unitPrice(leaf.low)
    prices[at + 3] = this.unitPrice(leaf.close)
    volumes[this.filled] = leaf.volume
    this.filled += 1
  }
}

type WrittenMinutes = Readonly<{ cursor: TreeCursor; prices: Int32Array; volumes: Int32Array }>

const newMinutes = (count: number, cursor: TreeCursor): WrittenMinutes => ({
  cursor,
  prices: new Int32Array(count * 4),
  volumes: new Int32Array(count),
})

const NOTHING: SoFar = { high: 0, low: Infinity, close: 0, volume: 0, turnover: 0 }

const withMinute = (sum: SoFar, bar: UnitBar): SoFar => ({
  high: Math.max(sum.high, bar.high),
  low: Math.min(sum.low, bar.low),
  close: bar.close,
  volume: sum.volume + bar.volume,
  turnover: sum.turnover + turnoverOf(bar),
})

export type SoFar = Readonly<{ high: PriceUnits; low: PriceUnits; close: PriceUnits; volume: number; turnover: number }>

/** Volume at the typical price, in quarters of a price unit so that it stays a whole number. */
export const turnoverOf = (bar: UnitBar): number => bar.volume * (bar.open + bar.high + bar.low + bar.close)

const QUARTER_UNITS = 2_500n
/** In units of 10^-8 of the currency. */
export const toTurnover = (quarterUnits: number): bigint => BigInt(quarterUnits) * QUARTER_UNITS
