import { type Charged, chargeKinds } from '@rueda/rules/fees/schedule.ts'
import type { SettlementName } from '@rueda/rules/markets/market.ts'
import type { OrderEvent, OrderEventKind } from '@rueda/rules/orders/events.ts'
import type { CustomerMatch, MarketPhase } from '@rueda/rules/orders/circumstances.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { CloseReason } from '@rueda/rules/margin/position.ts'
import type { EndReason, MarginPurpose, Order, OrderStatus, OrderType, TimeInForce } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Transfer, TransferStatus } from '@rueda/rules/transfers/transfer.ts'
import type { Wallet, WalletType } from '@rueda/rules/wallets/wallet.ts'
import { type ChargeColumns, chargeColumnOf } from './charge-columns.ts'

/** How the tables of the books read: the one place where a row becomes a value of the rules. */
export type OrderRecord = ChargeColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    instrument_id: string
    wallet: WalletType
    margin_action: MarginPurpose['action'] | null
    position_id: string | null
    leverage: number
    close_reason: CloseReason | null
    side: 'buy' | 'sell'
    type: OrderType
    time_in_force: TimeInForce
    limit_price: bigint | null
    stop_price: bigint | null
    trail_percent: bigint | null
    trail_best: bigint | null
    take_profit: bigint | null
    stop_loss: bigint | null
    take_profit_id: string | null
    stop_loss_id: string | null
    sibling_id: string | null
    parent_id: string | null
    split_from: string | null
    settlement: SettlementName | null
    same_day_notional: bigint
    amendments: number
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

export const readCharged = (row: ChargeColumns): Charged => Object.fromEntries(chargeKinds.map((kind) => [kind, row[chargeColumnOf[kind]]]))

export const readOrder = (row: OrderRecord): Order => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  wallet: row.wallet,
  side: row.side,
  margin: readPurpose(row),
  type: row.type,
  timeInForce: row.time_in_force,
  limitPrice: row.limit_price,
  stopPrice: row.stop_price,
  trailPercent: row.trail_percent,
  trailBest: row.trail_best,
  takeProfit: row.take_profit,
  stopLoss: row.stop_loss,
  takeProfitId: row.take_profit_id,
  stopLossId: row.stop_loss_id,
  siblingId: row.sibling_id,
  parentId: row.parent_id,
  splitFrom: row.split_from,
  settlement: row.settlement,
  sameDayNotional: row.same_day_notional,
  amendments: row.amendments,
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

function readPurpose({ margin_action, position_id, leverage, close_reason }: OrderRecord): MarginPurpose | null {
  if (margin_action === null || position_id === null) return null
  if (margin_action === 'open') return { action: 'open', positionId: position_id, leverage }
  return { action: 'close', positionId: position_id, leverage, reason: close_reason ?? 'CUSTOMER' }
}

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
  bought_on: string | null
  bought_that_day: bigint
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
  boughtOn: row.bought_on,
  boughtThatDay: row.bought_that_day,
  openedAt: Number(row.opened_at),
  changedAt: Number(row.changed_at),
  closedAt: row.closed_at === null ? null : Number(row.closed_at),
})

export type FillRecord = ChargeColumns &
  Readonly<{
    account_id: bigint
    order_id: string
    position_id: string | null
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
  }> &
  MatchColumns &
  MarketColumns

/** Of a trade between customers all of them, of every other none. */
type MatchColumns =
  | Readonly<{
      match_number: bigint
      match_account_id: bigint
      match_order_id: string
      match_low: bigint
      match_high: bigint
      match_in_call: boolean
    }>
  | Readonly<{ match_number: null }>

type MarketColumns =
  | Readonly<{ market_phase: MarketPhase; at_fixed_price: boolean; band_low: bigint | null; band_high: bigint | null }>
  | Readonly<{ market_phase: null }>

export const readFill = (row: FillRecord): Fill => ({
  accountId: String(row.account_id),
  orderId: row.order_id,
  positionId: row.position_id,
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
  match: readMatch(row),
  market:
    row.market_phase === null ? null : { phase: row.market_phase, fixedPrice: row.at_fixed_price, low: row.band_low, high: row.band_high },
  at: Number(row.at),
})

const readMatch = (row: MatchColumns): CustomerMatch | null =>
  row.match_number === null
    ? null
    : {
        number: Number(row.match_number),
        otherAccountId: String(row.match_account_id),
        otherOrderId: row.match_order_id,
        low: row.match_low,
        high: row.match_high,
        isCall: row.match_in_call,
      }

/** The five values of an exchange stand together or not at all. */
type ExchangeColumns =
  | Readonly<{ mid: bigint; mid_at: bigint; rate: bigint; spread: bigint; settles_at: bigint }>
  | Readonly<{ mid: null; mid_at: null; rate: null; spread: null; settles_at: null }>

export type TransferRecord = ExchangeColumns &
  Readonly<{
    account_id: bigint
    id: string
    number: string
    from_wallet: WalletType
    to_wallet: WalletType
    amount: bigint
    received: bigint
    status: TransferStatus
    returned: bigint | null
    return_rate: bigint | null
    started_at: bigint
    changed_at: bigint
  }>

export const readTransfer = (row: TransferRecord): Transfer => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  from: row.from_wallet,
  to: row.to_wallet,
  amount: row.amount,
  received: row.received,
  exchange:
    row.mid === null
      ? null
      : { mid: row.mid, midAt: Number(row.mid_at), rate: row.rate, spread: row.spread, settlesAt: Number(row.settles_at) },
  status: row.status,
  returned: row.returned === null ? null : { amount: row.returned, rate: row.return_rate },
  startedAt: Number(row.started_at),
  changedAt: Number(row.changed_at),
})

export type OrderEventRecord = Readonly<{
  account_id: bigint
  order_id: string
  kind: OrderEventKind
  at: bigint
  sequence: bigint | null
  price: bigint | null
  stop_price: bigint | null
  quantity: bigint | null
  growth: bigint | null
  previous_worst: bigint | null
  reason: EndReason | null
}>

export const readOrderEvent = (row: OrderEventRecord): OrderEvent => ({
  accountId: String(row.account_id),
  orderId: row.order_id,
  kind: row.kind,
  at: Number(row.at),
  sequence: row.sequence === null ? null : Number(row.sequence),
  price: row.price,
  stopPrice: row.stop_price,
  quantity: row.quantity,
  growth: row.growth,
  previousWorst: row.previous_worst,
  reason: row.reason,
})

export type WalletRecord = Wallet & Readonly<{ account_id: bigint }>
/** A wallet reads as it is written here; `w` is its table. */
export const WALLET_COLUMNS =
  'w.account_id, w.type, w.currency, w.cash, w.hold, w.margin, w.unsettled, w.settled_through as "settledThrough"'
