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
const LEAST_MINUTE_VOLUME = 5
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
    key: plan.key,
    instrument: plan.instrument,
    dayWord: dayWordOf(plan.day, plan.kind),
    leaves: plan.minutes,
    cut: cutMinutes,
    rootNode: 1,
    variancePrefix: curve.variance,
    volumePrefix: curve.volume,
    leastLeafVolume: LEAST_MINUTE_VOLUME,
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
  readonly #cursor: TreeCursor
  readonly #prices: Int32Array
  readonly #volumes: Int32Array
  /** The session's high, low, volume and turnover up to and including each minute. */
  readonly #highs: Int32Array
  readonly #lows: Int32Array
  readonly #volumeSums: Float64Array
  readonly #turnoverSums: Float64Array

  constructor(plan: SessionPlan, curves: ActivityCurves, pulse: MarketPulse) {
    this.plan = plan
    this.root = sessionRoot(plan, curves)
    this.#cursor = new TreeCursor(pulse, this.root)
    this.#prices = new Int32Array(plan.minutes * 4)
    this.#volumes = new Int32Array(plan.minutes)
    this.#highs = new Int32Array(plan.minutes)
    this.#lows = new Int32Array(plan.minutes)
    this.#volumeSums = new Float64Array(plan.minutes)
    this.#turnoverSums = new Float64Array(plan.minutes)
  }

  unitPrice(log: number): PriceUnits {
    const { openPrice, limits = null } = this.plan.shape
    return withinUnits(toTick(openPrice * Math.exp(log)), limits)
  }

  fillTo(minutes: number): void {
    while (this.filled < minutes && this.#cursor.next()) this.#write(this.filled, this.#cursor.leaf)
  }

  minute(index: number): UnitBar {
    const at = index * 4
    return {
      open: this.#prices[at] as number,
      high: this.#prices[at + 1] as number,
      low: this.#prices[at + 2] as number,
      close: this.#prices[at + 3] as number,
      volume: this.#volumes[index] as number,
    }
  }

  /** The session so far, after that many whole minutes; null before the first is over. */
  soFar(minutes: number): SoFar | null {
    if (minutes === 0) return null
    this.fillTo(minutes)
    const last = minutes - 1
    return {
      high: this.#highs[last] as number,
      low: this.#lows[last] as number,
      close: this.#prices[last * 4 + 3] as number,
      volume: this.#volumeSums[last] as number,
      turnover: this.#turnoverSums[last] as number,
    }
  }

  #write(index: number, leaf: Leaf): void {
    const [open, high, low, close] = [
      this.unitPrice(leaf.open),
      this.unitPrice(leaf.high),
      this.unitPrice(leaf.low),
      this.unitPrice(leaf.close),
    ]
    this.#prices.set([open, high, low, close], index * 4)
    this.#volumes[index] = leaf.volume
    const before = index - 1
    this.#highs[index] = index === 0 ? high : Math.max(high, this.#highs[before] as number)
    this.#lows[index] = index === 0 ? low : Math.min(low, this.#lows[before] as number)
    this.#volumeSums[index] = (index === 0 ? 0 : (this.#volumeSums[before] as number)) + leaf.volume
    this.#turnoverSums[index] =
      (index === 0 ? 0 : (this.#turnoverSums[before] as number)) + turnoverOf({ open, high, low, close, volume: leaf.volume })
    this.filled = index + 1
  }
}

export type SoFar = Readonly<{ high: PriceUnits; low: PriceUnits; close: PriceUnits; volume: number; turnover: number }>

/** Volume at the typical price, in quarters of a price unit so that it stays a whole number. */
export const turnoverOf = (bar: UnitBar): number => bar.volume * (bar.open + bar.high + bar.low + bar.close)

const QUARTER_UNITS = 2_500n
/** In units of 10^-8 of the currency. */
export const toTurnover = (quarterUnits: number): bigint => BigInt(quarterUnits) * QUARTER_UNITS
