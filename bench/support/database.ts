import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { launchPostgres, type RunningPostgres } from '../../apps/server/src/db/launcher.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { openPool } from '../../apps/server/src/db/open.ts'

/** A PostgreSQL of the bench's own, as durable as the product's: with fsync, in a folder that goes away again. */
export type BenchDatabase = Readonly<{
  pool: Pool
  connection: RunningPostgres['connection']
  dataFolder: string
  stop: () => Promise<void>
}>

export async function openBenchDatabase(): Promise<BenchDatabase> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'rueda-bench-'))
  chmodSync(dataFolder, 0o711)
  const running = await launchPostgres({ dataFolder, durability: 'full' })
  const pool = openPool({ ...running.connection, database: 'postgres' }, 20)
  await migrate(pool)
  const stop = async (): Promise<void> => {
    await pool.end()
    await running.stop()
    rmSync(dataFolder, { recursive: true, force: true })
  }
  return { pool, connection: running.connection, dataFolder, stop }
}

/**
 * Accounts with money to spend, put in set-wise: their history is not what is measured. Their chains cover a key, as those of all accounts
 * do that were opened since there are any, unless that is what is measured.
 */
export async function openAccounts(pool: Pool, from: number, count: number, cents: bigint, haveKeys = true): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(from + index))
  await pool.query(
    'insert into account_states (account_id, key_commitment) select id, case when $2 then sha256(int8send(id)) end from unnest($1::bigint[]) as id',
    [ids, haveKeys],
  )
  await pool.query(
    `insert into wallets (account_id, type, currency, cash)
     select account, type, 'USD', case type when 'STOCK' then $2::bigint else 0 end
     from unnest($1::bigint[]) as account cross join unnest(array['STOCK', 'US_WALLET']) as type`,
    [ids, cents],
  )
  return ids
}

/** Statements the running server has no right to. */
export async function asOwner(pool: Pool, statements: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('reset role')
    for (const statement of statements) await client.query(statement)
  } finally {
    client.release(true)
  }
}
