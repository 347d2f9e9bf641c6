import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transfer } from '@rueda/rules/ledger/entry.ts'
import { ok } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import { type WritePath, createWritePath } from '../write-path/write-path.ts'
import { openTestAccount } from './books.ts'
import { createTestDatabase } from './database.ts'
import { startLog } from './started-log.ts'
import { kinds } from '../features/all-records.ts'
import { machineRandom } from '../ids.ts'
import type { TrustLog } from '../trust-log/log.ts'
import { beginSuccessor } from '../trust-log/successor.ts'
import { newKeyring } from '../vault/keyring.ts'
import { type Vault, createVault } from '../vault/vault.ts'
import { outside } from './outside.ts'

/** Accounts of three customers with seven entries each, to tamper with. */
export const TAMPERED_NOW = 1_795_186_800_000
export const TAMPERED_ACCOUNTS = ['1', '2', '3']
const STEPS = 5

export interface TamperedBooks {
  readonly pool: Pool
  /** A folder with the public log of these accounts. */
  readonly folder: string
  readonly vault: Vault
  readonly log: TrustLog
  /** Ends that log, and says everything in its successor. */
  succeed(): Promise<TrustLog>
  /** One more entry of an account. */
  spend(accountId: string, step: number): Promise<unknown>
  stop(): Promise<void>
}

export async function openTamperedBooks(): Promise<TamperedBooks> {
  const database = await createTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'rueda-log-'))
  const keyring = newKeyring()
  const writePath = createWritePath({ pool: database.pool, kinds, clock: { now: () => TAMPERED_NOW } })
  const spend = (accountId: string, step: number) => spendOf(writePath, accountId, step)
  for (const accountId of TAMPERED_ACCOUNTS) {
    await openTestAccount(database.pool, writePath, accountId, 100_000n)
    for (let step = 0; step < STEPS; step += 1) await spend(accountId, step)
  }
  const log = await startLog({ pool: database.pool, keyring, dataFolder: folder, now: () => TAMPERED_NOW })
  await log.checkpoint()
  const stop = async (): Promise<void> => {
    await writePath.drain()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const vault = createVault(keyring)
  const succeed = async (): Promise<TrustLog> => {
    const parts = { pool: database.pool, vault, random: machineRandom, ...outside(folder) }
    await beginSuccessor(parts, { reason: 'the files were lost', now: TAMPERED_NOW })
    const next = await startLog({ pool: database.pool, keyring, dataFolder: folder, now: () => TAMPERED_NOW })
    await next.checkpoint()
    return next
  }
  return { pool: database.pool, folder, vault, log, spend, succeed, stop }
}

const spendOf = (writePath: WritePath, accountId: string, step: number): Promise<unknown> =>
  writePath.run({
    accountId,
    idempotency: null,
    reads: { wallets: ['STOCK', 'FUTURE'] },
    decide: () => {
      const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:FUTURE:CASH', asset: 'USD', amount: 100n })
      return ok({
        outcome: { entries: [{ journal: 'J20', cause: { kind: 'transfer', id: `t${step}`, step }, lines, valueDate: '2026-11-20' }] },
        data: true,
      })
    },
  })

/** Acts of an attacker who has the whole database in hand: each shows at once. */
export const tamperings: readonly (readonly [what: string, sql: string])[] = [
  ['an edited amount, still balanced', `update entries set amounts = array[-101, 101]::bigint[] where account_id = 1 and sequence = 4`],
  ['an edited balance after', `update entries set balances_after[1] = balances_after[1] + 1 where account_id = 1 and sequence = 4`],
  ['an edited cause', `update entries set cause_id = 'other' where account_id = 2 and sequence = 5`],
  ['an edited time', `update entries set at = at + 1 where account_id = 2 and sequence = 5`],
  ['an entry deleted from the middle', 'delete from entries where account_id = 1 and sequence = 4'],
  [
    'an inserted entry',
    `insert into entries select account_id, 8, journal, cause_kind, 'forged', 9, at, value_date, accounts, assets, amounts, balances_after, null, hash, decode(repeat('ab', 32), 'hex') from entries where account_id = 1 and sequence = 7`,
  ],
  [
    'an entry booked once more in another month',
    `insert into entries select account_id, sequence, journal, cause_kind, cause_id, cause_step, at + 2700000000, value_date, accounts, assets, amounts, balances_after, null, previous_hash, hash from entries where account_id = 1 and sequence = 4`,
  ],
  [
    'two entries swapped',
    `update entries set sequence = case sequence when 4 then 1005 when 5 then 1004 end where account_id = 3 and sequence in (4, 5)`,
  ],
  ['an unbalanced entry', `update entries set amounts = array[-100, 99]::bigint[] where account_id = 1 and sequence = 4`],
  ['a wallet with more than its postings', 'update wallets set cash = cash + 1 where account_id = 1 and type = $$STOCK$$'],
  ['a wallet emptied without postings', 'update wallets set cash = 0 where account_id = 2 and type = $$US_WALLET$$'],
  [
    'an account without its books',
    'alter table account_states disable trigger all; delete from wallets where account_id = 3; delete from account_states where account_id = 3',
  ],
]
