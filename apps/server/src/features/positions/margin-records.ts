import type { CloseReason, LiquidationStage, MarginPosition, MarginState } from '@rueda/rules/margin/position.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { type TableParts, heldByKey, loadingOf, lookup, lookupOfAccount, storedKind } from '../../write-path/record-kind.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'

export type MarginPositionRecord = Readonly<{
  account_id: bigint
  id: string
  number: string
  instrument_id: string
  wallet: WalletType
  side: 'buy' | 'sell'
  leverage: number
  order_id: string
  quantity: bigint
  held: bigint
  margin: bigint
  initial: bigint
  maintenance: bigint
  basis: bigint
  opened_quantity: bigint
  opened_value: bigint
  closed_quantity: bigint
  closed_value: bigint
  realised: bigint
  charges: bigint
  swap: bigint
  settled_through: CalendarDate | null
  rolled_through: CalendarDate | null
  top_up_left: bigint | null
  liquidation: LiquidationStage
  liquidating_since: bigint | null
  told_state: MarginState
  told_at: bigint | null
  close_reason: CloseReason | null
  opened_at: bigint
  changed_at: bigint
  closed_at: bigint | null
}>

export const readMarginPosition = (row: MarginPositionRecord): MarginPosition => ({
  id: row.id,
  number: row.number,
  accountId: String(row.account_id),
  instrumentId: row.instrument_id,
  wallet: row.wallet,
  side: row.side,
  leverage: row.leverage,
  orderId: row.order_id,
  quantity: row.quantity,
  held: row.held,
  margin: row.margin,
  requirement: { initial: row.initial, maintenance: row.maintenance },
  basis: row.basis,
  openedQuantity: row.opened_quantity,
  openedValue: row.opened_value,
  closedQuantity: row.closed_quantity,
  closedValue: row.closed_value,
  realised: row.realised,
  charges: row.charges,
  swap: row.swap,
  settledThrough: row.settled_through,
  rolledThrough: row.rolled_through,
  topUpLeft: row.top_up_left,
  liquidation: row.liquidation,
  liquidatingSince: momentOf(row.liquidating_since),
  toldState: row.told_state,
  toldAt: momentOf(row.told_at),
  closeReason: row.close_reason,
  openedAt: Number(row.opened_at),
  changedAt: Number(row.changed_at),
  closedAt: momentOf(row.closed_at),
})

const momentOf = (value: bigint | null): number | null => (value === null ? null : Number(value))

const marginPositionTable: TableParts<MarginPosition> = {
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

const MARGIN_POSITION = `
  cross join lateral (select * from margin_positions where account_id = asked.account_id and id = asked.id limit 1) p`
const READ_MARGIN_POSITIONS = `select p.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id) ${MARGIN_POSITION}`
const READ_MARGIN_OF_ORDERS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
  cross join lateral (
    select account_id, position_id as id from orders where account_id = wanted.account_id and id = wanted.id limit 1) asked ${MARGIN_POSITION}`
const READ_ALL_OPEN = 'select * from margin_positions where account_id = any($1::bigint[]) and closed_at is null'

const loading = loadingOf(marginPositionKind, readMarginPosition)
export const marginPositionsById = lookup('read-margin-positions', READ_MARGIN_POSITIONS, loading, heldByKey(marginPositionKind))
export const marginPositionsOfOrders = lookup('read-margin-of-orders', READ_MARGIN_OF_ORDERS, loading, (state, orderId) => {
  const order = orderKind.of(state).get(orderId)
  return order !== undefined && (order.margin === null || marginPositionKind.of(state).has(order.margin.positionId))
})
export const openMarginPositionsOf = lookupOfAccount('read-all-margin-positions', READ_ALL_OPEN, loading)

export const marginPositions = storedKind(marginPositionKind, {
  table: 'margin_positions',
  isKept: ({ closedAt }) => closedAt === null,
  parts: marginPositionTable,
  classes: {
    personal:
      'account_id id number instrument_id wallet side leverage order_id quantity held margin initial maintenance basis opened_quantity opened_value closed_quantity closed_value realised charges swap settled_through rolled_through top_up_left liquidation liquidating_since told_state told_at close_reason opened_at changed_at closed_at',
  },
})
