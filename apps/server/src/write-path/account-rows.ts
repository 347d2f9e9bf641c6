import type { AccountState } from '@rueda/rules/ledger/account-state.ts'
import type { Entry } from '@rueda/rules/ledger/entry.ts'
import type { Wallet } from '@rueda/rules/wallets/wallet.ts'
import { type Column, arrayLiteral, bytes } from './columns.ts'
import type { StoredAnswer } from './idempotency.ts'
import type { TableParts } from './record-kind.ts'

/** Columns that every account has, whatever its records: the chain of entries and its head, wallets, and answers for repeated requests. */
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
  ['hash_version', 'smallint', (entry) => (entry.keyCommitment === null ? 1 : 2)],
  ['price', 'bigint', ({ execution }) => execution?.price ?? null],
  ['quantity', 'bigint', ({ execution }) => execution?.quantity ?? null],
  ['executed_at', 'bigint', ({ execution }) => execution?.at ?? null],
  ['trade_date', 'date', ({ execution }) => execution?.tradeDate ?? null],
  ['settlement_date', 'date', ({ execution }) => execution?.settlementDate ?? null],
  ['resting', 'boolean', ({ execution }) => execution?.resting ?? null],
  ['match_number', 'bigint', ({ execution }) => execution?.match ?? null],
]

/** The account state with the batch that changes it, and the version that it was decided on. */
export type AccountStateOfBatch = AccountState & Readonly<{ batch: string; version: bigint }>
export const accountStateTable: Readonly<{
  key: readonly Column<AccountStateOfBatch>[]
  changing: readonly Column<AccountStateOfBatch>[]
}> = {
  key: [
    ['account_id', 'bigint', (state) => state.accountId],
    ['version', 'bigint', (state) => state.version],
  ],
  changing: [
    ['sequence', 'bigint', (state) => state.sequence],
    ['head', 'bytea', (state) => bytes(state.headHash)],
    ['last_at', 'bigint', (state) => state.lastAt],
    ['open_orders', 'integer', (state) => state.openOrders],
    ['batch', 'uuid', (state) => state.batch],
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

export type WalletRecord = Wallet & Readonly<{ account_id: bigint }>
/** A wallet reads as it is written here; `w` is its table. */
export const WALLET_COLUMNS =
  'w.account_id, w.type, w.currency, w.cash, w.hold, w.margin, w.unsettled, w.settled_through as "settledThrough"'

export type AccountStateRow = Readonly<{
  account_id: bigint
  key_commitment: string | null
  sequence: bigint
  head: string
  last_at: bigint
  open_orders: number
  frozen_at: bigint | null
  version: bigint
}>
const STATE_COLUMNS =
  "account_id, encode(key_commitment, 'hex') as key_commitment, sequence, encode(head, 'hex') as head, last_at, open_orders, frozen_at, version"
export const READ_ACCOUNT_STATES = `select ${STATE_COLUMNS} from account_states where account_id = any($1::bigint[])`
/** Reads accounts as they are, counts their versions, and keeps everybody else from changing them until the transaction ends. */
export const CLAIM_ACCOUNT_STATES = `
  update account_states set version = version + 1 where account_id = any($1::bigint[]) returning ${STATE_COLUMNS}`

export const accountStateOf = (row: AccountStateRow): AccountState => ({
  accountId: String(row.account_id),
  keyCommitment: row.key_commitment,
  frozen: row.frozen_at !== null,
  sequence: Number(row.sequence),
  headHash: row.head,
  lastAt: Number(row.last_at),
  openOrders: row.open_orders,
  wallets: new Map(),
  records: new Map(),
})

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
