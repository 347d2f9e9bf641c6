import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Hours } from '../calendars/market-calendar.ts'
import type { MarketPulse } from './market-pulse.ts'
import { MinuteSlots } from './minute-slots.ts'
import type { PriceUnits } from './price-units.ts'
import { SLOTS_PER_MINUTE, type Tape, type UnitBar, turnoverOf } from './tape.ts'
import { TreeCursor } from './tree-cursor.ts'

/** One session of one instrument as time runs through it: whole minutes from the tape, the running one step by step. */
export type Standing = Readonly<{
  open: PriceUnits
  high: PriceUnits
  low: PriceUnits
  last: PriceUnits
  /** Logarithmic price relative to the open, exact; what quotes stand around. */
  exact: number
  volume: number
  turnover: number
  at: Instant
  minute: number
}>

export class LiveSession {
  readonly tape: Tape
  readonly hours: Hours
  readonly #pulse: MarketPulse
  readonly #cursor: TreeCursor
  #reached = 0
  readonly #minutes: MinuteSlots[] = []
  #standing: Standing | null = null
  #standingKey = -1

  constructor(tape: Tape, hours: Hours, pulse: MarketPulse) {
    this.tape = tape
    this.hours = hours
    this.#pulse = pulse
    this.#cursor = new TreeCursor(pulse, tape.root)
  }

  /** Whole minutes that are over. */
  wholeMinutes(now: Instant): number {
    return Math.max(0, Math.min(this.tape.plan.minutes, Math.floor((now - this.hours.opensAt) / MINUTE_MS)))
  }

  /** The session so far; only asked for once it has begun. */
  standing(now: Instant): Standing {
    const minute = this.wholeMinutes(now)
    const running = minute < this.tape.plan.minutes ? this.slotsOf(minute) : null
    const elapsed = running?.elapsed(now) ?? 0
    const key = minute * (SLOTS_PER_MINUTE + 1) + elapsed
    if (this.#standing === null || this.#standingKey !== key) {
      this.#standing = this.#work(minute, running, elapsed)
      this.#standingKey = key
    }
    return this.#standing
  }

  /** The price alone, which needs nothing of the minutes before. */
  lastAt(now: Instant): PriceUnits {
    const minute = this.wholeMinutes(now)
    if (minute >= this.tape.plan.minutes) return this.tape.unitPrice(this.tape.plan.shape.close)
    const slots = this.slotsOf(minute)
    return barOf(slots, slots.elapsed(now)).close
  }

  /** The steps of one minute, at or before the running one. */
  slotsOf(minute: number): MinuteSlots {
    const known = this.#minutes.find((slots) => slots.minute === minute)
    if (known !== undefined) return known
    if (minute < this.#reached) {
      this.#cursor.start(this.tape.root)
      this.#minutes.length = 0
    }
    this.#cursor.next(1, minute)
    this.#reached = minute + 1
    const slots = new MinuteSlots(this.tape, this.#cursor.leaf, this.hours.opensAt, this.#pulse)
    this.#minutes.push(slots)
    if (this.#minutes.length > MINUTES_KEPT) this.#minutes.shift()
    return slots
  }

  /** The running minute's bar as far as it has come; null when nothing has happened in it yet. */
  partialMinute(now: Instant): Readonly<{ minute: number; bar: UnitBar }> | null {
    const minute = this.wholeMinutes(now)
    if (minute >= this.tape.plan.minutes) return null
    const slots = this.slotsOf(minute)
    const elapsed = slots.elapsed(now)
    return elapsed === 0 ? null : { minute, bar: barOf(slots, elapsed) }
  }

  #work(minute: number, running: MinuteSlots | null, elapsed: number): Standing {
    const before = this.tape.soFar(minute) ?? NOTHING_YET
    const minuteStart = this.hours.opensAt + minute * MINUTE_MS
    if (running === null || elapsed === 0) {
      const open = this.tape.minute(0).open
      const exact = running === null ? this.tape.plan.shape.close : running.openLog
      return {
        open,
        high: before.high,
        low: before.low,
        last: before.close,
        exact,
        volume: before.volume,
        turnover: before.turnover,
        at: minuteStart,
        minute,
      }
    }
    const bar = barOf(running, elapsed)
    return {
      open: minute === 0 ? running.open : this.tape.minute(0).open,
      high: Math.max(before.high, bar.high),
      low: Math.min(before.low, bar.low),
      last: bar.close,
      exact: running.closeLog(elapsed - 1),
      volume: before.volume + bar.volume,
      turnover: before.turnover + turnoverOf(bar),
      at: running.momentOf(elapsed - 1),
      minute,
    }
  }
}

/** Neutral to the highest and the lowest; the first step of a session happens as it opens, so it is never shown. */
const NOTHING_YET = { high: 0, low: Infinity, close: 0, volume: 0, turnover: 0 } as const

function barOf(slots: MinuteSlots, elapsed: number): UnitBar {
  let [high, low, close, volume] = [slots.open, slots.open, slots.open, 0]
  for (let slot = 0; slot < elapsed; slot += 1) {
    high = Math.max(high, slots.highOf(slot))
    low = Math.min(low, slots.lowOf(slot))
    // The last trade makes the price; a step without one leaves it where it was.
    if (slots.volumeOf(slot) > 0) close = slots.closeOf(slot)
    volume += slots.volumeOf(slot)
  }
  return { open: slots.open, high, low, close, volume }
}

/** The running minute and the one before it, whose last trades may still be asked for. */
const MINUTES_KEPT = 2
