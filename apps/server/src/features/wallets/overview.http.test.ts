import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { expect, it } from 'vitest'
import { fundWallet } from '../../testing/books.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { startMarketHarness } from '../../testing/market-harness.ts'

/** The day in New York ends at 05:00Z. */
it('the curve shows each day’s cash and shares at its close, and never half of a trade that is booked after midnight', async () => {
  const database = await createTestDatabase()
  const harness = await startMarketHarness({ database, environment: { SIM_SEED: 'curve' }, machineAt: Date.parse('2026-11-21T04:00:00Z') })
  const { token } = await harness.newCustomer()
  const [share] = await harness.ask(quotes.hot, { limit: 1 })
  const buy = () => harness.ask(orders.create, { stockCode: share?.stock_code ?? '', direction: 0, orderType: 0, quantity: '10' }, token)

  await buy()
  await harness.passTo('2026-11-21T04:59:59.900Z')
  await buy()
  await harness.passTo('2026-11-21T05:00:01Z')
  const overview = await harness.ask(wallets.overview, {}, token)
  expect((await harness.ask(orders.list, { status: 1 }, token)).total).toBe(2)
  expect(overview.curve.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21'])
  // Spread and charges of two small purchases; ten shares without their price would be 147.50.
  expect(Math.abs(Number(overview.curve[0]?.value) - 100_000)).toBeLessThan(5)
  expect(overview.curve[1]?.value).toBe(overview.totalAssets)
  // The price that the shares are counted at, so that whoever reads it can go on from there.
  expect(overview.held).toMatchObject([{ code: share?.code, quantity: '20' }])
  const [counted] = overview.held
  expect(Number(counted?.quantity) * Number(counted?.price)).toBeCloseTo(Number(overview.positionsValue), 2)

  await harness.stop()
  await database.stop()
})

it('returns are of the days of the curve, and what is paid in is no part of them', async () => {
  const database = await createTestDatabase()
  const harness = await startMarketHarness({ database, environment: { SIM_SEED: 'curve' }, machineAt: Date.parse('2026-11-20T20:00:00Z') })
  const { token, accountId } = await harness.newCustomer()
  const fresh = await harness.ask(wallets.overview, {}, token)
  expect(fresh.returns).toEqual({ timeWeighted: '0.00', moneyWeighted: '0.00' })
  const [share] = await harness.ask(quotes.hot, { limit: 1 })
  await harness.ask(orders.create, { stockCode: share?.stock_code ?? '', direction: 0, orderType: 0, quantity: '500' }, token)
  await harness.passTo('2026-11-23T15:00:00Z')
  await fundWallet(harness.writePath, accountId, 'US_WALLET', 90_000_000n)
  const { returns, totalAssets } = await harness.ask(wallets.overview, {}, token)
  // Most of the money came today and has done nothing yet: it makes the loss of the shares small, and no gain of itself.
  const result = Number(totalAssets) - 1_000_000
  expect(Math.abs(Number(returns.timeWeighted))).toBeLessThan(10)
  expect(Number(returns.timeWeighted)).not.toBe(0)
  expect(Math.sign(Number(returns.moneyWeighted))).toBe(Math.sign(result))
  expect(Math.abs(Number(returns.moneyWeighted))).toBeLessThan(Math.abs((result / 100_000) * 100))
  await harness.stop()
  await database.stop()
})

it('shares of Taipei, where it is tomorrow already: today’s result counts today’s purchase, and the curve knows their closes', async () => {
  const database = await createTestDatabase()
  const harness = await startMarketHarness({ database, environment: { SIM_SEED: 'curve' }, machineAt: Date.parse('2026-11-20T20:00:00Z') })
  const { token, accountId } = await harness.newCustomer()
  await fundWallet(harness.writePath, accountId, 'TW', 2_000_000n)
  const [share] = (await harness.ask(quotes.taiwan, { sort: 'price_nominal', order: 'asc' })).list
  const stockCode = share?.stock_code ?? ''
  const price = String(share?.ask ?? '')
  await harness.ask(orders.createInTaiwan, { stockCode, direction: 0, orderType: 1, price, quantity: '1000' }, token)
  await harness.pass(1_000)
  const [held] = (await harness.ask(positions.holding, {}, token)).list
  const { position } = await harness.ask(positions.byStock, { stockCode, market: 'TW' }, token)
  expect(held?.todayProfit).toBe(held?.profit)
  expect(held?.todayProfit).toBe(position?.todayProfit)

  await harness.passTo('2026-11-23T12:00:00Z')
  const { curve } = await harness.ask(wallets.overview, {}, token)
  expect(curve.map(({ date }) => date)).toEqual(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'])

  await harness.stop()
  await database.stop()
})
