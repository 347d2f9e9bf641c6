import { createHmac } from 'node:crypto'
import type { Slice } from './account-slices.ts'
import type { AccountTable } from './restrict.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * Sum of all rows of an account as one number: each row adds a hash that nobody without the key can foretell. A row that is changed, added
 * or taken away gives another sum; the rows need no order, and take no memory.
 */
export type RowSum = Readonly<{ rows: bigint; high: bigint; low: bigint }>
export type AccountSums = Readonly<{
  /** Of the entries up to which the account was verified before. */
  proven: RowSum
  entries: RowSum
  /** Of every other row that the invariants look at. */
  rest: RowSum
}>

export const NOTHING: RowSum = { rows: 0n, high: 0n, low: 0n }
export const NO_ROWS: AccountSums = { proven: NOTHING, entries: NOTHING, rest: NOTHING }
export const writtenSum = ({ rows, high, low }: RowSum): string => `${rows}:${high}:${low}`

/** An entry's hashed columns, and the hash. Named one by one: a later column does not change earlier sums. */
const FIRST_FORMAT = `t.account_id, t.sequence, t.journal, t.cause_kind, t.cause_id, t.cause_step, t.at, t.value_date, t.accounts, t.assets, t.amounts,
  t.balances_after, t.reversal_of, t.previous_hash, t.hash`
const SECOND_FORMAT = `${FIRST_FORMAT}, t.price, t.quantity, t.executed_at, t.trade_date, t.settlement_date, t.resting, t.match_number, s.key_commitment`
const ENTRY = `case t.hash_version when 1 then record_send(row(${FIRST_FORMAT})) else record_send(row(${SECOND_FORMAT})) end`

/** Of some tables not the whole row is looked at: what the log has of an account does not make it one that changed. */
const ROWS: Partial<Record<AccountTable, string>> = { account_keys: 'row(t.account_id, t.sealed)' }

const HASHED = (sent: string, key = '$3'): string => `encode(sha256(${key}::bytea || ${sent}), 'hex') as hash`
// Two times 56 bits, so that a sum of any number of rows does not overflow.
const SUMMED = `coalesce(sum(('x' || substr(hash, 1, 14))::bit(56)::bigint), 0) as high, coalesce(sum(('x' || substr(hash, 15, 14))::bit(56)::bigint), 0) as low`
const OF_SLICE = 't.account_id > $1 and t.account_id <= $2'

const sumsOf = (table: AccountTable): string => `
  select account_id, count(*) as rows, ${SUMMED}
  from (select t.account_id, ${HASHED(`record_send(${ROWS[table] ?? 't'})`)} from ${table} t where ${OF_SLICE}) hashed group by account_id`

const ENTRY_SUMS = `
  select account_id, is_proven, count(*) as rows, ${SUMMED}
  from (select t.account_id, t.sequence <= coalesce(v.sequence, 0) as is_proven, ${HASHED(ENTRY)}
        from entries t left join account_states s using (account_id) left join verified_accounts v using (account_id) where ${OF_SLICE}) hashed group by account_id, is_proven`

/** The same sums of entries that lie in another table. */
export const entrySumsOf = (table: string, key: string): string => `
  select account_id, count(*) as rows, ${SUMMED}
  from (select t.account_id, ${HASHED(ENTRY, key)} from ${table} t left join account_states s using (account_id)) hashed group by account_id`

/** The key of the sums of a table. */
export const keyOfTable = (key: Buffer, table: AccountTable): Buffer => createHmac('sha256', key).update(table).digest()

/** Entries that have left, which were all verified before. */
const LEFT = 'select account_id, sums from archived_accounts where account_id > $1 and account_id <= $2'
const leftSum = (sums: string): RowSum => {
  const [rows = 0n, high = 0n, low = 0n] = sums.split(':').map(BigInt)
  return { rows, high, low }
}

type SumRecord = Readonly<{ account_id: bigint; rows: bigint; high: string; low: string }>
const readSum = ({ rows, high, low }: SumRecord): RowSum => ({ rows, high: BigInt(high), low: BigInt(low) })
const plus = (a: RowSum, b: RowSum): RowSum => ({ rows: a.rows + b.rows, high: a.high + b.high, low: a.low + b.low })

/** The sums of every account that has a row in the slice. */
export async function rowSums(
  snapshots: Snapshots,
  slice: Slice,
  { key, tables }: Readonly<{ key: Buffer; tables: readonly AccountTable[] }>,
): Promise<ReadonlyMap<bigint, AccountSums>> {
  const sums = new Map<bigint, AccountSums>()
  const add = (accountId: bigint, more: Partial<AccountSums>): void => {
    const known = sums.get(accountId) ?? NO_ROWS
    sums.set(accountId, {
      proven: plus(known.proven, more.proven ?? NOTHING),
      entries: plus(known.entries, more.entries ?? NOTHING),
      rest: plus(known.rest, more.rest ?? NOTHING),
    })
  }
  const bounds = [slice.above, slice.through]
  const entries = await snapshots.query<SumRecord & { is_proven: boolean }>(ENTRY_SUMS, [...bounds, keyOfTable(key, 'entries')])
  for (const row of entries.rows) {
    const sum = readSum(row)
    add(row.account_id, row.is_proven ? { proven: sum, entries: sum } : { entries: sum })
  }
  const left = await snapshots.query<{ account_id: bigint; sums: string }>(LEFT, bounds)
  for (const { account_id: accountId, sums: gone } of left.rows) add(accountId, { proven: leftSum(gone), entries: leftSum(gone) })
  for (const table of tables) {
    const { rows } = await snapshots.query<SumRecord>(sumsOf(table), [...bounds, keyOfTable(key, table)])
    for (const row of rows) add(row.account_id, { rest: readSum(row) })
  }
  return sums
}
