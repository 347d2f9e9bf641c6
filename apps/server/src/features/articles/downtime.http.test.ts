import { articles } from '@rueda/contract/articles.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** The market with real hours, noon of Friday 20 November 2026 in New York; Thanksgiving comes within the week. */
const NOON = Date.parse('2026-11-20T17:00:00Z')
const WEEK_MS = 7 * DAY_MS

let database: Database
let harness: MarketHarness
const start = async (at: number, alwaysOpen = '0'): Promise<void> => {
  harness = await startMarketHarness({ database, environment: { SIM_SEED: 'news', SIM_ALWAYS_OPEN: alwaysOpen }, machineAt: at })
}
beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  await harness.stop()
  await database.stop()
})

/** Days of which the close was told, by market. */
async function toldDays(market: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ day: string }>(
    `select day from articles where kind = 'market.closed' and subject = $1 order by day`,
    [market],
  )
  return rows.map(({ day }) => day)
}

it('a server that was down for a week tells of every day that it missed, once, as it would have on time', async () => {
  await start(NOON)
  await harness.pass(1_000)
  expect(await toldDays('US')).toEqual(['2026-11-19'])
  await harness.stop()
  await start(NOON + WEEK_MS)
  await harness.pass(1_000)
  const days = ['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24', '2026-11-25']
  expect(await toldDays('US')).toEqual(days)
  // Buenos Aires was closed on Monday the 23rd.
  expect(await toldDays('AR')).toEqual(['2026-11-19', '2026-11-20', '2026-11-24', '2026-11-25', '2026-11-26'])
  const { list } = await harness.ask(articles.list, { tag: 'market', keyword: 'Estados Unidos' })
  expect(list.map(({ createTimeTimestamp: at }) => new Date(at).toISOString())).toEqual(
    days.toReversed().map((day) => `${day}T21:00:00.000Z`),
  )
  for (const { id } of list) expect((await harness.ask(articles.one, { id })).instruments[0]?.market).toBe('IDX')
  const before = await harness.ask(articles.list, {})
  await harness.pass(1_000)
  expect(await harness.ask(articles.list, {})).toEqual(before)
})

it('a market that never closes has news of its days as well, which end at midnight', async () => {
  await start(NOON, '1')
  await harness.pass(1_000)
  expect(await toldDays('US')).toEqual(['2026-11-19'])
  await harness.passTo('2026-11-21T05:00:10Z')
  expect(await toldDays('US')).toEqual(['2026-11-19', '2026-11-20'])
})
