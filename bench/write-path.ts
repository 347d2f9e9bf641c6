import { openAccounts, openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'
import { ordersPerSecond, restingOrdersPerSecond, startOrderStream } from './support/order-stream.ts'
import { RUNS, SECONDS, WAITING } from './support/settings.ts'
import { yardstick } from './support/yardstick.ts'

/**
 * P1: orders accepted, executed, posted and durable a second, with rules, venue, messages and push, without HTTP, beside pgbench's TPC-B on
 * the same server, in turns: market orders, which are one commit, and orders that rest and fill later, which are two. All orders pay their
 * fee into one account of the brokerage, as every order of the product does: its accounts are summed from entries and have no row, so there
 * is no other way of writing to compare with. In turns with them go orders of accounts without keys, whose chains cover neither a key nor the
 * terms of executions.
 */
const ACCOUNTS = 10_000
const CENTS_EACH = 10_000_000_000n

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
try {
  const accounts = await openAccounts(database.pool, 1, ACCOUNTS, CENTS_EACH)
  const withoutKeys = await openAccounts(database.pool, 1 + ACCOUNTS, ACCOUNTS, CENTS_EACH, false)
  const patient = await openAccounts(database.pool, 1 + 2 * ACCOUNTS, ACCOUNTS, CENTS_EACH)
  const stream = await startOrderStream(database.pool, clock)
  const against = yardstick(database.connection)
  await against.prepare()
  await ordersPerSecond(stream.fillAtOnce, accounts, WAITING, SECONDS)
  await ordersPerSecond(stream.fillAtOnce, withoutKeys, WAITING, SECONDS)
  const runs: { atOnce: number; resting: number; yard: number; keyless: number }[] = []
  for (let run = 0; run < RUNS; run += 1) {
    // Whichever goes first finds the database rested.
    const first = await ordersPerSecond(stream.fillAtOnce, run % 2 === 0 ? accounts : withoutKeys, WAITING, SECONDS)
    const second = await ordersPerSecond(stream.fillAtOnce, run % 2 === 0 ? withoutKeys : accounts, WAITING, SECONDS)
    const [atOnce, keyless] = run % 2 === 0 ? [first, second] : [second, first]
    const yard = await against.transactionsPerSecond(SECONDS)
    runs.push({ atOnce, yard, keyless, resting: await restingOrdersPerSecond(stream, patient, WAITING, SECONDS) })
  }
  const yard = `${against.name} ${Math.round(median(runs.map((run) => run.yard)))}/s`
  const line = (name: string, of: 'atOnce' | 'resting', more = ''): void =>
    report(name, median(runs.map((run) => run[of])), 'orders/s', median(runs.map((run) => run[of] / run.yard)), yard, more)
  line('write-path', 'atOnce', ', all paying into one fee account')
  line('write-path, resting first', 'resting')
  const keyless = `${Math.round(median(runs.map((run) => run.keyless)))}/s whose hash covers neither`
  const cost = median(runs.map((run) => run.atOnce / run.keyless))
  report('write-path, key and terms covered', median(runs.map((run) => run.atOnce)), 'orders/s', cost, keyless)
  await stream.stop()
} finally {
  await database.stop()
}
