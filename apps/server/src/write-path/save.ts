import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Changes } from './changes.ts'
import { type Column, arraysOf, copyLines, unnested } from './columns.ts'
import { copyIn } from './copy.ts'
import { arrivalColumns, depositTable } from './deposit-rows.ts'
import {
  answerTable,
  booksTable,
  entryColumns,
  fillColumns,
  marginPositionTable,
  messageColumns,
  orderEventColumns,
  orderTable,
  positionTable,
  transferTable,
  walletTable,
} from './tables.ts'
import { withdrawalEventColumns, withdrawalTable } from './withdrawal-rows.ts'

/** What a batch changed, when, and the id under which it is found again. */
type SavedBatch = Readonly<{ changes: Changes; now: Instant; id: string }>

/**
 * Writes a batch set by set and commits it: new rows by COPY, changed rows by one update a table. All statements go
 * out together and PostgreSQL works through them while nobody waits; when one fails, the commit behind it undoes the
 * batch.
 */
export async function saveBatch(client: PoolClient, { changes, now, id }: SavedBatch): Promise<void> {
  const { orders, positions, transfers, deposits, withdrawals, marginPositions, answers } = changes
  const sent = [
    updateBooks(
      client,
      [...changes.books.values()].map((books) => ({ ...books, batch: id })),
    ),
    updateWallets(client, [...changes.wallets.values()]),
    // A position that closes makes room for the next one in its instrument, so changes come before what is new.
    updatePositions(client, valuesWithout(positions.all, positions.added)),
    updateMarginPositions(client, valuesWithout(marginPositions.all, marginPositions.added)),
    updateOrders(client, valuesWithout(orders.all, orders.added)),
    updateTransfers(client, valuesWithout(transfers.all, transfers.added)),
    updateWithdrawals(client, valuesWithout(withdrawals.all, withdrawals.added)),
    updateDeposits(client, valuesWithout(deposits.all, deposits.added)),
    freezeBooks(client, changes.frozen, now),
    updateAnswers(client, valuesWithout(answers.all, answers.added)),
    insertEntries(client, changes.entries),
    insertPositions(client, valuesOf(positions.all, positions.added)),
    insertMarginPositions(client, valuesOf(marginPositions.all, marginPositions.added)),
    insertOrders(client, valuesOf(orders.all, orders.added)),
    insertTransfers(client, valuesOf(transfers.all, transfers.added)),
    insertWithdrawals(client, valuesOf(withdrawals.all, withdrawals.added)),
    insertWithdrawalEvents(client, changes.withdrawalEvents),
    insertDeposits(client, valuesOf(deposits.all, deposits.added)),
    insertArrivals(client, changes.arrivals),
    insertFills(client, changes.fills),
    insertMessages(client, changes.messages),
    insertOrderEvents(client, changes.orderEvents),
    insertAnswers(client, valuesOf(answers.all, answers.added)),
  ]
  const committed = client.query('commit')
  await Promise.all([...sent, committed])
  const { command } = await committed
  if (command !== 'COMMIT') throw new Error(`the batch ended with ${command}`)
}

const valuesOf = <Row>(all: ReadonlyMap<string, Row>, keys: ReadonlySet<string>): Row[] =>
  [...all].flatMap(([key, row]) => (keys.has(key) ? [row] : []))
const valuesWithout = <Row>(all: ReadonlyMap<string, Row>, keys: ReadonlySet<string>): Row[] =>
  [...all].flatMap(([key, row]) => (keys.has(key) ? [] : [row]))

type Saving<Row> = (client: PoolClient, rows: readonly Row[]) => Promise<unknown>
const nothing = Promise.resolve()

function inserting<Row>(table: string, columns: readonly Column<Row>[]): Saving<Row> {
  const text = `copy ${table} (${columns.map(([name]) => name).join(', ')}) from stdin`
  return (client, rows) => (rows.length === 0 ? nothing : copyIn(client, text, copyLines(columns, rows)))
}

function updating<Row>(
  table: string,
  { key, changing }: Readonly<{ key: readonly Column<Row>[]; changing: readonly Column<Row>[] }>,
): Saving<Row> {
  const columns = [...key, ...changing]
  const set = changing.map(([name]) => `${name} = row.${name}`).join(', ')
  const where = key.map(([name]) => `${table}.${name} = row.${name}`).join(' and ')
  const text = `update ${table} set ${set} from ${unnested(columns)} where ${where}`
  return (client, rows) => (rows.length === 0 ? nothing : client.query({ name: `update-${table}`, text, values: arraysOf(columns, rows) }))
}

const updateBooks = updating('books', booksTable)
const updateWallets = updating('wallets', walletTable)
const updatePositions = updating('positions', positionTable)
const updateMarginPositions = updating('margin_positions', marginPositionTable)
const updateOrders = updating('orders', orderTable)
const updateTransfers = updating('transfers', transferTable)
const updateWithdrawals = updating('withdrawals', withdrawalTable)
const updateDeposits = updating('deposits', depositTable)
// Only a body without a key may be answered anew, after the two seconds of a double tap.
const updateAnswers = updating('idempotency', answerTable)

const insertEntries = inserting('entries', entryColumns)
const insertFills = inserting('fills', fillColumns)
const insertOrderEvents = inserting('order_events', orderEventColumns)
/** Also for an event outside the write path, in the transaction of that event. */
export const insertMessages = inserting('messages', messageColumns)
const insertPositions = inserting('positions', [...positionTable.key, ...positionTable.fixed, ...positionTable.changing])
const insertMarginPositions = inserting('margin_positions', [
  ...marginPositionTable.key,
  ...marginPositionTable.fixed,
  ...marginPositionTable.changing,
])
const insertOrders = inserting('orders', [...orderTable.key, ...orderTable.fixed, ...orderTable.changing])
const insertTransfers = inserting('transfers', [...transferTable.key, ...transferTable.fixed, ...transferTable.changing])
const insertWithdrawals = inserting('withdrawals', [...withdrawalTable.key, ...withdrawalTable.fixed, ...withdrawalTable.changing])
const insertWithdrawalEvents = inserting('withdrawal_events', withdrawalEventColumns)
const insertDeposits = inserting('deposits', [...depositTable.key, ...depositTable.fixed, ...depositTable.changing])
const insertArrivals = inserting('deposit_arrivals', arrivalColumns)
const insertAnswers = inserting('idempotency', [...answerTable.key, ...answerTable.fixed, ...answerTable.changing])

/** An account that is frozen already stays frozen since then. */
const freezeBooks = (client: PoolClient, accounts: ReadonlySet<string>, now: Instant): Promise<unknown> =>
  accounts.size === 0 ? nothing : client.query({ name: 'freeze-books', text: FREEZE_BOOKS, values: [[...accounts], now] })
const FREEZE_BOOKS = 'update books set frozen_at = coalesce(frozen_at, $2) where account_id = any($1::bigint[])'
