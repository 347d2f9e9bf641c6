import { createLogger } from '../apps/server/src/logging.ts'
import { endOrdersOfFrozen, endingOrder } from '../apps/server/src/features/orders/end-all.ts'
import { expireOverdue } from '../apps/server/src/features/orders/expire.ts'
import { settleDue, settlingTrades } from '../apps/server/src/features/ledger/settle-due.ts'
import { SHARE, startFakeVenue } from '../apps/server/src/testing/fake-venue.ts'
import { createCommands } from '../apps/server/src/write-path/commands.ts'
import { createTurns } from '../apps/server/src/turns.ts'
import { createWritePath } from '../apps/server/src/write-path/write-path.ts'
import { openBenchDatabase } from './support/database.ts'
import { SETTLES_ON, freezeAll, openDueAccounts } from './support/due-accounts.ts'
import { report } from './support/median.ts'
import { SECONDS } from './support/settings.ts'
import { yardstick } from './support/yardstick.ts'
import { kinds } from '../apps/server/src/features/all-records.ts'

/**
 * The jobs that go through everybody, with 100,000 accounts due at once: sales settle, the day end expires orders, and the
 * orders of frozen accounts end. Each has to be through within two minutes. The slowest of them, in accounts a second, is
 * compared with pgbench's TPC-B on the same server.
 */
const ACCOUNTS = Number(process.env['BENCH_ACCOUNTS'] ?? 100_000)

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
const failed = (error: unknown): never => {
  throw error
}
const running = startFakeVenue({ clock, onEvents: () => Promise.resolve(), onFailure: failed })
try {
  await openDueAccounts(database.pool, ACCOUNTS, SHARE.id)
  const writePath = createWritePath({ pool: database.pool, kinds, clock })
  const commands = createCommands({ writePath, kinds: [settlingTrades, endingOrder], tools: () => ({}) })
  const app = { pool: database.pool, venue: running.client, commands, inTurn: createTurns(), log: createLogger({ LOG_LEVEL: 'error' }) }
  const took: [name: string, seconds: number][] = []
  const time = async (name: string, job: () => Promise<number>): Promise<void> => {
    const began = performance.now()
    const count = await job()
    if (count !== ACCOUNTS) throw new Error(`${name} was due for ${ACCOUNTS} and found ${count}`)
    took.push([name, (performance.now() - began) / 1_000])
  }
  await time('settlement', () => settleDue(app, 'US', SETTLES_ON))
  await time('day end', () => expireOverdue(app, 'US', SETTLES_ON))
  await freezeAll(database.pool)
  await time('frozen accounts', () => endOrdersOfFrozen(app))
  await writePath.drain()
  const against = yardstick(database.connection)
  await against.prepare()
  const yard = await against.transactionsPerSecond(SECONDS)
  const slowest = ACCOUNTS / Math.max(...took.map(([, seconds]) => seconds))
  const each = took.map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', ')
  report('jobs', slowest, 'accounts/s', slowest / yard, `${against.name} ${Math.round(yard)}/s`, `, ${ACCOUNTS} accounts: ${each}`)
} finally {
  await running.stop()
  await database.stop()
}
