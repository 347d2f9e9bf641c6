import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { QuantityIncrease, Session, VenueOrder } from '../venue.ts'

/** Matches orders of one instrument: on its board, or in the book for less than a lot. The session is that of the moment. */
export interface OrderEngine {
  readonly instrument: Instrument
  readonly hasOrders: boolean
  has(orderId: string): boolean
  submit(order: VenueOrder, now: Instant, session: Session): void
  reduce(orderId: string, by: bigint): void
  grow(increase: QuantityIncrease, now: Instant, session: Session): void
  cancel(orderId: string, now: Instant): boolean
  restore(order: VenueOrder, now: Instant, session: Session): void
  advance(now: Instant, session: Session): void
}
