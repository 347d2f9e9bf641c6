import { createIds } from '../apps/server/src/ids.ts'
import { createWritePath } from '../apps/server/src/write-path/write-path.ts'
import { openAccounts, openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'
import { createOrderStream, ordersPerSecond } from './support/order-stream.ts'
import { yardstick } from './support/yardstick.ts'

/**
 * P1: orders accepted, filled, posted and durable a second, rules included, without HTTP, beside pgbench's TPC-B on the
 * same server, in turns. An order is two commits: its acceptance with the hold, and its fill with the money and shares.
 */
const RUNS = Number(process.env['BENCH_RUNS'] ?? 5)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const WAITING = 256
const ACCOUNTS = 10_000

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
try {
  const accounts = await openAccounts(database.pool, 1, ACCOUNTS, 10_000_000_000n)
  const writePath = createWritePath({ pool: database.pool, clock })
  const place = createOrderStream({ writePath, ids: createIds(clock), clock })
  const against = yardstick(database.connection)
  await against.prepare()
  await ordersPerSecond(place, accounts, WAITING, 1)
  const ours: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    ours.push(await ordersPerSecond(place, accounts, WAITING, SECONDS))
    theirs.push(await against.transactionsPerSecond(SECONDS))
  }
  report('write-path', median(ours), 'orders/s', median(ours) / median(theirs), `${against.name} ${Math.round(median(theirs))}/s`)
  await writePath.drain()
} finally {
  await database.stop()
}
