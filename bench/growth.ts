import type { Pool } from 'pg'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { openPool } from '../apps/server/src/db/open.ts'
import { asOwner, openBenchDatabase } from './support/database.ts'
import { loadHistory } from './support/history.ts'
import { median, report } from './support/median.ts'
import { ordersPerSecond, startOrderStream } from './support/order-stream.ts'
import { RUNS, SECONDS, WAITING } from './support/settings.ts'

/**
 * P3: the write path over a million accounts with ten million postings beside the same over ten thousand accounts, in
 * turns, both databases in one PostgreSQL. Orders come from accounts in no order. Loading is bounded in time: the line
 * says how far it came.
 */
const SMALL = 10_000
const LARGE = Number(process.env['BENCH_ACCOUNTS'] ?? 1_000_000)
const LOAD_SECONDS = Number(process.env['BENCH_LOAD_SECONDS'] ?? 600)
const POOL_SIZE = 4
const clock = { now: () => Date.now() }

type FilledAccounts = Readonly<{
  accounts: readonly string[]
  postings: number
  place: (accountId: string, turn: number) => Promise<void>
  stop: () => Promise<void>
}>

const database = await openBenchDatabase()
await asOwner(database.pool, ['create database large'])
const largePool = openPool({ ...database.connection, database: 'large' }, POOL_SIZE)
try {
  await migrate(largePool)
  const small = await fillAccounts(database.pool, SMALL)
  const large = await fillAccounts(largePool, LARGE)
  for (const filled of [small, large]) await ordersPerSecond(filled.place, filled.accounts, WAITING, SECONDS)
  const runs: { few: number; many: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const few = await ordersPerSecond(small.place, small.accounts, WAITING, SECONDS)
    runs.push({ few, many: await ordersPerSecond(large.place, large.accounts, WAITING, SECONDS) })
  }
  const ratio = median(runs.map(({ few, many }) => many / few))
  const size = `${large.accounts.length.toLocaleString('en-US')} accounts and ${large.postings.toLocaleString('en-US')} postings`
  report('growth', median(runs.map(({ many }) => many)), 'orders/s', ratio, `${SMALL.toLocaleString('en-US')} accounts`, `; with ${size}`)
  for (const filled of [small, large]) await filled.stop()
} finally {
  await largePool.end()
  await database.stop()
}

async function fillAccounts(pool: Pool, count: number): Promise<FilledAccounts> {
  const { accounts, postings } = await loadHistory(pool, count, LOAD_SECONDS)
  const { fillAtOnce, stop } = await startOrderStream(pool, clock)
  return { accounts: shuffled(accounts), postings, place: fillAtOnce, stop }
}

/** Shuffles, so that the order has nothing to do with where the rows lie; the same at every run. */
function shuffled(values: readonly string[]): string[] {
  const STEP = 7_919
  const PRIME = 15_485_863
  return values
    .map((value, index) => ({ value, place: (index * STEP * STEP) % PRIME }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value)
}
