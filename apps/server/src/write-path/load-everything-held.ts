import type { Books } from '@rueda/rules/ledger/books.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import type { PoolClient } from 'pg'
import type { Command } from './command.ts'
import { type MarginPositionRecord, readMarginPosition } from './margin-rows.ts'
import { type OrderRecord, type PositionRecord, WALLET_COLUMNS, type WalletRecord, readOrder, readPosition } from './rows.ts'

/**
 * What a customer owns and has at stake, for decisions about how much more there may be: under the locks of the batch, so
 * that of two orders at the same moment the second sees the first. Few commands ask, and then few more rows are read.
 */
export async function loadEverythingHeld(
  client: PoolClient,
  commands: readonly Pick<Command<unknown>, 'accountId' | 'reads'>[],
  loaded: ReadonlyMap<string, Books>,
): Promise<void> {
  const accounts = [...new Set(commands.filter(({ reads }) => reads.everythingHeld === true).map(({ accountId }) => accountId))]
  if (accounts.length === 0) return
  const [wallets, positions, marginPositions, orders] = await Promise.all([
    client.query<WalletRecord>({ name: 'read-all-wallets', text: READ_WALLETS, values: [accounts] }),
    client.query<PositionRecord>({ name: 'read-all-positions', text: READ_POSITIONS, values: [accounts] }),
    client.query<MarginPositionRecord>({ name: 'read-all-margin', text: READ_MARGIN, values: [accounts] }),
    client.query<OrderRecord>({ name: 'read-all-openings', text: READ_OPENINGS, values: [accounts, openStatuses] }),
  ])
  for (const { account_id, ...wallet } of wallets.rows) loaded.get(String(account_id))?.wallets.set(wallet.type, wallet)
  for (const row of positions.rows) loaded.get(String(row.account_id))?.positions.set(row.instrument_id, readPosition(row))
  for (const row of marginPositions.rows) loaded.get(String(row.account_id))?.marginPositions.set(row.id, readMarginPosition(row))
  for (const row of orders.rows) loaded.get(String(row.account_id))?.orders.set(row.id, readOrder(row))
}

const READ_WALLETS = `select ${WALLET_COLUMNS} from wallets w where w.account_id = any($1::bigint[])`
const READ_POSITIONS = 'select * from positions where account_id = any($1::bigint[]) and closed_at is null'
const READ_MARGIN = 'select * from margin_positions where account_id = any($1::bigint[]) and closed_at is null'
const READ_OPENINGS = `
  select * from orders where account_id = any($1::bigint[]) and position_id is not null and margin_action = 'open' and status = any($2)`
