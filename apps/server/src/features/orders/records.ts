import type { SettlementName } from '@rueda/rules/markets/market.ts'
import type { CloseReason } from '@rueda/rules/margin/position.ts'
import {
  type EndReason,
  type MarginPurpose,
  type Order,
  type OrderOrigin,
  type OrderStatus,
  type OrderType,
  type TimeInForce,
  isWorking,
  openStatuses,
  relatedTo,
} from '@rueda/rules/orders/order.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { type ChargeColumns, chargeColumns, readCharged } from './charge-columns.ts'
import { type LotColumns, lotColumns, readLotChoice } from './lot-columns.ts'
import { type TableParts, heldByKey, loadingOf, lookup, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'

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
    block_firm: boolean | null
    block_lock_days: number | null
    origin: OrderOrigin | null
    robot_rental_id: string | null
    robot_slot_id: string | null
    pledge_id: string | null
  }> &
  LotColumns &
  Readonly<{
    fee_version: number
    fee_step: number
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
  block: row.block_firm === null ? null : { isFirm: row.block_firm, lockDays: row.block_lock_days ?? 0 },
  origin: row.origin,
  pledgeId: row.pledge_id,
  robot: row.robot_rental_id === null ? null : { rentalId: row.robot_rental_id, slotId: row.robot_slot_id ?? '' },
  lots: readLotChoice(row),
  sameDayNotional: row.same_day_notional,
  feeVersion: row.fee_version,
  feeStep: row.fee_step,
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

const orderTable: TableParts<Order> = {
  key: [
    ['account_id', 'bigint', (order) => order.accountId],
    ['id', 'uuid', (order) => order.id],
  ],
  fixed: [
    ['number', 'text', (order) => order.number],
    ['instrument_id', 'text', (order) => order.instrumentId],
    ['wallet', 'text', (order) => order.wallet],
    ['side', 'text', (order) => order.side],
    ['margin_action', 'text', ({ margin }) => margin?.action ?? null],
    ['position_id', 'uuid', ({ margin }) => margin?.positionId ?? null],
    ['leverage', 'integer', ({ margin }) => margin?.leverage ?? 1],
    ['close_reason', 'text', ({ margin }) => (margin?.action === 'close' ? margin.reason : null)],
    ['type', 'text', (order) => order.type],
    ['time_in_force', 'text', (order) => order.timeInForce],
    ['take_profit', 'bigint', (order) => order.takeProfit],
    ['stop_loss', 'bigint', (order) => order.stopLoss],
    ['sibling_id', 'uuid', (order) => order.siblingId],
    ['parent_id', 'uuid', (order) => order.parentId],
    ['split_from', 'uuid', (order) => order.splitFrom],
    ['settlement', 'text', (order) => order.settlement],
    ['block_firm', 'boolean', ({ block }) => block?.isFirm ?? null],
    ['block_lock_days', 'integer', ({ block }) => block?.lockDays ?? null],
    ['origin', 'text', (order) => order.origin],
    ['robot_rental_id', 'uuid', ({ robot }) => robot?.rentalId ?? null],
    ['robot_slot_id', 'uuid', ({ robot }) => robot?.slotId ?? null],
    ['pledge_id', 'uuid', (order) => order.pledgeId],
    ['fee_version', 'integer', (order) => order.feeVersion],
    ['fee_step', 'integer', (order) => order.feeStep],
    ['last_trade_date', 'date', (order) => order.lastTradeDate],
    ['accepted_at', 'bigint', (order) => order.acceptedAt],
  ],
  changing: [
    ...lotColumns<Order>(),
    ['limit_price', 'bigint', (order) => order.limitPrice],
    ['stop_price', 'bigint', (order) => order.stopPrice],
    ['trail_percent', 'bigint', (order) => order.trailPercent],
    ['trail_best', 'bigint', (order) => order.trailBest],
    ['take_profit_id', 'uuid', (order) => order.takeProfitId],
    ['stop_loss_id', 'uuid', (order) => order.stopLossId],
    ['amendments', 'integer', (order) => order.amendments],
    ['worst_price', 'bigint', (order) => order.worstPrice],
    ['quantity', 'bigint', (order) => order.quantity],
    ['hold_at_start', 'bigint', (order) => order.holdAtStart],
    ['filled_quantity', 'bigint', (order) => order.filledQuantity],
    ['filled_value', 'bigint', (order) => order.filledValue],
    ['filled_notional', 'bigint', (order) => order.filledNotional],
    ...chargeColumns<Order>(({ charged }) => charged),
    ['same_day_notional', 'bigint', (order) => order.sameDayNotional],
    ['held_cash', 'bigint', (order) => order.heldCash],
    ['held_quantity', 'bigint', (order) => order.heldQuantity],
    ['status', 'text', (order) => order.status],
    ['end_reason', 'text', (order) => order.endReason],
    ['venue_sequence', 'bigint', (order) => order.venueSequence],
    ['changed_at', 'bigint', (order) => order.changedAt],
  ],
}

const READ_ORDERS = `
  select o.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  join orders o on o.account_id = asked.account_id and o.id = asked.id`

const READ_OPENINGS = `
  select * from orders where account_id = any($1::bigint[]) and position_id is not null and margin_action = 'open'
  and status in (${openStatuses.map((status) => `'${status}'`).join(', ')})`

const loading = loadingOf<Order, OrderRecord>(orderKind, readOrder, { name: 'read-orders', text: READ_ORDERS, idsOf: relatedTo })
export const ordersById = lookup('read-orders', READ_ORDERS, loading, heldByKey(orderKind))
/** Working orders that open a position on margin. */
export const openingsOf = lookupOfAccount('read-openings', READ_OPENINGS, loading)

export const orders = storedKind(orderKind, {
  table: 'orders',
  isKept: isWorking,
  parts: orderTable,
  classes: {
    personal:
      'account_id id number instrument_id wallet side type time_in_force limit_price worst_price quantity filled_quantity filled_value filled_notional commission sec_fee taf hold_at_start held_cash held_quantity status end_reason last_trade_date venue_sequence accepted_at changed_at stop_price trail_percent trail_best take_profit stop_loss take_profit_id stop_loss_id sibling_id parent_id amendments margin_action position_id leverage close_reason market_fee vat transaction_tax split_from settlement same_day_notional block_firm block_lock_days origin robot_rental_id robot_slot_id pledge_id lot_method lot_chosen fee_version fee_step',
  },
})
