import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { scaled } from '@rueda/rules/decimal.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { startVenue } from './start.ts'

const vault = createVault(newKeyring())

const folder = fileURLToPath(new URL('../../../../../shared/data/lean/', import.meta.url))
const isRecorded = existsSync(`${folder}equity/usa/minute`)
if (!isRecorded) process.stdout.write(`The replay of real history is not tested: there is no recorded data at ${folder}\n`)

const HOUR = 3_600_000
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

function start(machine: () => number) {
  return startVenue({
    vault,
    settings: { MARKET: { kind: 'replay', folder }, SIM_CLOCK: { kind: 'real' }, SIM_ALWAYS_OPEN: true, SIM_SEED: undefined },
    pool: database.pool,
    machine: { now: machine },
    log: pino({ level: 'silent' }),
    openOrders: async () => [],
    onEvents: async () => {},
  })
}

describe.runIf(isRecorded)('a replay of October 2013', () => {
  test('begins at the first recorded open, jumps over the night, and goes on after a restart where it was', async () => {
    let machine = Date.parse('2026-11-20T00:00:00Z')
    const first = await start(() => machine)
    const began = first.clock.now()
    expect(new Date(began).toISOString()).toBe('2013-10-04T13:30:00.000Z')
    expect(first.client.label).toBe('REPLAY')
    expect(first.client.logo('US:SPY')).toBeNull()

    machine += HOUR
    await first.cycle()
    const spy = first.client.quote('US:SPY')
    expect(spy?.last).toBeGreaterThan(scaled('160'))
    expect(spy?.last).toBeLessThan(scaled('180'))
    expect(first.client.settlementDate('US', '2013-10-04', 1)).toBe('2013-10-07')
    const minutes = await first.client.bars({
      instrumentId: 'US:SPY',
      interval: '1m',
      until: began + 24 * HOUR,
      limit: 1_500,
      hours: 'regular',
      adjust: 'none',
    })
    expect(minutes?.bars.at(-1)?.at).toBeLessThanOrEqual(began + HOUR)

    machine += 6 * HOUR
    await first.cycle()
    expect(new Date(first.clock.now()).toISOString()).toBe('2013-10-07T14:00:00.000Z')
    expect(first.client.session('US').tradeDate).toBe('2013-10-07')
    await first.stop()

    machine += 24 * HOUR
    const again = await start(() => machine)
    expect(new Date(again.clock.now()).toISOString()).toBe('2013-10-07T14:00:00.000Z')
    await again.stop()
  })
})
