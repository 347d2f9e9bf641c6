import { openAccounts, openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'
import { ordersPerSecond, restingOrdersPerSecond, startOrderStream } from './support/order-stream.ts'
import { RUNS, SECONDS, WAITING } from './support/settings.ts'
import { yardstick } from './support/yardstick.ts'

/**
 * P1: orders accepted, executed, posted and durable a second, with rules, venue, messages and push, without HTTP, beside pgbench's TPC-B on
 * the same server, in turns: market orders, which are one commit, and orders that rest and fill later, which are two. All orders pay their
 * fee into one account of the brokerage, as every order of the product does: its accounts are summed from entries and have no row, so there
 * is no other way of writing to compare with.
 */
const ACCOUNTS = 10_000
const CENTS_EACH = 10_000_000_000n

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
try {
  const accounts = await openAccounts(database.pool, 1, ACCOUNTS, CENTS_EACH)
  const stream = await startOrderStream(database.pool, clock)
  const against = yardstick(database.connection)
  await against.prepare()
  await ordersPerSecond(stream.fillAtOnce, accounts, WAITING, SECONDS)
  const runs: { atOnce: number; resting: number; yard: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const atOnce = await ordersPerSecond(stream.fillAtOnce, accounts, WAITING, SECONDS)
    const yard = await against.transactionsPerSecond(SECONDS)
    runs.push({ atOnce, yard, resting: await restingOrdersPerSecond(stream, accounts, WAITING, SECONDS) })
  }
  const yard = `${against.name} ${Math.round(median(runs.map((run) => run.yard)))}/s`
  const line = (name: string, of: 'atOnce' | 'resting', more = ''): void =>
    report(name, median(runs.map((run) => run[of])), 'orders/s', median(runs.map((run) => run[of] / run.yard)), yard, more)
  line('write-path', 'atOnce', ', all paying into one fee account')
  line('write-path, resting first', 'resting')
  await stream.stop()
} finally {
  await database.stop()
}
