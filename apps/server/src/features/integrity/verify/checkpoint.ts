import { timingSafeEqual } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../../db/transaction.ts'
import type { Vault } from '../../../vault/vault.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Slice } from './account-slices.ts'
import type { Snapshots } from './snapshots.ts'
import { type AccountSums, NOTHING, writtenSum } from './row-sums.ts'

/**
 * Progress of the verification, account by account, sealed with a key that is not in the database: nobody who changes rows behind it can
 * keep it true or write another one. A run proves it first by reading every row again (`row-sums.ts`); unchanged rows are not verified
 * again.
 */
export type VerifiedAccount = Readonly<{ accountId: bigint; sequence: number; entries: string; rest: string }>

export interface Checkpoint {
  /** The key of the sums over rows. */
  readonly key: Buffer
  /** Null when it is as it was written; otherwise it was thrown away, and everything is verified from the first entry on. */
  readonly fault: string | null
  read(snapshots: Snapshots, slice: Slice): Promise<ReadonlyMap<bigint, VerifiedAccount>>
  /** Replaces the checkpoint of these accounts. */
  keep(accounts: readonly VerifiedAccount[]): Promise<void>
  /** Text that is kept and sealed beside it; null when there is none. */
  mark(name: MarkName): Promise<string | null>
  keepMark(name: MarkName, value: string): Promise<void>
}

/**
 * The whole checkpoint, how far the files of the public log were compared with the books, the closed days of the brokerage's accounts, and the
 * last night whose statement of liabilities was verified.
 */
export type MarkName = 'whole' | 'log' | 'house-days' | 'liabilities' | 'days' | 'tapes'

/** Version of the sums: their rows and their method. A new one begins from nothing. */
const VERSION = 1

type Row = Readonly<{ account_id: bigint; sequence: bigint; entries: string; rest: string; seal: Buffer }>
const READ = 'select account_id, sequence, entries, rest, seal from verified_accounts where account_id > $1 and account_id <= $2'
const KEEP = `
  insert into verified_accounts (account_id, sequence, entries, rest, seal)
  select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bytea[])
  on conflict (account_id) do update set sequence = excluded.sequence, entries = excluded.entries, rest = excluded.rest, seal = excluded.seal`
const SEALS = `('x' || substr(encode(seal, 'hex'), 1, 14))::bit(56)::bigint`
const WHOLE = `select count(*) as rows, coalesce(sum(${SEALS}), 0) as seals from verified_accounts`
const PART = `${WHOLE} where account_id = any($1)`
/** In one statement, because another run may be writing its checkpoint meanwhile. */
const STORED = `
  select mark.value, mark.seal, whole.*, exists (select from integrity_runs where scope = 'incremental' and accounts > 0) as "hasRun"
  from (${WHOLE}) whole left join verification_marks mark on mark.name = 'whole'`
const KEEP_MARK = `
  insert into verification_marks (name, value, seal) values ($1, $2, $3) on conflict (name) do update set value = excluded.value, seal = excluded.seal`

type Whole = Readonly<{ rows: bigint; seals: bigint }>

/** The key of the sums over rows. */
export const rowsKeyOf = (vault: Pick<Vault, 'fingerprint'>): Buffer => vault.fingerprint('rows of the books', String(VERSION))

/** `mayBegin` is for a caller that continues it: a checkpoint that is not as it was written is thrown away. */
export async function openCheckpoint(pool: Pool, vault: Vault, mayBegin: boolean): Promise<Checkpoint> {
  const sealOf = ({ accountId, sequence, entries, rest }: VerifiedAccount): Buffer =>
    vault.fingerprint('verified account', `${accountId} ${sequence} ${entries} ${rest}`)
  const sealOfMark = (name: MarkName, value: string): Buffer => vault.fingerprint('verification mark', `${name} ${value}`)
  const writtenWhole = ({ rows, seals }: Whole): string => `${VERSION} ${rows} ${seals}`

  const mark: Checkpoint['mark'] = async (name) => {
    const { rows } = await pool.query<{ value: string; seal: Buffer }>('select value, seal from verification_marks where name = $1', [name])
    const [row] = rows
    return row !== undefined && isSame(row.seal, sealOfMark(name, row.value)) ? row.value : null
  }
  const keepMark = async (reader: Pool | PoolClient, name: MarkName, value: string): Promise<void> =>
    void (await reader.query(KEEP_MARK, [name, value, sealOfMark(name, value)]))
  const partOf = async (client: PoolClient, ids: readonly bigint[]): Promise<Whole> => {
    const part = await client.query<{ rows: bigint; seals: string }>(PART, [ids])
    return { rows: part.rows[0]?.rows ?? 0n, seals: BigInt(part.rows[0]?.seals ?? 0) }
  }

  type Stored = Readonly<{ value: string | null; seal: Buffer | null; rows: bigint; seals: string; hasRun: boolean }>
  const there = await pool.query<Stored>(STORED)
  const { value = null, seal = null, rows = 0n, seals = '0', hasRun = false } = there.rows[0] ?? {}
  let whole: Whole = { rows, seals: BigInt(seals) }
  const isSealed = value !== null && seal !== null && isSame(seal, sealOfMark('whole', value))
  const isOther = isSealed && !value.startsWith(`${VERSION} `)
  // Every run that continues one leaves its mark: after the first, nothing at all is no beginning. A run without an account had nothing to
  // prove, and earlier releases left no mark of it.
  const isRight = value === null ? rows === 0n && !hasRun : isOther || (isSealed && value === writtenWhole(whole))
  // Without the mark of the whole, the other marks do not count either.
  if (mayBegin && (value === null || isOther || !isRight)) {
    whole = { rows: 0n, seals: 0n }
    await inTransaction(pool, async (client) => {
      await client.query('delete from verified_accounts')
      await client.query('delete from verification_marks')
      await keepMark(client, 'whole', writtenWhole(whole))
      return ok(null)
    })
  }

  return {
    key: rowsKeyOf(vault),
    fault: isRight ? null : 'the checkpoint is not as it was written',
    mark,
    keepMark: (name, value) => keepMark(pool, name, value),
    read: async (snapshots, slice) => {
      const known = await snapshots.query<Row>(READ, [slice.above, slice.through])
      return new Map(known.rows.map((row) => [row.account_id, readAccount(row, sealOf)]))
    },
    keep: async (accounts) => {
      if (accounts.length === 0) return
      const ids = accounts.map(({ accountId }) => accountId)
      const columns = [
        ids,
        accounts.map(({ sequence }) => sequence),
        accounts.map(({ entries }) => entries),
        accounts.map(({ rest }) => rest),
        accounts.map(sealOf),
      ]
      await inTransaction(pool, async (client) => {
        const before = await partOf(client, ids)
        await client.query(KEEP, columns)
        const after = await partOf(client, ids)
        whole = { rows: whole.rows - before.rows + after.rows, seals: whole.seals - before.seals + after.seals }
        await keepMark(client, 'whole', writtenWhole(whole))
        return ok(null)
      })
    },
  }
}

/** A row whose seal is not ours proves nothing: its account counts as never verified, and as changed. */
const readAccount = (row: Row, sealOf: (account: VerifiedAccount) => Buffer): VerifiedAccount => {
  const account = { accountId: row.account_id, sequence: Number(row.sequence), entries: row.entries, rest: row.rest }
  return isSame(row.seal, sealOf(account)) ? account : { ...account, entries: 'forged' }
}

const isSame = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

export const verifiedAccount = (accountId: bigint, sequence: number, { entries, rest }: AccountSums): VerifiedAccount => ({
  accountId,
  sequence,
  entries: writtenSum(entries),
  rest: writtenSum(rest),
})

/** Fault in rows that were verified before; null when they are unchanged. */
export function provenFault({ sequence, entries }: VerifiedAccount, sums: AccountSums | undefined): string | null {
  if (writtenSum(sums?.proven ?? NOTHING) === entries) return null
  return `entries up to ${sequence} were changed after they had been verified`
}
