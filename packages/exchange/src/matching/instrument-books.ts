import { isFraction } from '@rueda/rules/fractions/fraction.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { boardStepOf, isOddLot } from '@rueda/rules/instruments/terms.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Session, VenueOrder } from '../venue.ts'
import { type EngineParts, InstrumentEngine } from './engine.ts'
import { FractionEngine } from './fraction-engine.ts'
import { OddLotEngine } from './odd-lot-engine.ts'
import type { OrderEngine } from './order-engine.ts'
import { STEP_MS } from './steps.ts'

/** Makes the parts of an engine that counts in a step. */
type PartsOf = (step: bigint) => EngineParts

/**
 * The books of one instrument on one day: its board, the book for less than its lot, and the one for parts of shares. They move together,
 * because what is taken in one of them is gone for the others.
 */
export class InstrumentBooks {
  readonly instrument: Instrument
  readonly #partsOf: PartsOf
  #board: InstrumentEngine | null = null
  #fractions: FractionEngine | null = null
  #oddLots: OddLotEngine | null = null

  constructor(instrument: Instrument, partsOf: PartsOf) {
    this.instrument = instrument
    this.#partsOf = partsOf
  }

  /** The board, where customers have come to it. */
  get board(): InstrumentEngine | null {
    return this.#board
  }

  get hasOrders(): boolean {
    return this.#engines().some(({ hasOrders }) => hasOrders)
  }

  /** The book an order belongs to: a part of an order for lots is whole lots itself. */
  of({ quantity }: Pick<VenueOrder, 'quantity'>, now: Instant): OrderEngine {
    const { instrument } = this
    if (isFraction(instrument, quantity)) return (this.#fractions ??= new FractionEngine(this.#parts(), this.#boardAt(now), now))
    if (!isOddLot(instrument, quantity)) return this.#boardAt(now)
    return (this.#oddLots ??= new OddLotEngine(this.#partsOf(instrument.step), now))
  }

  /** Moves what has orders; everything else costs nothing as time goes by. */
  advance(now: Instant, session: Session): void {
    for (const engine of this.#engines()) if (engine.hasOrders) engine.advance(now, session)
  }

  /** Moves through every step from one to before another. `interruptions` are steps at which something begins or ends. */
  walk(from: Instant, before: Instant, session: Session, interruptions: readonly Instant[]): void {
    const last = before - STEP_MS
    for (let at = from; at < last && this.hasOrders;) {
      const until = interruptions.find((moment) => moment > at && moment < last) ?? last
      const engines = this.#engines().filter(({ hasOrders }) => hasOrders)
      const start = at
      at = Math.min(...engines.map((engine) => engine.nextStep(start, until)))
      this.advance(at, session)
    }
  }

  /** Ends the day, and gives back the orders that go on, in the order of their time. */
  endDay(now: Instant, session: Session): readonly VenueOrder[] {
    return this.#engines()
      .flatMap((engine) => engine.endDay(now, session))
      .toSorted((a, b) => a.acceptedAt - b.acceptedAt)
  }

  /** The board goes first. */
  #engines(): readonly OrderEngine[] {
    return [this.#board, this.#fractions, this.#oddLots].filter((engine) => engine !== null)
  }

  #parts(): EngineParts {
    return this.#partsOf(boardStepOf(this.instrument))
  }

  /** Parts of shares are taken from the board's outside market, so that a board comes with them. */
  #boardAt(now: Instant): InstrumentEngine {
    return (this.#board ??= new InstrumentEngine(this.#parts(), now))
  }
}
