import type { Books } from '@rueda/rules/ledger/books.ts'
import { relatedTo } from '@rueda/rules/orders/order.ts'
import type { PoolClient } from 'pg'
import type { Command } from './command.ts'
import { type StoredAnswer, answerKey, keyOf } from './idempotency.ts'
import { READ_DEPOSITS, READ_OPEN_DEPOSITS, type DepositRecord, readDeposit } from './deposit-rows.ts'
import { loadEverythingHeld } from './load-everything-held.ts'
import { type MarginPositionRecord, readMarginPosition } from './margin-rows.ts'
import {
  type OrderRecord,
  type PositionRecord,
  type TransferRecord,
  WALLET_COLUMNS,
  type WalletRecord,
  readOrder,
  readPosition,
  readTransfer,
} from './rows.ts'
import {
  type CardRecord,
  READ_CARDS,
  READ_RECENT_WITHDRAWALS,
  READ_WITHDRAWALS,
  type WithdrawalRecord,
  readCard,
  readWithdrawal,
} from './withdrawal-rows.ts'

type Asking = Pick<Command<unknown>, 'accountId' | 'reads' | 'idempotency'>

/** The books a batch works on, as they are under its locks. */
export type Loaded = Readonly<{ books: Map<string, Books>; answers: Map<string, StoredAnswer> }>

/**
 * Locks the books of all accounts in the batch in one order, so that two transactions never wait for each other, and
 * reads what the commands asked for. Whoever changes anything of a customer holds this lock; nothing else is locked.
 */
export async function loadBooks(client: PoolClient, commands: readonly Asking[], access: 'lock' | 'snapshot' = 'lock'): Promise<Loaded> {
  const accounts = [...new Set(commands.map(({ accountId }) => accountId))]
  const asked = collect(commands)
  const bookQuery = { name: `${access}-books`, text: access === 'lock' ? `${READ_BOOKS} for update` : READ_BOOKS, values: [accounts] }
  const [
    books,
    wallets,
    orders,
    positions,
    positionsOfOrders,
    transfers,
    deposits,
    openDeposits,
    withdrawals,
    recentWithdrawals,
    cards,
    marginPositions,
    marginOfOrders,
    answers,
  ] = await Promise.all([
    client.query<BooksRecord>(bookQuery),
    queryPairs<WalletRecord>(client, 'read-wallets', READ_WALLETS, asked.wallets),
    queryPairs<OrderRecord>(client, 'read-orders', READ_ORDERS, asked.orders),
    queryPairs<PositionRecord>(client, 'read-positions', READ_POSITIONS, asked.instruments),
    queryPairs<PositionRecord>(client, 'read-positions-of-orders', READ_POSITIONS_OF_ORDERS, asked.orders),
    queryPairs<TransferRecord>(client, 'read-transfers', READ_TRANSFERS, asked.transfers),
    queryPairs<DepositRecord>(client, 'read-deposits', READ_DEPOSITS, asked.deposits),
    queryPairs<DepositRecord>(client, 'read-open-deposits', READ_OPEN_DEPOSITS, asked.depositChannels),
    queryPairs<WithdrawalRecord>(client, 'read-withdrawals', READ_WITHDRAWALS, asked.withdrawals),
    queryPairs<WithdrawalRecord>(client, 'read-recent-withdrawals', READ_RECENT_WITHDRAWALS, asked.withdrawalsSince),
    queryPairs<CardRecord>(client, 'read-cards', READ_CARDS, asked.cards),
    queryPairs<MarginPositionRecord>(client, 'read-margin-positions', READ_MARGIN_POSITIONS, asked.marginPositions),
    queryPairs<MarginPositionRecord>(client, 'read-margin-of-orders', READ_MARGIN_OF_ORDERS, asked.orders),
    readAnswers(client, commands),
  ])
  const loaded = new Map(books.rows.map((row) => [String(row.account_id), readBooks(row)]))
  for (const { account_id, ...wallet } of wallets) loaded.get(String(account_id))?.wallets.set(wallet.type, wallet)
  for (const row of orders) loaded.get(String(row.account_id))?.orders.set(row.id, readOrder(row))
  await loadRelated(client, loaded)
  await loadEverythingHeld(client, commands, loaded)
  for (const row of [...positions, ...positionsOfOrders])
    loaded.get(String(row.account_id))?.positions.set(row.instrument_id, readPosition(row))
  for (const row of transfers) loaded.get(String(row.account_id))?.transfers.set(row.id, readTransfer(row))
  for (const row of [...deposits, ...openDeposits]) loaded.get(String(row.account_id))?.deposits.set(row.id, readDeposit(row))
  for (const row of [...withdrawals, ...recentWithdrawals]) loaded.get(String(row.account_id))?.withdrawals.set(row.id, readWithdrawal(row))
  for (const row of cards) loaded.get(String(row.account_id))?.cards.set(row.id, readCard(row))
  for (const row of [...marginPositions, ...marginOfOrders])
    loaded.get(String(row.account_id))?.marginPositions.set(row.id, readMarginPosition(row))
  return { books: loaded, answers }
}

/** Orders that stand or fall with one that was read; most have none, and then nothing is asked. */
async function loadRelated(client: PoolClient, loaded: ReadonlyMap<string, Books>): Promise<void> {
  const missing = distinctPairs()
  for (const { accountId, orders } of loaded.values())
    for (const order of orders.values()) for (const id of relatedTo(order)) if (!orders.has(id)) missing.add(accountId, id)
  const rows = await queryPairs<OrderRecord>(client, 'read-orders', READ_ORDERS, missing)
  for (const row of rows) loaded.get(String(row.account_id))?.orders.set(row.id, readOrder(row))
}

type BooksRecord = Readonly<{
  account_id: bigint
  sequence: bigint
  head: string
  last_at: bigint
  open_orders: number
  frozen_at: bigint | null
}>
const READ_BOOKS = `
  select account_id, sequence, encode(head, 'hex') as head, last_at, open_orders, frozen_at
  from books where account_id = any($1::bigint[]) order by account_id`
// Each row is looked up by itself: `lateral … limit 1` leaves the planner no other way, whatever it believes of the tables.
const READ_WALLETS = `
  select ${WALLET_COLUMNS}
  from unnest($1::bigint[], $2::text[]) as asked (account_id, type)
  cross join lateral (select * from wallets where account_id = asked.account_id and type = asked.type limit 1) w`
const READ_ORDERS = `
  select o.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from orders where account_id = asked.account_id and id = asked.id limit 1) o`
const OPEN_POSITION = `
  cross join lateral (
    select * from positions where account_id = asked.account_id and instrument_id = asked.instrument_id and closed_at is null limit 1) p`
const READ_POSITIONS = `
  select p.* from unnest($1::bigint[], $2::text[]) as asked (account_id, instrument_id) ${OPEN_POSITION}`
const READ_POSITIONS_OF_ORDERS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
  cross join lateral (select account_id, instrument_id from orders where account_id = wanted.account_id and id = wanted.id limit 1) asked ${OPEN_POSITION}`
const READ_TRANSFERS = `
  select t.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id)
  cross join lateral (select * from transfers where account_id = asked.account_id and id = asked.id limit 1) t`
const MARGIN_POSITION = `
  cross join lateral (select * from margin_positions where account_id = asked.account_id and id = asked.id limit 1) p`
const READ_MARGIN_POSITIONS = `select p.* from unnest($1::bigint[], $2::uuid[]) as asked (account_id, id) ${MARGIN_POSITION}`
const READ_MARGIN_OF_ORDERS = `
  select p.* from unnest($1::bigint[], $2::uuid[]) as wanted (account_id, id)
  cross join lateral (
    select account_id, position_id as id from orders where account_id = wanted.account_id and id = wanted.id limit 1) asked ${MARGIN_POSITION}`
const READ_ANSWERS = `
  select i.account_id, i.path, i.key, i.body_hash, i.answer, i.at
  from unnest($1::bigint[], $2::text[], $3::text[]) as asked (account_id, path, key)
  cross join lateral (select * from idempotency where account_id = asked.account_id and path = asked.path and key = asked.key limit 1) i`

type Pairs = Readonly<{ accounts: string[]; keys: string[] }>

const noPairs = () => ({
  wallets: distinctPairs(),
  orders: distinctPairs(),
  instruments: distinctPairs(),
  transfers: distinctPairs(),
  deposits: distinctPairs(),
  depositChannels: distinctPairs(),
  withdrawals: distinctPairs(),
  withdrawalsSince: distinctPairs(),
  cards: distinctPairs(),
  marginPositions: distinctPairs(),
})

function collect(commands: readonly Asking[]): Readonly<Record<keyof ReturnType<typeof noPairs>, Pairs>> {
  const asked = noPairs()
  for (const { accountId, reads } of commands) {
    for (const type of reads.wallets ?? []) asked.wallets.add(accountId, type)
    for (const id of reads.orders ?? []) asked.orders.add(accountId, id)
    for (const id of reads.instruments ?? []) asked.instruments.add(accountId, id)
    for (const id of reads.transfers ?? []) asked.transfers.add(accountId, id)
    for (const id of reads.deposits ?? []) asked.deposits.add(accountId, id)
    for (const channel of reads.depositChannels ?? []) asked.depositChannels.add(accountId, channel)
    for (const id of reads.withdrawals ?? []) asked.withdrawals.add(accountId, id)
    if (reads.withdrawalsSince !== undefined) asked.withdrawalsSince.add(accountId, String(reads.withdrawalsSince))
    for (const id of reads.cards ?? []) asked.cards.add(accountId, id)
    for (const id of reads.marginPositions ?? []) asked.marginPositions.add(accountId, id)
  }
  return asked
}

function distinctPairs(): Pairs & Readonly<{ add: (account: string, key: string) => void }> {
  const seen = new Set<string>()
  const pairs: Pairs = { accounts: [], keys: [] }
  const add = (account: string, key: string): void => {
    if (seen.has(`${account} ${key}`)) return
    seen.add(`${account} ${key}`)
    pairs.accounts.push(account)
    pairs.keys.push(key)
  }
  return { ...pairs, add }
}

async function queryPairs<Row extends object>(
  client: PoolClient,
  name: string,
  text: string,
  { accounts, keys }: Pairs,
): Promise<readonly Row[]> {
  if (accounts.length === 0) return []
  const { rows } = await client.query<Row>({ name, text, values: [accounts, keys] })
  return rows
}

type AnswerRecord = Readonly<{ account_id: bigint; path: string; key: string; body_hash: string; answer: unknown; at: bigint }>

async function readAnswers(client: PoolClient, commands: readonly Asking[]): Promise<Map<string, StoredAnswer>> {
  const accounts: string[] = []
  const paths: string[] = []
  const keys: string[] = []
  for (const { accountId, idempotency } of commands) {
    if (idempotency === null) continue
    accounts.push(accountId)
    paths.push(idempotency.path)
    keys.push(keyOf(idempotency))
  }
  if (accounts.length === 0) return new Map()
  const { rows } = await client.query<AnswerRecord>({ name: 'read-answers', text: READ_ANSWERS, values: [accounts, paths, keys] })
  return new Map(rows.map((row) => [storedKey(row), readAnswer(row)]))
}

const storedKey = (row: AnswerRecord): string =>
  answerKey(String(row.account_id), { path: row.path, key: row.key, bodyHash: row.body_hash })

const readAnswer = (row: AnswerRecord): StoredAnswer => ({
  accountId: String(row.account_id),
  path: row.path,
  key: row.key,
  bodyHash: row.body_hash,
  answer: row.answer,
  at: Number(row.at),
})

const readBooks = (row: BooksRecord): Books => ({
  accountId: String(row.account_id),
  frozen: row.frozen_at !== null,
  sequence: Number(row.sequence),
  headHash: row.head,
  lastAt: Number(row.last_at),
  openOrders: row.open_orders,
  wallets: new Map(),
  orders: new Map(),
  transfers: new Map(),
  deposits: new Map(),
  withdrawals: new Map(),
  cards: new Map(),
  positions: new Map(),
  marginPositions: new Map(),
})
