import { deposits } from '@rueda/contract/deposits.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelOf, creditRate } from '@rueda/rules/deposits/channel.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/open.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'
import { coinMid, lastCoinMid } from './coin-mid.ts'

/** Coins in a market that is there from the start: both are priced by the front month of their futures. */
let database: Database
let harness: MarketHarness
beforeAll(async () => {
  database = await createTestDatabase()
  const environment = { SIM_CLOCK: 'scaled:1@2026-11-20T15:00:00Z', SIM_SEED: 'coins' }
  harness = await startMarketHarness({ database, environment, machineAt: Date.parse('2026-11-20T15:00:00Z') })
})
afterAll(async () => {
  await harness.stop()
  await database.stop()
})

it.each<[ChannelId, string]>([
  ['BTC', 'FUT:SBTC-2026X'],
  ['ETH', 'FUT:SETH-2026X'],
])('%s stands between bid and ask of %s, and may come and leave', async (channel, front) => {
  const mid = coinMid(harness.app.venue, channelOf(channel))
  const quote = harness.app.venue.quote(front)
  expect(mid).toBe(((quote?.bid ?? 0n) + (quote?.ask ?? 0n)) / 2n)
  expect(lastCoinMid(harness.app.venue, channelOf(channel))).toBe(mid)
  const { venue } = harness.app
  const closed = { ...venue, quote: (id: string) => ({ ...venue.quote(front), instrumentId: id, bid: 0n, ask: 0n }) as typeof quote }
  expect(coinMid(closed, channelOf(channel))).toBeNull()
  expect(lastCoinMid(closed, channelOf(channel))).toBe(quote?.last)
  const { token } = await harness.newCustomer()
  const channels = await harness.ask(deposits.channels, {}, token)
  const rate = creditRate(channelOf(channel), mid)
  expect(channels.find(({ id }) => id === channel)).toMatchObject({ enabled: 1, rateToWallet: formatScaled(rate ?? 0n) })
  const rails = await harness.ask(withdrawals.rails, {}, token)
  expect(rails.map(({ rail }) => rail)).toContain(channel)
})
