import type { Charged } from '@rueda/rules/fees/schedule.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { EndReason, Order, OrderStatus, OrderType, TimeInForce } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'

/** How the tables of the books read: the one place where a row becomes a value of the rules. */
export type ChargeColumns = Readonly<{ commission: bigint; sec_fee: bigint; taf: bigint }>

export type OrderRecord = ChargeColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    instrument_id: string
    wallet: WalletType
    side: 'buy' | 'sell'
    type: OrderType
    time_in_force: TimeInForce
    limit_price: bigint | null
    worst_price: bigint
    quantity: bigint
    filled_quantity: bigint
    filled_value: bigint
    filled_notional: bigint
    hold_at_start: bigint
    held_cash: bigint
    held_quantity: bigint
    status: OrderStatus
    end_reason: EndReason | null
    last_trade_date: string
    venue_sequence: bigint
    accepted_at: bigint
    changed_at: bigint
  }>

export const readCharged = ({ commission, sec_fee, taf }: ChargeColumns): Charged => ({
  COMMISSION: commission,
  SEC_FEE: sec_fee,
  TAF: taf,
})

export const readOrder = (row: OrderRecord): Order => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  wallet: row.wallet,
  side: row.side,
  type: row.type,
  timeInForce: row.time_in_force,
  limitPrice: row.limit_price,
  worstPrice: row.worst_price,
  quantity: row.quantity,
  filledQuantity: row.filled_quantity,
  filledValue: row.filled_value,
  filledNotional: row.filled_notional,
  charged: readCharged(row),
  holdAtStart: row.hold_at_start,
  heldCash: row.held_cash,
  heldQuantity: row.held_quantity,
  status: row.status,
  endReason: row.end_reason,
  lastTradeDate: row.last_trade_date,
  venueSequence: Number(row.venue_sequence),
  acceptedAt: Number(row.accepted_at),
  changedAt: Number(row.changed_at),
})

export type PositionRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  instrument_id: string
  free: bigint
  held: bigint
  locked: bigint
  cost: bigint
  realised: bigint
  charges: bigint
  bought_quantity: bigint
  bought_value: bigint
  sold_quantity: bigint
  sold_value: bigint
  opened_at: bigint
  changed_at: bigint
  closed_at: bigint | null
}>

export const readPosition = (row: PositionRecord): Position => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  free: row.free,
  held: row.held,
  locked: row.locked,
  cost: row.cost,
  realised: row.realised,
  charges: row.charges,
  boughtQuantity: row.bought_quantity,
  boughtValue: row.bought_value,
  soldQuantity: row.sold_quantity,
  soldValue: row.sold_value,
  openedAt: Number(row.opened_at),
  changedAt: Number(row.changed_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
})

export type FillRecord = ChargeColumns &
  Readonly<{
    account_id: bigint
    order_id: string
    sequence: bigint
    instrument_id: string
    side: 'buy' | 'sell'
    price: bigint
    quantity: bigint
    notional: bigint
    resting: boolean
    trade_date: string
    settlement_date: string
    realised: bigint | null
    at: bigint
  }>

export const readFill = (row: FillRecord): Fill => ({
  accountId: String(row.account_id),
  orderId: row.order_id,
  instrumentId: row.instrument_id,
  sequence: Number(row.sequence),
  side: row.side,
  price: row.price,
  quantity: row.quantity,
  notional: row.notional,
  charges: readCharged(row),
  resting: row.resting,
  tradeDate: row.trade_date,
  settlementDate: row.settlement_date,
  realised: row.realised,
  at: Number(row.at),
})
