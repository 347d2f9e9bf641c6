import type { Charged } from '../fees/schedule.ts'
import type { Side } from '../side.ts'
import { type ActionOf, type StatusOf, isFinal, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * An order is what a customer wants done at the venue. What it can cost at most is set aside when it is accepted;
 * fills are paid from that hold, and what is left of it goes back once, when the order ends (`domain.md` D.2, D.3).
 */
export const orderMachine = machine({
  queued: { open: 'working', cancel: 'cancelled', exhaust: 'cancelled', expire: 'expired' },
  working: { fillPart: 'partial', fillRest: 'filled', cancel: 'cancelled', exhaust: 'cancelled', expire: 'expired' },
  partial: { fillPart: 'partial', fillRest: 'filled', cancel: 'cancelled', exhaust: 'cancelled', expire: 'expired' },
  filled: {},
  cancelled: {},
  expired: {},
})
export type OrderStatus = StatusOf<typeof orderMachine>
export type OrderAction = ActionOf<typeof orderMachine>
export const orderStatuses = Object.keys(orderMachine) as OrderStatus[]
export const openStatuses = orderStatuses.filter((status) => !isFinal(orderMachine, status))

export type OrderType = 'market' | 'limit' | 'stop' | 'stopLimit' | 'trailing'
export type TimeInForce = 'DAY' | 'GTC' | 'IOC' | 'FOK' | 'EXT'
/** Whether the customer names the worst price of such an order. */
export const hasLimit = (type: OrderType): boolean => type === 'limit' || type === 'stopLimit'
export type EndReason = 'CANCELLED' | 'EXPIRED' | 'NO_LIQUIDITY' | 'SELF_TRADE' | 'OUTSIDE_BAND' | 'SYSTEM'

export type Order = Readonly<{
  id: string
  /** The reference people see and quote: "S20261121-7K3QF9M2XA". */
  number: string
  accountId: string
  instrumentId: string
  wallet: WalletType
  side: Side
  type: OrderType
  timeInForce: TimeInForce
  /** The customer's limit; null for a market order. */
  limitPrice: bigint | null
  /** No fill is worse than this: the limit, or a market order's collar; also what the hold was worked out at. */
  worstPrice: bigint
  quantity: bigint
  filledQuantity: bigint
  /** Sum of price × quantity over the fills, in units of 10^-8 of the currency. */
  filledValue: bigint
  /** The part of `filledValue` already posted, in minor units. */
  filledNotional: bigint
  charged: Charged
  /** What was set aside at the start and what is still held: minor units for a buy, quantity for a sell. */
  holdAtStart: bigint
  heldCash: bigint
  heldQuantity: bigint
  status: OrderStatus
  endReason: EndReason | null
  /** The last trade date on which it may fill. */
  lastTradeDate: CalendarDate
  /** The newest venue event that was booked; a repeated one is recognised by it. */
  venueSequence: number
  acceptedAt: Instant
  changedAt: Instant
}>

export const remainingOf = (order: Order): bigint => order.quantity - order.filledQuantity
export const isWorking = (order: Order): boolean => !isFinal(orderMachine, order.status)
/** Mean price of the fills in units of 10^-8; null before the first. */
export const averagePriceOf = (order: Order): bigint | null =>
  order.filledQuantity === 0n ? null : (order.filledValue * 100_000_000n) / order.filledQuantity
