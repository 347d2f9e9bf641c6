import type { ClosedDay } from '@rueda/rules/markets/closed-day.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { NewListing } from './catalogue/new-companies.ts'
import type { Quote, VenueOrder } from './venue.ts'

/**
 * Everything that reaches the engines of an instrument, in its order (`docs/rules/proof.md` P.41). With the prices of the day it gives every
 * execution again: between two of them nothing moves but at the steps of the one clock.
 */
export type VenueInput = Readonly<{ instrumentId: string; tradeDate: CalendarDate; at: Instant }> & InputAct

export type InputAct =
  /** Engines without any order begin: for the first of a day, and after the venue was started again. */
  | Readonly<{ kind: 'begin' } & Standing>
  /** An order that was open before; it comes with what is left of it. */
  | Readonly<{ kind: 'restore'; order: VenueOrder }>
  /** `quote` is the outside's in that moment, before the order met anything. */
  | Readonly<{ kind: 'arrive'; order: VenueOrder; quote: QuoteOfMoment | null }>
  | Readonly<{ kind: 'cancel'; orderId: string; accountId: string }>
  | Readonly<{ kind: 'reduce'; orderId: string; accountId: string; by: bigint }>
  | Readonly<{ kind: 'grow'; orderId: string; accountId: string; by: bigint }>
  | Readonly<{ kind: 'halts'; halts: readonly TradingHalt[] }>
  | Readonly<{ kind: 'closings'; closed: readonly ClosedDay[] }>

/** What holds for the instrument as its engines begin. */
export type Standing = Readonly<{ halts: readonly TradingHalt[]; closed: readonly ClosedDay[]; listed: readonly NewListing[] }>

export type QuoteOfMoment = Readonly<Pick<Quote, 'bid' | 'ask' | 'last'>>
