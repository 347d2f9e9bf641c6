import type { CloseReason, LiquidationStage, MarginPosition, MarginState } from '@rueda/rules/margin/position.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'

/** How a row of the positions on margin becomes a value of the rules. */
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
