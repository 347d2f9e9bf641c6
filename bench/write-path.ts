import { createIds } from '../apps/server/src/ids.ts'
import { createWritePath } from '../apps/server/src/write-path/write-path.ts'
import { openAccounts, openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'
import { createOrderStream, ordersPerSecond } from './support/order-stream.ts'
import { RUNS, SECONDS, WAITING } from './support/settings.ts'
import { yardstick } from './support/yardstick.ts'
import { kinds } from '../apps/server/src/features/all-records.ts'

/**
 * P1: orders accepted, filled, posted and durable a second, rules included, without HTTP, beside pgbench's TPC-B on the
 * same server, in turns. An order is two commits: its acceptance with the hold, and its fill with the money and shares. All
 * orders pay their fee into one account of the brokerage, as every order of the product does: its accounts are summed from
 * entries and have no row, so there is no other way of writing to compare with.
 */
const ACCOUNTS = 10_000
const CENTS_EACH = 10_000_000_000n

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
try {
  const accounts = await openAccounts(database.pool, 1, ACCOUNTS, CENTS_EACH)
  const writePath = createWritePath({ pool: database.pool, kinds, clock })
  const place = createOrderStream({ writePath, ids: createIds(clock), clock })
  const against = yardstick(database.connection)
  await against.prepare()
  await ordersPerSecond(place, accounts, WAITING, SECONDS)
  const ours: number[] = []
  const ratios: number[] = []
  const theirs: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const mine = await ordersPerSecond(place, accounts, WAITING, SECONDS)
    const yard = await against.transactionsPerSecond(SECONDS)
    ours.push(mine)
    theirs.push(yard)
    ratios.push(mine / yard)
  }
  report(
    'write-path',
    median(ours),
    'orders/s',
    median(ratios),
    `${against.name} ${Math.round(median(theirs))}/s`,
    ', all paying into one fee account',
  )
  await writePath.drain()
} finally {
  await database.stop()
}
