import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Arithmetic } from '../arithmetic/arithmetic.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { type DayNumber, dateOfDays } from '../calendars/civil.ts'
import { type NightShape, type SessionShape, drawRange } from '../prices/day-bar.ts'
import type { DayKeys } from '../prices/day-keys.ts'
import { type Grain, type PlacedBar, finishedBars, runningBars } from '../prices/intraday-bars.ts'
import { LiveSession } from '../prices/live-session.ts'
import { MarketPulse } from '../prices/market-pulse.ts'
import { UNITS_PER_ONE, toTick } from '../prices/price-units.ts'
import { ActivityCurves } from '../prices/session-clock.ts'
import type { SimMarket } from '../prices/sim-market.ts'
import { Tape } from '../prices/tape.ts'
import { normal } from '../random/distributions.ts'
import { KeyedHash, uniform } from '../random/siphash.ts'
import { streamTag } from '../random/tags.ts'
import { type Night, standing } from './path-in-sessions.ts'
import type { Path, PathBar } from './path.ts'
import { type Piece, intervalOf } from './session-pieces.ts'

/**
 * The price of an index while its market is closed, for the futures on it. Until the evening it is the close, or
 * goes with a leading index where there is one that trades then; from there a path leads to the morning's price.
 * The path's liveliness is drawn from what is likely given how far it leads. Nights thereby have the law of a walk that
 * does not know its end: its past shows how lively it is, never which way it still goes.
 */
type NightParts = Readonly<{
  market: SimMarket
  index: Readonly<{ id: string; number: number }>
  /** Of the market that trades at night. */
  keys: DayKeys
  arithmeticOn: SimMarket['arithmeticOn']
  /** The path that the index's next morning follows, and how strongly. */
  leader: Leader | null
}>

export type Leader = Readonly<{ path: Path; power: number }>

const SESSIONS_KEPT = 6
/** Every step of the path shows, as an index's does by day. */
const NOMINAL_VOLUME = 2_000_000
/** The law of overnight moves: Student's with so many degrees of freedom, of unit variance. */
const FREEDOM = 6
const HALF_HOUR = 30

export class IndexNight implements Night {
  readonly #parts: NightParts
  /** Nights are even. */
  readonly #curves = new ActivityCurves('bells', plainArithmetic)
  readonly #pulse = new MarketPulse()
  readonly #hash = new KeyedHash()
  readonly #sessions = new Map<Instant, LiveSession>()

  constructor(parts: NightParts) {
    this.#parts = parts
  }

  point(piece: Piece, now: Instant): number {
    return piece.kind === 'after' ? this.#ledTo(piece, now) : this.#session(piece).standing(now).last / UNITS_PER_ONE
  }

  bars(piece: Piece, grain: Grain | 'whole', now: Instant): readonly PathBar[] {
    if (piece.kind === 'after') return this.#ledBars(piece, grain, now)
    if (now < piece.to) return runningBars(this.#session(piece), grain === 'whole' ? 1 : grain, now).map((bar) => shown(bar, piece))
    if (grain === 'whole') return [outline(this.#shape(piece), piece, this.#arithmeticOf(piece))]
    return finishedBars(this.#session(piece).tape, this.#pulse, grain).map((bar) => shown(bar, piece))
  }

  /** The last close, taken as far as the leader has gone since. */
  #ledTo(piece: Piece, now: Instant): number {
    const { leader } = this.#parts
    return this.#led(piece, leader?.path.at(now)?.price ?? null)
  }

  #led(piece: Piece, leading: number | null): number {
    const { market, leader } = this.#parts
    const close = this.#closeBefore(piece)
    const closedAt = market.days.hoursOf(piece.ownDay)?.regular.closesAt
    const before = closedAt === undefined ? undefined : leader?.path.at(closedAt)
    return leader === null || leading === null || before === null || before === undefined
      ? close
      : close * this.#arithmeticOf(piece).power(leading / before.price, leader.power)
  }

  #ledBars(piece: Piece, grain: Grain | 'whole', now: Instant): readonly PathBar[] {
    const { leader } = this.#parts
    if (leader === null) return [standing(this.#led(piece, null), piece.from)]
    // The leader's bars lie within the half hours of every market.
    const interval = intervalOf(grain === 'whole' || grain > HALF_HOUR ? HALF_HOUR : grain)
    const limit = (piece.to - piece.from) / MINUTE_MS
    const request = { instrumentId: '', interval, until: Math.min(piece.to - 1, now), limit, hours: 'regular', adjust: 'none' } as const
    const bars = (leader.path.bars(request, now)?.bars ?? []).filter(({ at }) => at >= piece.from)
    const led = (price: number): number => this.#led(piece, price)
    const [start, first] = [this.#ledTo(piece, piece.from), bars[0]]
    return [
      standing(start, piece.from),
      ...(first === undefined || first.at === piece.from ? [] : [standing(start, first.at - MINUTE_MS)]),
      ...bars.map((bar) => ({ ...bar, open: led(bar.open), high: led(bar.high), low: led(bar.low), close: led(bar.close) })),
    ]
  }

  /** The close of its own session; before the first of all sessions, the price at which that one opens. */
  #closeBefore({ ownDay }: Piece): number {
    const { market, index } = this.#parts
    return market.nightOf(index.id, dateOfDays(ownDay))?.close ?? this.#nightOf(market.days.nextTradingDay(ownDay)).open
  }

  #nightOf(day: DayNumber): NightShape {
    const { market, index } = this.#parts
    const night = market.nightOf(index.id, dateOfDays(day))
    if (night === null) throw new Error(`${index.id} has no history on ${dateOfDays(day)}`)
    return night
  }

  #arithmeticOf({ day }: Piece): Arithmetic {
    return this.#parts.arithmeticOn(dateOfDays(day))
  }

  #session(piece: Piece): LiveSession {
    const known = this.#sessions.get(piece.from)
    if (known !== undefined) return known
    const { keys, index } = this.#parts
    const plan = {
      arithmetic: this.#arithmeticOf(piece),
      key: keys.of(piece.day),
      instrument: index.number,
      day: piece.day,
      kind: 'before' as const,
      minutes: minutesOf(piece),
      marketShare: 0,
      shape: this.#shape(piece),
    }
    const tape = new Tape(plan, this.#curves, this.#pulse)
    const session = new LiveSession(tape, { opensAt: piece.from, closesAt: piece.to }, this.#pulse)
    this.#sessions.set(piece.from, session)
    if (this.#sessions.size > SESSIONS_KEPT) this.#sessions.delete(this.#sessions.keys().next().value as Instant)
    return session
  }

  #shape(piece: Piece): SessionShape {
    const { market, index, keys } = this.#parts
    const { open, variance: usual } = this.#nightOf(piece.ownDay)
    const ownDay = market.days.previousTradingDay(piece.ownDay)
    // The first night of history has nowhere to come from.
    const isFirst = market.nightOf(index.id, dateOfDays(ownDay)) === null
    const openPrice = isFirst ? open : this.#ledTo({ ...piece, ownDay }, piece.from)
    const arithmetic = this.#arithmeticOf(piece)
    const close = arithmetic.log(open / openPrice)
    const variance = this.#variance(piece, close, usual)
    const words = { index: index.number, tag: streamTag.nightRange, day: piece.day, node: 0 }
    return {
      openPrice,
      close,
      ...drawRange(this.#hash, keys.of(piece.day), words, close, variance, arithmetic),
      variance,
      volume: NOMINAL_VOLUME,
    }
  }

  /** The variance of a night that leads so far, where the usual one is known: drawn from its law given the move. */
  #variance(piece: Piece, move: number, usual: number): number {
    const key = this.#parts.keys.of(piece.day)
    this.#hash.mix(key, this.#parts.index.number, streamTag.nightVariance, piece.day, 0)
    const [first, second] = [uniform(this.#hash.low), uniform(this.#hash.high)]
    this.#hash.mix(key, this.#parts.index.number, streamTag.nightVariance, piece.day, 1)
    const [third, fourth] = [uniform(this.#hash.low), uniform(this.#hash.high)]
    // Chi-squared with one degree of freedom more than the law of the moves.
    const arithmetic = this.#arithmeticOf(piece)
    const last = normal(fourth, arithmetic)
    const chiSquared = -2 * arithmetic.log(first * second * third) + last * last
    return ((FREEDOM - 2) * usual + move * move) / chiSquared
  }
}

const minutesOf = ({ from, to }: Piece): number => Math.floor((to - from) / MINUTE_MS)

const shown = ({ minute, bar, partial }: PlacedBar, { from }: Piece): PathBar => ({
  at: from + minute * MINUTE_MS,
  open: bar.open / UNITS_PER_ONE,
  high: bar.high / UNITS_PER_ONE,
  low: bar.low / UNITS_PER_ONE,
  close: bar.close / UNITS_PER_ONE,
  partial,
})

function outline({ openPrice, high, low, close }: SessionShape, { from }: Piece, { exp }: Arithmetic): PathBar {
  const price = (log: number): number => toTick(openPrice * exp(log)) / UNITS_PER_ONE
  return { at: from, open: price(0), high: price(high), low: price(low), close: price(close), partial: false }
}
