import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { expect, test } from 'vitest'
import { insertHalt } from './halt-rows.ts'
import { createTestDatabase } from '../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'

/** A halt that staff ordered stands in the market itself, and still does after a restart. */
test('a halt stands in the market after a restart', async () => {
  const database = await createTestDatabase()
  const start = (machineAt: string): Promise<MarketHarness> =>
    startMarketHarness({ database, environment: { SIM_SEED: 'stops' }, machineAt: Date.parse(machineAt) })
  const first = await start('2026-11-20T15:00:00Z')
  const halt: TradingHalt = { stopId: first.app.ids.next(), kind: 'halt', scope: 'instrument', target: 'US:ARDV', from: 0 }
  const { from } = await first.app.halts.change(async (begin) => {
    const stop = await begin(halt)
    const client = await first.app.pool.connect()
    await insertHalt(client, stop).finally(() => client.release())
    return stop
  })
  await first.pass(1_000)
  expect(first.app.venue.quote('US:ARDV')).toMatchObject({ phase: 'HALT', haltedSince: from })
  await first.stop()
  const second = await start('2026-11-20T15:30:00Z')
  expect(second.app.venue.quote('US:ARDV')).toMatchObject({ phase: 'HALT', haltedSince: from })
  await second.stop()
  await database.stop()
})
