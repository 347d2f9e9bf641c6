import type { Charged } from '../fees/schedule.ts'
import type { CloseReason } from '../margin/position.ts'
import type { Side } from '../side.ts'
import type { SettlementName } from '../markets/market.ts'
import { type ActionOf, type StatusOf, isFinal, machine } from '../machine.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { LotChoice } from '../positions/lots.ts'
import type { WalletType } from '../wallets/wallet.ts'

/**
 * A customer's instruction to the venue. Its highest possible cost is set aside when it is accepted; fills are paid from that hold, and the
 * rest of it goes back once, when the order ends (`docs/rules/orders.md` D.2, `docs/rules/holds.md` D.3).
 */
export const orderMachine = machine({
  held: { trigger: 'working', cancel: 'cancelled', exhaust: 'cancelled', expire: 'expired' },
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
/** True when the customer names the worst price of such an order. */
export const hasLimit = (type: OrderType): boolean => type === 'limit' || type === 'stopLimit'
/**
 * An order's effect on positions on isolated margin (`docs/rules/margin.md` D.5): an opening order makes the position it names, a closing
 * one ends a part of it; null where shares are bought and sold in full.
 */
export type MarginPurpose =
  | Readonly<{ action: 'open'; positionId: string; leverage: number }>
  | Readonly<{ action: 'close'; positionId: string; leverage: number; reason: CloseReason }>
/** True when it takes on something new; any other order ends something and is never blocked. */
export const isOpening = ({
  side,
  margin,
}: Readonly<{ side: Side; margin: Readonly<{ action: MarginPurpose['action'] }> | null }>): boolean =>
  margin === null ? side === 'buy' : margin.action === 'open'
/** True for an order that the brokerage gives for its customer, who cannot stand in its way: a liquidation, an expiry, the sale of collateral. */
export const isForced = ({ margin, pledgeId }: Pick<Order, 'margin' | 'pledgeId'>): boolean =>
  pledgeId !== null || (margin !== null && margin.action === 'close' && margin.reason !== 'CUSTOMER')
/** True when the brokerage holds such an order until a trade reaches its stop. */
export const hasStop = (type: OrderType): boolean => type === 'stop' || type === 'stopLimit' || type === 'trailing'
export type EndReason =
  | 'CANCELLED'
  | 'EXPIRED'
  | 'NO_LIQUIDITY'
  | 'SELF_TRADE'
  | 'OUTSIDE_BAND'
  | 'SIBLING_FILLED'
  | 'POSITION_CLOSED'
  | 'SYSTEM'

/** What placed an order that its customer did not place by hand: a recurring buy, or a dividend that buys more of its share. */
export type OrderOrigin = 'plan' | 'reinvestment'

/**
 * What a block was agreed on (`docs/rules/block-trades.md` E.4): at a firm price or one to negotiate, and for how many trading days what
 * it buys is locked.
 */
export type BlockTerms = Readonly<{ isFirm: boolean; lockDays: number }>

/** The robot that gave an order, and the part of it that pays (`docs/rules/robots.md` E.8). */
export type RobotOrder = Readonly<{ rentalId: string; slotId: string }>

export type Order = Readonly<{
  id: string
  /** The reference for customers and staff: "S20261121-7K3QF9M2XA". */
  number: string
  accountId: string
  instrumentId: string
  wallet: WalletType
  side: Side
  margin: MarginPurpose | null
  type: OrderType
  timeInForce: TimeInForce
  /** The customer's limit; null for a market order. */
  limitPrice: bigint | null
  /** The trade price that triggers a held order; a trailing one's follows the market and never loosens. */
  stopPrice: bigint | null
  /** The distance of a trailing stop, in percent, and the best trade since it was activated; both in units of 10^-8. */
  trailPercent: bigint | null
  trailBest: bigint | null
  /** The exit prices of an opening order: a limit, a stop, or whichever comes first. */
  takeProfit: bigint | null
  stopLoss: bigint | null
  /** The exits of this order that stand now. */
  takeProfitId: string | null
  stopLossId: string | null
  /** The other order that closes the same: a fill of one reduces the other. */
  siblingId: string | null
  /** The order whose fills this exit ends. */
  parentId: string | null
  /** The order this is a part of, where one request is a board lot and an odd lot (`docs/rules/taiwan.md` B.3); null for a whole one. */
  splitFrom: string | null
  /** The settlement of its trades, where the market leaves a choice; null for the market's usual way. */
  settlement: SettlementName | null
  /** The terms of a block, which the block desk executes and not the market; null for any other order. */
  block: BlockTerms | null
  /** The plan's part in it (`docs/rules/plans.md` P.6); null for an order of the customer's own hand. */
  origin: OrderOrigin | null
  /** Set for an order of a robot; null for one of the customer's own. */
  robot: RobotOrder | null
  /** The collateral whose sale it is (`docs/rules/loans.md` E.6); null for every other order. */
  pledgeId: string | null
  /** The lots that a sale uses up first (`docs/rules/positions.md` P.7); null for the oldest. */
  lots: LotChoice | null
  /** The part of `filledNotional` that was bought on the trade date it was sold on. */
  sameDayNotional: bigint
  /** The version of the commissions it was accepted under, and the step of volume (`docs/rules/fees.md` N.1). */
  feeVersion: number
  feeStep: number
  /** The number of amendments; each change of its hold is a step of its own in the ledger. */
  amendments: number
  /** No fill is worse than this: the limit, or a market order's collar; also the price of the hold. */
  worstPrice: bigint
  quantity: bigint
  filledQuantity: bigint
  /** Sum of price × quantity over the fills, in units of 10^-8 of the currency. */
  filledValue: bigint
  /** The part of `filledValue` already posted, in minor units. */
  filledNotional: bigint
  charged: Charged
  /** The amount set aside at the start and the amount still held: minor units for a buy, quantity for a sell. */
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

/** The fields of an order without a stop, exits or relations. */
export const PLAIN = {
  stopPrice: null,
  trailPercent: null,
  trailBest: null,
  takeProfit: null,
  stopLoss: null,
  takeProfitId: null,
  stopLossId: null,
  siblingId: null,
  parentId: null,
  splitFrom: null,
  settlement: null,
  block: null,
  origin: null,
  robot: null,
  pledgeId: null,
  lots: null,
  sameDayNotional: 0n,
  feeVersion: 1,
  feeStep: 0,
  amendments: 0,
} as const

export const remainingOf = (order: Order): bigint => order.quantity - order.filledQuantity
/** The order's exits, and the other one that closes the same. */
export const relatedTo = ({ takeProfitId, stopLossId, siblingId }: Order): readonly string[] =>
  [takeProfitId, stopLossId, siblingId].filter((id) => id !== null)
export const isWorking = (order: Order): boolean => !isFinal(orderMachine, order.status)
/** Mean price of the fills in units of 10^-8; null before the first. */
export const averagePriceOf = (order: Order): bigint | null =>
  order.filledQuantity === 0n ? null : (order.filledValue * 100_000_000n) / order.filledQuantity
