import type { Charged } from '../fees/schedule.ts'
import type { Side } from '../side.ts'
import type { LotChoice } from '../positions/lots.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { DollarRate } from '../margin/dollar-rate.ts'
import type { CustomerMatch, MarketState } from './circumstances.ts'

/** One execution of an order, as it was booked. Fills are final. */
export type Fill = Readonly<{
  accountId: string
  orderId: string
  instrumentId: string
  /** The position on margin it opened or closed a part of; null for shares. */
  positionId: string | null
  /** The venue's number of this execution; grows over the venue's whole life. */
  sequence: number
  side: Side
  price: bigint
  quantity: bigint
  /** In minor units. Over an order's fills these add up to price × quantity rounded once. */
  notional: bigint
  charges: Charged
  resting: boolean
  tradeDate: CalendarDate
  settlementDate: CalendarDate
  /** The realised result of a sale or of a close in minor units; null for a fill that opens. */
  realised: bigint | null
  /** Null where the outside market was on the other side. */
  match: CustomerMatch | null
  /** The state of the market; null for fills booked before this was stored. */
  market: MarketState | null
  /** The lots that its order said to sell first; null for the oldest, and for a purchase. */
  lots: LotChoice | null
  /** Bought with a dividend of the share. */
  isReinvested: boolean
  /** Dollars for one unit of its currency at that moment; null for dollars, where nobody knew it, and from before it was kept. */
  dollarRate: DollarRate | null
  at: Instant
}>
