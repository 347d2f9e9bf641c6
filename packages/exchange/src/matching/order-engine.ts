import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { QuantityIncrease, Quote, Session, VenueOrder } from '../venue.ts'

/** Matches orders of one instrument: on its board, or in the book for less than a lot. The session is that of the moment. */
export interface OrderEngine {
  readonly instrument: Instrument
  readonly hasOrders: boolean
  /** The outside's quote at the moment it was moved to last. */
  readonly quote: Quote | null
  has(orderId: string): boolean
  get(orderId: string): Readonly<{ order: VenueOrder; knownTo: number }> | undefined
  submit(order: VenueOrder, now: Instant, session: Session): void
  reduce(orderId: string, by: bigint): void
  grow(increase: QuantityIncrease, now: Instant, session: Session): void
  cancel(orderId: string, now: Instant): boolean
  restore(order: VenueOrder, now: Instant, session: Session): void
  advance(now: Instant, session: Session): void
  /**
   * The step after `from` to which it has to be moved next, `until` at most: to be moved there at once is the same as step by step. Nothing
   * but time passes meanwhile, and neither session nor interruption changes.
   */
  nextStep(from: Instant, until: Instant): Instant
  /** Ends the day of its last session with the last prints and calls; what is still open begins the next one in a new engine. */
  endDay(now: Instant, session: Session): readonly VenueOrder[]
}
