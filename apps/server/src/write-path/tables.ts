import { type Charged, chargeKinds } from '@rueda/rules/fees/schedule.ts'
import type { Books } from '@rueda/rules/ledger/books.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type Message, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Transfer } from '@rueda/rules/transfers/transfer.ts'
import type { Wallet } from '@rueda/rules/wallets/wallet.ts'
import { chargeColumnOf } from './charge-columns.ts'
import { type Column, arrayLiteral } from './columns.ts'
import type { StoredAnswer } from './idempotency.ts'

/**
 * The tables of the books as the write path writes them, the counterpart of `rows.ts`. `key` finds a row, `fixed` is
 * written with it once, `changing` is what an update may change.
 */
const bytes = (hex: string): string => `\\x${hex}`

/** A column for each kind of charge; `charge-columns.ts` knows their names. */
const chargeColumns = <Row>(chargesOf: (row: Row) => Charged): readonly Column<Row>[] =>
  chargeKinds.map((kind) => [chargeColumnOf[kind], 'bigint', (row) => chargesOf(row)[kind] ?? 0n])

export const entryColumns: readonly Column<Entry>[] = [
  ['account_id', 'bigint', (entry) => entry.accountId],
  ['sequence', 'bigint', (entry) => entry.sequence],
  ['journal', 'text', (entry) => entry.journal],
  ['cause_kind', 'text', (entry) => entry.cause.kind],
  ['cause_id', 'text', (entry) => entry.cause.id],
  ['cause_step', 'bigint', (entry) => entry.cause.step],
  ['at', 'bigint', (entry) => entry.at],
  ['value_date', 'date', (entry) => entry.valueDate],
  ['accounts', 'text[]', (entry) => arrayLiteral(entry.lines, ({ account }) => account)],
  ['assets', 'text[]', (entry) => arrayLiteral(entry.lines, ({ asset }) => asset)],
  ['amounts', 'bigint[]', (entry) => arrayLiteral(entry.lines, ({ amount }) => amount)],
  ['balances_after', 'bigint[]', (entry) => arrayLiteral(entry.balancesAfter, (balance) => balance)],
  ['reversal_of', 'bigint', (entry) => entry.reversalOf ?? null],
  ['previous_hash', 'bytea', (entry) => bytes(entry.previousHash)],
  ['hash', 'bytea', (entry) => bytes(entry.hash)],
]

/** The books with the batch that changes them. */
type BooksOfBatch = Books & Readonly<{ batch: string }>
export const booksTable: Readonly<{ key: readonly Column<BooksOfBatch>[]; changing: readonly Column<BooksOfBatch>[] }> = {
  key: [['account_id', 'bigint', (books) => books.accountId]],
  changing: [
    ['sequence', 'bigint', (books) => books.sequence],
    ['head', 'bytea', (books) => bytes(books.headHash)],
    ['last_at', 'bigint', (books) => books.lastAt],
    ['open_orders', 'integer', (books) => books.openOrders],
    ['batch', 'uuid', (books) => books.batch],
  ],
}

export type OwnWallet = Readonly<{ accountId: string; wallet: Wallet }>
export const walletTable: Readonly<{ key: readonly Column<OwnWallet>[]; changing: readonly Column<OwnWallet>[] }> = {
  key: [
    ['account_id', 'bigint', ({ accountId }) => accountId],
    ['type', 'text', ({ wallet }) => wallet.type],
  ],
  changing: [
    ['cash', 'bigint', ({ wallet }) => wallet.cash],
    ['hold', 'bigint', ({ wallet }) => wallet.hold],
    ['margin', 'bigint', ({ wallet }) => wallet.margin],
    ['unsettled', 'bigint', ({ wallet }) => wallet.unsettled],
    ['settled_through', 'date', ({ wallet }) => wallet.settledThrough],
  ],
}

export type TableParts<Row> = Readonly<{ key: readonly Column<Row>[]; fixed: readonly Column<Row>[]; changing: readonly Column<Row>[] }>

export const positionTable: TableParts<Position> = {
  key: [
    ['account_id', 'bigint', (position) => position.accountId],
    ['id', 'uuid', (position) => position.id],
  ],
  fixed: [
    ['number', 'text', (position) => position.number],
    ['instrument_id', 'text', (position) => position.instrumentId],
    ['opened_at', 'bigint', (position) => position.openedAt],
  ],
  changing: [
    ['free', 'bigint', (position) => position.free],
    ['held', 'bigint', (position) => position.held],
    ['locked', 'bigint', (position) => position.locked],
    ['cost', 'bigint', (position) => position.cost],
    ['realised', 'bigint', (position) => position.realised],
    ['charges', 'bigint', (position) => position.charges],
    ['bought_quantity', 'bigint', (position) => position.boughtQuantity],
    ['bought_value', 'bigint', (position) => position.boughtValue],
    ['sold_quantity', 'bigint', (position) => position.soldQuantity],
    ['sold_value', 'bigint', (position) => position.soldValue],
    ['bought_on', 'date', (position) => position.boughtOn],
    ['bought_that_day', 'bigint', (position) => position.boughtThatDay],
    ['changed_at', 'bigint', (position) => position.changedAt],
    ['closed_at', 'bigint', (position) => position.closedAt],
  ],
}

export const marginPositionTable: TableParts<MarginPosition> = {
  key: [
    ['account_id', 'bigint', (position) => position.accountId],
    ['id', 'uuid', (position) => position.id],
  ],
  fixed: [
    ['number', 'text', (position) => position.number],
    ['instrument_id', 'text', (position) => position.instrumentId],
    ['wallet', 'text', (position) => position.wallet],
    ['side', 'text', (position) => position.side],
    ['leverage', 'integer', (position) => position.leverage],
    ['order_id', 'uuid', (position) => position.orderId],
    ['opened_at', 'bigint', (position) => position.openedAt],
  ],
  changing: [
    ['quantity', 'bigint', (position) => position.quantity],
    ['held', 'bigint', (position) => position.held],
    ['margin', 'bigint', (position) => position.margin],
    ['initial', 'bigint', (position) => position.requirement.initial],
    ['maintenance', 'bigint', (position) => position.requirement.maintenance],
    ['basis', 'bigint', (position) => position.basis],
    ['opened_quantity', 'bigint', (position) => position.openedQuantity],
    ['opened_value', 'bigint', (position) => position.openedValue],
    ['closed_quantity', 'bigint', (position) => position.closedQuantity],
    ['closed_value', 'bigint', (position) => position.closedValue],
    ['realised', 'bigint', (position) => position.realised],
    ['charges', 'bigint', (position) => position.charges],
    ['swap', 'bigint', (position) => position.swap],
    ['settled_through', 'date', (position) => position.settledThrough],
    ['rolled_through', 'date', (position) => position.rolledThrough],
    ['top_up_left', 'bigint', (position) => position.topUpLeft],
    ['liquidation', 'text', (position) => position.liquidation],
    ['liquidating_since', 'bigint', (position) => position.liquidatingSince],
    ['told_state', 'text', (position) => position.toldState],
    ['told_at', 'bigint', (position) => position.toldAt],
    ['close_reason', 'text', (position) => position.closeReason],
    ['changed_at', 'bigint', (position) => position.changedAt],
    ['closed_at', 'bigint', (position) => position.closedAt],
  ],
}

export const orderTable: TableParts<Order> = {
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
    ['last_trade_date', 'date', (order) => order.lastTradeDate],
    ['accepted_at', 'bigint', (order) => order.acceptedAt],
  ],
  changing: [
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

export const transferTable: TableParts<Transfer> = {
  key: [
    ['account_id', 'bigint', (transfer) => transfer.accountId],
    ['id', 'uuid', (transfer) => transfer.id],
  ],
  fixed: [
    ['number', 'text', (transfer) => transfer.number],
    ['from_wallet', 'text', (transfer) => transfer.from],
    ['to_wallet', 'text', (transfer) => transfer.to],
    ['amount', 'bigint', (transfer) => transfer.amount],
    ['received', 'bigint', (transfer) => transfer.received],
    ['mid', 'bigint', ({ exchange }) => exchange?.mid ?? null],
    ['mid_at', 'bigint', ({ exchange }) => exchange?.midAt ?? null],
    ['rate', 'bigint', ({ exchange }) => exchange?.rate ?? null],
    ['spread', 'bigint', ({ exchange }) => exchange?.spread ?? null],
    ['settles_at', 'bigint', ({ exchange }) => exchange?.settlesAt ?? null],
    ['started_at', 'bigint', (transfer) => transfer.startedAt],
  ],
  changing: [
    ['status', 'text', (transfer) => transfer.status],
    ['returned', 'bigint', ({ returned }) => returned?.amount ?? null],
    ['return_rate', 'bigint', ({ returned }) => returned?.rate ?? null],
    ['changed_at', 'bigint', (transfer) => transfer.changedAt],
  ],
}

export const fillColumns: readonly Column<Fill>[] = [
  ['account_id', 'bigint', (fill) => fill.accountId],
  ['order_id', 'uuid', (fill) => fill.orderId],
  ['position_id', 'uuid', (fill) => fill.positionId],
  ['sequence', 'bigint', (fill) => fill.sequence],
  ['instrument_id', 'text', (fill) => fill.instrumentId],
  ['side', 'text', (fill) => fill.side],
  ['price', 'bigint', (fill) => fill.price],
  ['quantity', 'bigint', (fill) => fill.quantity],
  ['notional', 'bigint', (fill) => fill.notional],
  ...chargeColumns<Fill>(({ charges }) => charges),
  ['resting', 'boolean', (fill) => fill.resting],
  ['trade_date', 'date', (fill) => fill.tradeDate],
  ['settlement_date', 'date', (fill) => fill.settlementDate],
  ['realised', 'bigint', (fill) => fill.realised],
  ['match_number', 'bigint', ({ match }) => match?.number ?? null],
  ['match_account_id', 'bigint', ({ match }) => match?.otherAccountId ?? null],
  ['match_order_id', 'uuid', ({ match }) => match?.otherOrderId ?? null],
  ['match_low', 'bigint', ({ match }) => match?.low ?? null],
  ['match_high', 'bigint', ({ match }) => match?.high ?? null],
  ['match_in_call', 'boolean', ({ match }) => match?.isCall ?? null],
  ['market_phase', 'text', ({ market }) => market?.phase ?? null],
  ['at_fixed_price', 'boolean', ({ market }) => market?.fixedPrice ?? null],
  ['band_low', 'bigint', ({ market }) => market?.low ?? null],
  ['band_high', 'bigint', ({ market }) => market?.high ?? null],
  ['at', 'bigint', (fill) => fill.at],
]

export const messageColumns: readonly Column<Message>[] = [
  ['account_id', 'bigint', (message) => message.accountId],
  ['id', 'uuid', (message) => message.id],
  ['type', 'text', (message) => typeOfMessage(message)],
  ['template', 'text', (message) => message.template],
  ['facts', 'json', (message) => JSON.stringify(message.facts)],
  ['link', 'text', (message) => message.link],
  ['created_at', 'bigint', (message) => message.createdAt],
]

export const orderEventColumns: readonly Column<OrderEvent>[] = [
  ['account_id', 'bigint', (event) => event.accountId],
  ['order_id', 'uuid', (event) => event.orderId],
  ['kind', 'text', (event) => event.kind],
  ['at', 'bigint', (event) => event.at],
  ['sequence', 'bigint', (event) => event.sequence],
  ['price', 'bigint', (event) => event.price],
  ['stop_price', 'bigint', (event) => event.stopPrice],
  ['quantity', 'bigint', (event) => event.quantity],
  ['growth', 'bigint', (event) => event.growth],
  ['previous_worst', 'bigint', (event) => event.previousWorst],
  ['reason', 'text', (event) => event.reason],
]

export const answerTable: TableParts<StoredAnswer> = {
  key: [
    ['account_id', 'bigint', (answer) => answer.accountId],
    ['path', 'text', (answer) => answer.path],
    ['key', 'text', (answer) => answer.key],
  ],
  fixed: [['body_hash', 'text', (answer) => answer.bodyHash]],
  changing: [
    ['answer', 'json', (answer) => JSON.stringify(answer.answer)],
    ['at', 'bigint', (answer) => answer.at],
  ],
}
