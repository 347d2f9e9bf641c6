import type { CalendarDate, Instant } from '../time.ts'

/**
 * The circumstances of an execution, stored with it to check afterwards that it was allowed: the state of the market, and for a trade
 * between two customers the other side and the price range they had.
 */
export type MarketPhase = 'PRE' | 'AUCTION' | 'OPEN' | 'LUNCH' | 'POST' | 'CLOSED' | 'HALT'

/** `fixedPrice` while orders trade at the closing price alone; `low` and `high` are the limits of the day, null where it has none. */
export type MarketState = Readonly<{ phase: MarketPhase; fixedPrice: boolean; low: bigint | null; high: bigint | null }>

/**
 * A trade of two customers. Both of its executions carry the same number, which is the sequence of the first of them, and
 * name the other side, so that each proves the other and a missing one can be booked.
 */
export type CustomerMatch = Readonly<{
  number: number
  otherAccountId: string
  otherOrderId: string
  /** The price range for trades between customers at that moment: the outside's quote, or the collar of a call. */
  low: bigint
  high: bigint
  isCall: boolean
}>

/** One side of such a trade, as it is reported or booked. */
export type MatchedSide = Readonly<{
  accountId: string
  orderId: string
  instrumentId: string
  sequence: number
  side: 'buy' | 'sell'
  price: bigint
  quantity: bigint
  resting: boolean
  market: MarketState
  tradeDate: CalendarDate
  at: Instant
  match: CustomerMatch
}>

/** The other side of a reported one: the same trade, for the other customer. */
export function otherSideOf(told: MatchedSide): MatchedSide {
  const { accountId, orderId, sequence, side, resting, match } = told
  const isFirst = sequence === match.number
  return {
    ...told,
    accountId: match.otherAccountId,
    orderId: match.otherOrderId,
    sequence: isFirst ? match.number + 1 : match.number,
    side: side === 'buy' ? 'sell' : 'buy',
    // In a call no order rests; elsewhere the resting one is reported first.
    resting: match.isCall ? resting : !isFirst,
    match: { ...match, otherAccountId: accountId, otherOrderId: orderId },
  }
}
