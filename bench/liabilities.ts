import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openHeadKey } from '../apps/server/src/trust-log/account-keys.ts'
import { sayLiabilities } from '../apps/server/src/features/trust/night.ts'
import { machineRandom } from '../apps/server/src/ids.ts'
import { openManyAccounts } from '../apps/server/src/testing/many-accounts.ts'
import { makeMissingKeys } from '../apps/server/src/trust-log/account-keys.ts'
import { newKeyring } from '../apps/server/src/vault/keyring.ts'
import { createVault } from '../apps/server/src/vault/vault.ts'
import { openBenchDatabase } from './support/database.ts'
import { median, report } from './support/median.ts'

/** What a night's statement of liabilities takes for many accounts, and for how long it lets nobody else work. */
const ACCOUNTS = 10_000
const NIGHTS = ['2026-11-18', '2026-11-19', '2026-11-20']
const NANOSECONDS_PER_MS = 1e6
const NIGHT_ALLOWED_MS = 60_000

const database = await openBenchDatabase()
try {
  const { pool } = database
  const clock = { now: () => Date.now() }
  const vault = createVault(newKeyring())
  const keyOf = (account: string, sealed: Uint8Array) => openHeadKey({ vault }, { log: 1, origin: '' }, account, sealed)
  const parts = { trustLog: { keyOf }, pool, clock, wallClock: clock, vault, random: machineRandom }
  await openManyAccounts(pool, { accounts: ACCOUNTS, at: clock.now() })
  await makeMissingKeys(pool, parts, clock.now())
  const took: number[] = []
  const delay = monitorEventLoopDelay({ resolution: 1 })
  for (const date of NIGHTS) {
    delay.enable()
    const began = performance.now()
    await sayLiabilities(parts, date)
    took.push(performance.now() - began)
    delay.disable()
  }
  const middle = median(took)
  report(
    'liabilities',
    middle,
    `ms for a night of ${ACCOUNTS.toLocaleString('en-US')} accounts`,
    middle / NIGHT_ALLOWED_MS,
    'a minute',
    `; others waited ${(delay.max / NANOSECONDS_PER_MS).toFixed(0)} ms at most, ${(delay.percentile(99) / NANOSECONDS_PER_MS).toFixed(0)} ms at the 99th percentile`,
  )
} finally {
  await database.stop()
}
