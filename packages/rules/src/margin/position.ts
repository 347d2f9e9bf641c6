import { SCALE, divide } from '../decimal.ts'
import type { Side } from '../side.ts'
import type { CalendarDate, Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { Requirement } from './requirement.ts'

/**
 * A position on isolated margin: the quantity one opening order bought or sold, with the money set aside for it alone
 * (`docs/rules/margin.md` D.5). Positions are never netted, and a customer never loses more on one than its own margin.
 */
export type MarginPosition = Readonly<{
  id: string
  number: string
  accountId: string
  instrumentId: string
  wallet: WalletType
  /** Bought or sold short. */
  side: Side
  leverage: number
  /** The order that opened it. */
  orderId: string
  /** Open quantity, and the part of it on closing orders; units of 10^-8. */
  quantity: bigint
  held: bigint
  /** The isolated margin, in cents: the amount the ledger holds for this position. */
  margin: bigint
  /** The margin required for opening and keeping it, in cents. */
  requirement: Requirement
  /**
   * The basis of the open quantity's result: the sum of price × quantity at the entry, or since a daily settlement at the settlement price;
   * units of 10^-8.
   */
  basis: bigint
  openedQuantity: bigint
  openedValue: bigint
  closedQuantity: bigint
  closedValue: bigint
  /** Results that were booked: of closed parts, their fees taken off, and of daily settlements; cents. */
  realised: bigint
  charges: bigint
  /** The overnight interest earned so far, in cents; below zero if it cost. */
  swap: bigint
  /** The last dates of the daily settlement and of the rollover: neither is booked twice. */
  settledThrough: CalendarDate | null
  rolledThrough: CalendarDate | null
  /** The automatic top-up still allowed from the wallet when margin runs short, in cents; null when it is switched off. */
  topUpLeft: bigint | null
  liquidation: LiquidationStage
  /** The time of the last step of a liquidation. */
  liquidatingSince: Instant | null
  /** The last margin state its customer was notified of, and when. */
  toldState: MarginState
  toldAt: Instant | null
  closeReason: CloseReason | null
  openedAt: Instant
  changedAt: Instant
  closedAt: Instant | null
}>

/** From the margin of its opening down to where it is closed (`docs/rules/margin.md` O.1). */
export type MarginState = 'NORMAL' | 'WARN' | 'CALL' | 'LIQUIDATE'
/** `half` and `rest` name the order of a liquidation that is working (`docs/rules/margin.md` D.8). */
export type LiquidationStage = 'none' | 'half' | 'rest'
export type CloseReason = 'CUSTOMER' | 'LIQUIDATION' | 'EXPIRY'

export const availableQuantityOf = ({ quantity, held }: MarginPosition): bigint => quantity - held
/** +1 where a rising price is a gain. */
export const signOf = (side: Side): bigint => (side === 'buy' ? 1n : -1n)
export const closingSideOf = (side: Side): Side => (side === 'buy' ? 'sell' : 'buy')

type Opening = Pick<MarginPosition, 'id' | 'number' | 'accountId' | 'instrumentId' | 'wallet' | 'side' | 'leverage' | 'orderId'>

export const emptyMarginPosition = (opening: Opening, now: Instant): MarginPosition => ({
  ...opening,
  quantity: 0n,
  held: 0n,
  margin: 0n,
  requirement: { initial: 0n, maintenance: 0n },
  basis: 0n,
  openedQuantity: 0n,
  openedValue: 0n,
  closedQuantity: 0n,
  closedValue: 0n,
  realised: 0n,
  charges: 0n,
  swap: 0n,
  settledThrough: null,
  rolledThrough: null,
  topUpLeft: null,
  liquidation: 'none',
  liquidatingSince: null,
  toldState: 'NORMAL',
  toldAt: null,
  closeReason: null,
  openedAt: now,
  changedAt: now,
  closedAt: null,
})

/** The mean price a quantity is measured from; exact to 10^-8. */
export const meanPrice = (value: bigint, quantity: bigint): bigint => (quantity === 0n ? 0n : divide(value * SCALE, quantity, 'HALF_UP'))

/** The share of an amount that belongs to a part of the quantity; everything when nothing is left after it. */
export const shareOf = (amount: bigint, part: bigint, whole: bigint): bigint =>
  part === whole ? amount : divide(amount * part, whole, 'HALF_UP')
