import type { Books } from '@rueda/rules/ledger/books.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Order } from '@rueda/rules/orders/order.ts'
import type { Position } from '@rueda/rules/positions/position.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Wallet } from '@rueda/rules/wallets/wallet.ts'
import type { PoolClient } from 'pg'
import type { Changes } from './batch.ts'
import type { StoredAnswer } from './idempotency.ts'
import { chargeColumns } from './rows.ts'

/**
 * Writes a batch set by set: one statement per table, its rows as one JSON value, so that a batch of five hundred
 * costs as many round trips as a batch of one. Answers with the outbox row of the batch.
 */
export async function saveBatch(client: PoolClient, changes: Changes, now: Instant): Promise<bigint | null> {
  await write(client, 'save-entries', SAVE_ENTRIES, changes.entries.map(entryRow))
  await write(client, 'save-books', SAVE_BOOKS, [...changes.books.values()].map(booksRow))
  await write(client, 'save-wallets', SAVE_WALLETS, [...changes.wallets.values()].map(walletRow))
  await write(client, 'save-positions', SAVE_POSITIONS, [...changes.positions.values()].map(positionRow))
  await write(client, 'save-orders', SAVE_ORDERS, [...changes.orders.values()].map(orderRow))
  await write(client, 'save-fills', SAVE_FILLS, changes.fills.map(fillRow))
  await write(client, 'save-answers', SAVE_ANSWERS, changes.answers.map(answerRow))
  return saveEvents(client, changes, now)
}

async function write(client: PoolClient, name: string, text: string, rows: readonly object[]): Promise<void> {
  if (rows.length > 0) await client.query({ name, text, values: [JSON.stringify(rows)] })
}

const SAVE_ENTRIES = `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
                       accounts, assets, amounts, balances_after, reversal_of, previous_hash, hash)
  select account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
         accounts, assets, amounts, balances_after, reversal_of, decode(previous_hash, 'hex'), decode(hash, 'hex')
  from json_to_recordset($1::json) as row (
    account_id bigint, sequence bigint, journal text, cause_kind text, cause_id text, cause_step bigint, at bigint, value_date date,
    accounts text[], assets text[], amounts bigint[], balances_after bigint[], reversal_of bigint, previous_hash text, hash text)`

const SAVE_BOOKS = `
  update books set sequence = row.sequence, head = decode(row.head, 'hex'), last_at = row.last_at,
                   open_orders = row.open_orders, settled_through = row.settled_through
  from json_to_recordset($1::json) as row (
    account_id bigint, sequence bigint, head text, last_at bigint, open_orders integer, settled_through date)
  where books.account_id = row.account_id`

const SAVE_WALLETS = `
  update wallets set cash = row.cash, hold = row.hold, margin = row.margin, unsettled = row.unsettled
  from json_to_recordset($1::json) as row (account_id bigint, type text, cash bigint, hold bigint, margin bigint, unsettled bigint)
  where wallets.account_id = row.account_id and wallets.type = row.type`

const POSITION_COLUMNS = `account_id bigint, id uuid, number text, instrument_id text, free bigint, held bigint, locked bigint, cost bigint,
  realised bigint, charges bigint, bought_quantity bigint, bought_value bigint, sold_quantity bigint, sold_value bigint,
  opened_at bigint, changed_at bigint, closed_at bigint`
const SAVE_POSITIONS = `
  insert into positions select * from json_to_recordset($1::json) as row (${POSITION_COLUMNS})
  on conflict (account_id, id) do update set
    free = excluded.free, held = excluded.held, locked = excluded.locked, cost = excluded.cost, realised = excluded.realised,
    charges = excluded.charges, bought_quantity = excluded.bought_quantity, bought_value = excluded.bought_value,
    sold_quantity = excluded.sold_quantity, sold_value = excluded.sold_value,
    changed_at = excluded.changed_at, closed_at = excluded.closed_at`

const ORDER_COLUMNS = `account_id bigint, id uuid, number text, instrument_id text, wallet text, side text, type text, time_in_force text,
  limit_price bigint, worst_price bigint, quantity bigint, filled_quantity bigint, filled_value bigint, filled_notional bigint,
  commission bigint, sec_fee bigint, taf bigint, hold_at_start bigint, held_cash bigint, held_quantity bigint, status text, end_reason text,
  last_trade_date date, venue_sequence bigint, accepted_at bigint, changed_at bigint`
const SAVE_ORDERS = `
  insert into orders select * from json_to_recordset($1::json) as row (${ORDER_COLUMNS})
  on conflict (account_id, id) do update set
    filled_quantity = excluded.filled_quantity, filled_value = excluded.filled_value, filled_notional = excluded.filled_notional,
    commission = excluded.commission, sec_fee = excluded.sec_fee, taf = excluded.taf,
    held_cash = excluded.held_cash, held_quantity = excluded.held_quantity, status = excluded.status, end_reason = excluded.end_reason,
    venue_sequence = excluded.venue_sequence, changed_at = excluded.changed_at`

const SAVE_FILLS = `
  insert into fills select * from json_to_recordset($1::json) as row (
    account_id bigint, order_id uuid, sequence bigint, instrument_id text, side text, price bigint, quantity bigint, notional bigint,
    commission bigint, sec_fee bigint, taf bigint, resting boolean, trade_date date, settlement_date date, realised bigint, at bigint)`

// Only a body without a key may be answered anew, after the two seconds of a double tap.
const SAVE_ANSWERS = `
  insert into idempotency select * from json_to_recordset($1::json) as row (
    account_id bigint, path text, key text, body_hash text, answer jsonb, at bigint)
  on conflict (account_id, path, key) do update set answer = excluded.answer, at = excluded.at`

const text = (value: bigint | null): string | null => (value === null ? null : value.toString())

const entryRow = (entry: Entry): object => ({
  account_id: entry.accountId,
  sequence: entry.sequence,
  journal: entry.journal,
  cause_kind: entry.cause.kind,
  cause_id: entry.cause.id,
  cause_step: entry.cause.step,
  at: entry.at,
  value_date: entry.valueDate,
  accounts: entry.lines.map(({ account }) => account),
  assets: entry.lines.map(({ asset }) => asset),
  amounts: entry.lines.map(({ amount }) => text(amount)),
  balances_after: entry.balancesAfter.map(text),
  reversal_of: entry.reversalOf ?? null,
  previous_hash: entry.previousHash,
  hash: entry.hash,
})

const booksRow = (books: Books): object => ({
  account_id: books.accountId,
  sequence: books.sequence,
  head: books.headHash,
  last_at: books.lastAt,
  open_orders: books.openOrders,
  settled_through: books.settledThrough,
})

const walletRow = ({ accountId, wallet }: Readonly<{ accountId: string; wallet: Wallet }>): object => ({
  account_id: accountId,
  type: wallet.type,
  cash: text(wallet.cash),
  hold: text(wallet.hold),
  margin: text(wallet.margin),
  unsettled: text(wallet.unsettled),
})

const positionRow = (position: Position): object => ({
  account_id: position.accountId,
  id: position.id,
  number: position.number,
  instrument_id: position.instrumentId,
  free: text(position.free),
  held: text(position.held),
  locked: text(position.locked),
  cost: text(position.cost),
  realised: text(position.realised),
  charges: text(position.charges),
  bought_quantity: text(position.boughtQuantity),
  bought_value: text(position.boughtValue),
  sold_quantity: text(position.soldQuantity),
  sold_value: text(position.soldValue),
  opened_at: position.openedAt,
  changed_at: position.changedAt,
  closed_at: position.closedAt,
})

const orderRow = (order: Order): object => ({
  account_id: order.accountId,
  id: order.id,
  number: order.number,
  instrument_id: order.instrumentId,
  wallet: order.wallet,
  side: order.side,
  type: order.type,
  time_in_force: order.timeInForce,
  limit_price: text(order.limitPrice),
  worst_price: text(order.worstPrice),
  quantity: text(order.quantity),
  filled_quantity: text(order.filledQuantity),
  filled_value: text(order.filledValue),
  filled_notional: text(order.filledNotional),
  ...chargeColumns(order.charged),
  hold_at_start: text(order.holdAtStart),
  held_cash: text(order.heldCash),
  held_quantity: text(order.heldQuantity),
  status: order.status,
  end_reason: order.endReason,
  last_trade_date: order.lastTradeDate,
  venue_sequence: order.venueSequence,
  accepted_at: order.acceptedAt,
  changed_at: order.changedAt,
})

const fillRow = (fill: Fill): object => ({
  account_id: fill.accountId,
  order_id: fill.orderId,
  sequence: fill.sequence,
  instrument_id: fill.instrumentId,
  side: fill.side,
  price: text(fill.price),
  quantity: text(fill.quantity),
  notional: text(fill.notional),
  ...chargeColumns(fill.charges),
  resting: fill.resting,
  trade_date: fill.tradeDate,
  settlement_date: fill.settlementDate,
  realised: text(fill.realised),
  at: fill.at,
})

const answerRow = (answer: StoredAnswer): object => ({
  account_id: answer.accountId,
  path: answer.path,
  key: answer.key,
  body_hash: answer.bodyHash,
  answer: answer.answer,
  at: answer.at,
})

/** One outbox row a batch: what changed by id, so that whoever tells the world can read it again after a crash. */
async function saveEvents(client: PoolClient, changes: Changes, now: Instant): Promise<bigint | null> {
  const events = [
    ...[...changes.orders.values()].map((order) => ({ kind: 'order', accountId: order.accountId, id: order.id })),
    ...[...changes.positions.values()].map((position) => ({ kind: 'position', accountId: position.accountId, id: position.id })),
    ...[...changes.wallets.values()].map(({ accountId, wallet }) => ({ kind: 'wallet', accountId, id: wallet.type })),
  ]
  if (events.length === 0) return null
  const { rows } = await client.query<{ id: bigint }>({ name: 'save-events', text: SAVE_EVENTS, values: [JSON.stringify(events), now] })
  return rows[0]?.id ?? null
}
const SAVE_EVENTS = 'insert into outbox (events, at) values ($1::jsonb, $2::bigint) returning id'
