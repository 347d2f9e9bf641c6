import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { fundWallet } from '../../testing/books.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** Three purchases at three prices, and sales that use them up as their customer says (rule book P.7). */
let harness: Harness
let ana: Customer
const REFILL_MS = 900_000

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  ana = await harness.newCustomer()
  for (const ask of ['180.00', '190.00', '185.00']) await buy(ask)
  harness.market.bids = [['179.90', 300]]
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

let keys = 0
const key = () => ({ 'idempotency-key': `lots-${(keys += 1)}` })
const TRADE = { stockCode: 'TEST', orderType: 0, quantity: '10' } as const
async function buy(ask: string): Promise<void> {
  harness.market.asks = [[ask, 300]]
  harness.market.last = ask
  await harness.pass(REFILL_MS)
  await harness.call(orders.create, { ...TRADE, direction: 0 }, ana.token, key())
  await harness.pass(250)
}
const sell = async (change: Partial<InputOf<typeof orders.create>>) => {
  const answer = await harness.call(orders.create, { ...TRADE, direction: 1, ...change }, ana.token, key())
  await harness.pass(250)
  return answer
}
const full = async () => {
  const [position] = (await harness.ask(positions.holding, { source: 0 }, ana.token)).list
  return harness.ask(positions.lots, { id: position?.id ?? '' }, ana.token)
}
const left = async () => (await full()).lots.map(({ avgPrice, quantity }) => [Number(avgPrice).toFixed(0), quantity])
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

it('the oldest lots are sold unless the order says otherwise', async () => {
  await sell({})
  await sell({ lotMethod: 'HIGHEST', quantity: '5' })
  expect(await left()).toEqual([
    ['190', '5'],
    ['185', '10'],
  ])
  await sell({ lotMethod: 'LIFO', quantity: '4' })
  expect((await left())[1]).toEqual(['185', '6'])
})

it('lots are chosen one by one, and only those that are held and enough', async () => {
  const lots = (await full()).lots.map(({ lotId }) => lotId)
  const [first = 0, second = 0, third = 0] = lots
  expect(await sell({ lots: [999_999] })).toMatchObject({ ...refused('parameter.invalid'), data: { field: 'lots' } })
  expect(await sell({ lots: [third], quantity: '11' })).toMatchObject(refused('position.insufficient'))
  expect(await sell({ lots: [third], lotMethod: 'LIFO' })).toMatchObject(refused('parameter.invalid'))
  expect(await sell({ lotMethod: 'CHOSEN' })).toMatchObject(refused('parameter.missing'))
  expect((await sell({ lots: [third, second], quantity: '12' })).code).toBe(200)
  const { disposals } = await full()
  expect(disposals.map(({ lotId, quantity }) => [lotId, quantity])).toEqual([
    [second, '2'],
    [third, '10'],
  ])
  expect(first).toBeGreaterThan(0)
})

it('the account’s default holds for orders placed after it, and for closing', async () => {
  expect(await harness.ask(positions.lotDefault, {}, ana.token)).toEqual({ lotMethod: 'FIFO' })
  expect(await harness.ask(positions.lotDefault, { lotMethod: 'HIGHEST' }, ana.token)).toEqual({ lotMethod: 'HIGHEST' })
  const { position } = await full()
  await harness.call(positions.close, { id: position.id, quantity: '10' }, ana.token, key())
  await harness.pass(250)
  expect(await left()).toEqual([
    ['180', '10'],
    ['185', '10'],
  ])
})

it('a resting sale is chosen anew until it fills, and never somebody else’s', async () => {
  const { data } = await harness.call(
    orders.create,
    { ...TRADE, direction: 1, orderType: 1, price: '186.00', lotMethod: 'LIFO' },
    ana.token,
    key(),
  )
  const orderId = data?.orderId ?? ''
  const choose = (lotMethod: 'FIFO' | 'HIGHEST', who = ana) => harness.call(positions.chooseLots, { orderId, lotMethod }, who.token, key())
  expect((await choose('HIGHEST')).data).toMatchObject({ lotMethod: 'HIGHEST', lots: [] })
  expect(await choose('FIFO', await harness.newCustomer())).toMatchObject(refused('object.not_found'))
  harness.market.bids = [['186.00', 300]]
  harness.market.print(harness.app.clock.now() + 1, 'buy', '186.00', 1_000)
  await harness.pass(REFILL_MS)
  expect((await harness.ask(orders.list, { orderId }, ana.token)).list[0]).toMatchObject({ status: 1, lotMethod: 'HIGHEST' })
  expect(await choose('FIFO')).toMatchObject(refused('order.not_cancellable'))
  expect((await left()).map(([price]) => price)).toEqual(['180', '185'])
})

it('a loss that is bought back is marked', async () => {
  await sell({ lotMethod: 'HIGHEST' })
  expect((await full()).disposals[0]?.boughtBackDate).toBeNull()
  await buy('181.00')
  expect((await full()).disposals[0]?.boughtBackDate).toBe('2026-11-18')
})

it('a holding in pesos splits its result in dollars into price and exchange', async () => {
  const { venue } = harness.app
  const rate = (mid: string) => vi.spyOn(venue, 'fxMid').mockReturnValue({ mid: scaled(mid), previous: scaled(mid), at: 0 })
  await fundWallet(harness.writePath, ana.accountId, 'AR', 400_000_000n)
  rate('1000')
  const share = { stockCode: 'LPAM', market: 'AR', direction: 0, orderType: 0, quantity: '10' } as const
  await harness.call(orders.create, share, ana.token, key())
  await harness.pass(250)
  const [held] = (await harness.ask(positions.holding, { source: 'ARG' }, ana.token)).list
  const inDollars = async () => (await harness.ask(positions.lots, { id: held?.id ?? '' }, ana.token)).inDollars
  expect(await inDollars()).toMatchObject({ exchangeResult: '0.00', unitsForDollar: '1000.00' })
  rate('1250')
  const after = await inDollars()
  expect(after).toMatchObject({ unitsForDollar: '1250.00' })
  const [price, exchange, total] = [after?.priceResult, after?.exchangeResult, after?.total].map((text) => Math.round(Number(text) * 100))
  expect((price ?? 0) + (exchange ?? 0)).toBe(total)
  expect(exchange).toBeLessThan(-1_000)
  vi.restoreAllMocks()
  expect((await full()).inDollars).toBeNull()
})
