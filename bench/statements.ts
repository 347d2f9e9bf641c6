import type { Pool } from 'pg'
import { movementsOf } from '../apps/server/src/features/ledger/statement.ts'
import { MAX_MOVEMENTS } from '../apps/server/src/features/statements/statement.ts'
import { startFakeVenue } from '../apps/server/src/testing/fake-venue.ts'
import { openAccounts, openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/**
 * What a movement costs on the longest page of a statement, beside one on a short page: were every movement compared with every other, it
 * would be ten times as much.
 */
const ACCOUNT = '1'
const SHORT_PAGE = 500
const FIRST = 1_000
const MICROSECONDS = 1_000
const ENTRIES = `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
                       accounts, assets, amounts, balances_after, previous_hash, hash)
  select $1::bigint, sequence, 'J20', 'transfer', gen_random_uuid()::text, 0, $4, date '2026-11-18',
         '{H:PROMO:USD,U:STOCK:CASH}', '{USD,USD}', '{-1,1}', array[null, sequence], sha256(int8send(sequence - 1)), sha256(int8send(sequence))
  from generate_series($2::bigint, $3::bigint) as sequence`

const database = await openBenchDatabase()
const clock = { now: () => Date.now() }
const failed = (error: unknown): never => {
  throw error
}
const running = startFakeVenue({ clock, onEvents: () => Promise.resolve(), onFailure: failed })
try {
  await openAccounts(database.pool, Number(ACCOUNT), 1, 0n)
  await database.pool.query(ENTRIES, [ACCOUNT, FIRST, FIRST + MAX_MOVEMENTS, clock.now()])
  const runs: { long: number; short: number }[] = []
  for (let run = 0; run <= RUNS; run += 1)
    runs.push({ short: await costOfOne(database.pool, SHORT_PAGE), long: await costOfOne(database.pool, MAX_MOVEMENTS) })
  const [, ...warm] = runs
  const cost = median(warm.map(({ long }) => long * MICROSECONDS))
  const against = `one of ${SHORT_PAGE}`
  report('statements', cost.toFixed(1), `µs a movement of ${MAX_MOVEMENTS}`, median(warm.map(({ long, short }) => long / short)), against)
} finally {
  await running.stop()
  await database.stop()
}

/** Milliseconds for each movement of a page. */
async function costOfOne(pool: Pool, limit: number): Promise<number> {
  const filter = { walletType: null, kind: null, direction: null, from: null, to: null, offset: 0, limit }
  const began = performance.now()
  const { length } = await movementsOf(
    { archive: { over: (_account, _window, read) => read(pool) }, venue: running.client },
    ACCOUNT,
    filter,
  )
  if (length !== limit) throw new Error(`a page of ${limit} has ${length} movements`)
  return (performance.now() - began) / limit
}
