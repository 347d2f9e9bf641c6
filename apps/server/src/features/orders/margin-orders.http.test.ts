import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepMargin } from '../margin/keeper.ts'
import { fundWallet, newMarginCustomer } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** One server for each test; SES at 5010.00 × 5010.25, the last trade at 5010.00; EURUSD at 1.08446 × 1.08450. */
let harness: Harness
let customer: Customer
const CYCLE_MS = 250

beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await newMarginCustomer(harness)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Ask = InputOf<typeof orders.createMargin>
const SES = { goldCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 1, price: '5010.25', quantity: '2' } as const
const EURUSD = { goldCode: 'EURUSD', market: 'FX', direction: 0, orderType: 1, price: '1.08450', quantity: '1', leverage: 30 } as const

const place = async (input: Ask): Promise<string> => {
  const { orderId } = await harness.ask(orders.createMargin, input, customer.token)
  await harness.pass(CYCLE_MS)
  return orderId
}
const row = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const exitsOf = async (parentId: string) => {
  const { list } = await harness.ask(orders.list, {}, customer.token)
  const exits = list.filter((order) => order.parentId === parentId)
  return { profit: exits.find(({ orderType }) => orderType === 1), loss: exits.find(({ orderType }) => orderType === 2) }
}
const held = async (source: 2 | 3) => (await harness.ask(positions.holding, { source }, customer.token)).list[0]
const wallet = (walletType: 'FUTURE' | 'FOREX') => harness.ask(wallets.one, { walletType }, customer.token)

/** A trade in the futures; the quotes go there too. */
async function trade(price: string, ask = price): Promise<void> {
  harness.market.otherPrices['FUT:SES-2026Z'] = [price, ask]
  harness.market.print(harness.app.clock.now() + 100, 'sell', price, 10_000)
  await harness.pass(CYCLE_MS)
}
async function quote(bid: string, ask: string): Promise<void> {
  harness.market.otherPrices['FX:EURUSD'] = [bid, ask]
  await harness.pass(CYCLE_MS)
}

describe('a stop that opens', () => {
  it('of a future is held for at its margin and fees, let go by a trade, and opens', async () => {
    const { price: _, ...stop } = { ...SES, orderType: 2, stopPrice: '5020.00' } as const
    const orderId = await place(stop)
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD', stopPrice: '5020.00', holdAmount: '30004.80' })
    await trade('5019.75', '5020.00')
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD' })
    await trade('5020.00', '5020.25')
    expect(await row(orderId)).toMatchObject({ status: 1, avgPrice: '5020.25', holdAmount: '0.00' })
    expect(await held(3)).toMatchObject({ quantity: '2', avgPrice: '5020.25', margin: '30000.00' })
    expect(await wallet('FUTURE')).toMatchObject({ available: '9997.60', usedBalance: '30000.00' })
  })

  it('of a pair waits for the middle, because nobody sees trades there', async () => {
    const { price: _, ...stop } = { ...EURUSD, orderType: 2, stopPrice: '1.09000' } as const
    const orderId = await place(stop)
    // 1.02 × 1.09000 = 1.11180, of 100 000 with 30: 3 706.00.
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD', holdAmount: '3706.00' })
    harness.market.print(harness.app.clock.now() + 100, 'buy', '1.09500', 1)
    await quote('1.08994', '1.09004')
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD' })
    await quote('1.08998', '1.09002')
    expect(await row(orderId)).toMatchObject({ status: 1, avgPrice: '1.09002' })
    expect((await row(orderId))?.timeline).toMatchObject([
      { kind: 'accepted' },
      { kind: 'triggered', price: '1.09000' },
      { kind: 'filled' },
    ])
    expect(await held(2)).toMatchObject({ margin: '3633.40' })
  })

  it('and is cancelled gives everything back', async () => {
    const orderId = await place({ ...SES, orderType: 3, price: '5025.00', stopPrice: '5020.00' })
    expect(await wallet('FUTURE')).toMatchObject({ available: '9995.20' })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await wallet('FUTURE')).toMatchObject({ available: '40000.00', usedBalance: '0.00' })
  })
})

describe('a limit far from the market', () => {
  it('is held for with at least one cent, and given back', async () => {
    const orderId = await place({ ...EURUSD, price: '0.00001', quantity: '0.01' })
    expect(await row(orderId)).toMatchObject({ status: 0, subStatus: 'WORKING', holdAmount: '0.01' })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await wallet('FOREX')).toMatchObject({ usedBalance: '0.00' })
  })
})

describe('a trailing stop that closes', () => {
  it('follows a short down and closes it', async () => {
    await place({ ...SES, direction: 1, price: '5010.00' })
    const position = await held(3)
    const closing = { ...SES, direction: 0, action: 1, positionId: position?.id ?? '', orderType: 4, trailPercent: '1' } as const
    const { price: _, ...trailing } = closing
    const orderId = await place(trailing)
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD', stopPrice: '5060.00', holdAmount: '2', action: 1 })
    await trade('4900.00', '4900.25')
    expect(await row(orderId)).toMatchObject({ stopPrice: '4949.00' })
    await trade('4949.00', '4949.25')
    expect(await row(orderId)).toMatchObject({ status: 1, avgPrice: '4949.25' })
    expect(await held(3)).toBeUndefined()
    // (5010.00 − 4949.25) × 50 × 2 = 6 075.00, four fees of 1.20.
    expect(await wallet('FUTURE')).toMatchObject({ available: '46070.20', usedBalance: '0.00' })
  })
})

describe('a bracket', () => {
  const BRACKET = { ...SES, takeProfit: '5040.00', stopLoss: '4995.00' } as const

  it('closes at the stop, and the limit ends', async () => {
    const parentId = await place(BRACKET)
    const { profit, loss } = await exitsOf(parentId)
    expect(profit).toMatchObject({ direction: 1, action: 1, price: '5040.00', quantity: '2', tif: 1, siblingId: loss?.id })
    expect(loss).toMatchObject({ direction: 1, action: 1, stopPrice: '4995.00', quantity: '2', subStatus: 'HELD' })
    expect(await held(3)).toMatchObject({ quantity: '2', availableQuantity: '0' })
    await trade('4994.75', '4995.00')
    const ended = await exitsOf(parentId)
    expect(ended.loss).toMatchObject({ status: 1, avgPrice: '4994.75' })
    expect(ended.profit).toMatchObject({ status: 2, subStatus: 'SIBLING_FILLED' })
    // (4994.75 − 5010.25) × 50 × 2 = −1 550.00 and four fees of 1.20.
    expect(await wallet('FUTURE')).toMatchObject({ available: '38445.20', usedBalance: '0.00' })
  })

  it('of a short stands the other way round and takes the profit', async () => {
    const parentId = await place({ ...SES, direction: 1, price: '5010.00', takeProfit: '4980.00', stopLoss: '5030.00' })
    expect((await exitsOf(parentId)).loss).toMatchObject({ direction: 0, stopPrice: '5030.00' })
    await trade('4979.75', '4980.00')
    const ended = await exitsOf(parentId)
    expect(ended.profit).toMatchObject({ status: 1, avgPrice: '4980.00' })
    expect(ended.loss).toMatchObject({ status: 2, subStatus: 'SIBLING_FILLED' })
    expect(await held(3)).toBeUndefined()
  })

  it('ends with its position, closed by hand, and stands on where the close is refused', async () => {
    const parentId = await place(BRACKET)
    const id = (await held(3))?.id ?? ''
    expect(await harness.call(positions.close, { id, orderType: 1, price: '5010.10' }, customer.token)).toMatchObject({ code: 3006 })
    expect((await exitsOf(parentId)).loss).toMatchObject({ subStatus: 'HELD' })
    const closing = { ...SES, direction: 1, orderType: 0, action: 1, positionId: id, stockCode: 'SES-2026Z' } as const
    expect(await harness.ask(orders.preview, closing, customer.token)).toMatchObject({
      hold: '2',
      releasedMargin: '30000.00',
      estResult: '-27.40',
      estCost: '29972.60',
    })
    await harness.ask(positions.close, { id }, customer.token)
    await harness.pass(CYCLE_MS)
    const ended = await exitsOf(parentId)
    expect([ended.profit?.subStatus, ended.loss?.subStatus]).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED'])
    expect(await held(3)).toBeUndefined()
  })

  it('ends with its position in a liquidation', async () => {
    const keeper = await keepMargin(harness.app, () => harness.venue.cycle())
    const parentId = await place({ ...EURUSD, takeProfit: '1.20000', stopLoss: '1.05000' })
    for (let look = 0; look < 8; look += 1) {
      await quote('1.06000', '1.06004')
      await harness.pass(SECOND_MS)
      await keeper.look()
    }
    const { profit, loss } = await exitsOf(parentId)
    expect([profit?.subStatus, loss?.subStatus]).toEqual(['SYSTEM', 'SYSTEM'])
    expect(await held(2)).toMatchObject({ quantity: '0.5', availableQuantity: '0.5' })
  })
})

describe('two orders to close a position', () => {
  it('hold its quantity once, and one filled ends the other', async () => {
    await place(EURUSD)
    const positionId = (await held(2))?.id ?? ''
    const closing = { ...EURUSD, direction: 1, action: 1, positionId, price: '1.09500', stopLoss: '1.08000' } as const
    const asked = { ...closing, stockCode: 'EURUSD' } as const
    expect(await harness.ask(orders.preview, asked, customer.token)).toMatchObject({ hold: '1', releasedMargin: '3615.00' })
    const limitId = await place(closing)
    expect(await harness.call(orders.preview, asked, customer.token)).toMatchObject({ code: 3010, data: { available: '0' } })
    const { siblingId } = (await row(limitId)) ?? {}
    expect(await row(siblingId ?? '')).toMatchObject({ subStatus: 'HELD', stopPrice: '1.08000', quantity: '1', siblingId: limitId })
    expect(await held(2)).toMatchObject({ availableQuantity: '0' })
    expect(await harness.call(orders.createMargin, { ...closing, quantity: '0.5' }, customer.token)).toMatchObject({ code: 3010 })
    await quote('1.07998', '1.08002')
    expect(await row(siblingId ?? '')).toMatchObject({ status: 1, avgPrice: '1.07998' })
    expect(await row(limitId)).toMatchObject({ status: 2, subStatus: 'SIBLING_FILLED' })
  })
})

describe('POST /order/preview on margin', () => {
  it('says what the exits bring, where the money is back, and what a pip is', async () => {
    const bracket = { ...SES, stockCode: 'SES-2026Z', takeProfit: '5040.00', stopLoss: '4995.00' } as const
    expect(await harness.ask(orders.preview, bracket, customer.token)).toMatchObject({
      takeProfitResult: '2970.20',
      stopLossResult: '-1529.80',
      breakEven: '5010.50',
      warnings: [],
      pipValue: null,
    })
    const pair = { ...EURUSD, stockCode: 'EURUSD', stopLoss: '1.06000' } as const
    expect(await harness.ask(orders.preview, pair, customer.token)).toMatchObject({
      breakEven: '1.08450',
      stopLossResult: '-2450.00',
      pipValue: '10.00',
      spreadPips: '0.4',
      usualSpreadPips: '0.4',
      warnings: ['STOP_BEYOND_LIQUIDATION'],
    })
    await quote('1.08430', '1.08450')
    expect(await harness.ask(orders.preview, { ...EURUSD, stockCode: 'EURUSD' }, customer.token)).toMatchObject({
      spreadPips: '2',
      warnings: ['WIDE_SPREAD'],
    })
  })
})

describe('POST /order/amend on margin', () => {
  it('works the hold out anew, and what is amended is filled out of it', async () => {
    const orderId = await place({ ...SES, price: '4990.00' })
    expect(await row(orderId)).toMatchObject({ holdAmount: '30004.80' })
    const smaller = await harness.ask(orders.amend, { orderId, quantity: '1' }, customer.token)
    expect(smaller).toMatchObject({ quantity: '1', holdAmount: '15002.40' })
    expect(await harness.call(orders.amend, { orderId, quantity: '3' }, customer.token)).toMatchObject({ code: 3009 })
    await harness.ask(orders.amend, { orderId, price: '5010.25' }, customer.token)
    await harness.pass(CYCLE_MS)
    const filled = await row(orderId)
    expect(filled).toMatchObject({ status: 1, filledQuantity: '1', holdAmount: '0.00' })
    expect(filled?.timeline?.map(({ kind }) => kind)).toEqual(['accepted', 'amended', 'amended', 'filled'])
    expect(await wallet('FUTURE')).toMatchObject({ available: '24998.80', usedBalance: '15000.00' })
  })

  it('makes both exits smaller, and what is not on them can be closed', async () => {
    const parentId = await place({ ...SES, takeProfit: '5040.00', stopLoss: '4995.00' })
    const { profit, loss } = await exitsOf(parentId)
    await harness.ask(orders.amend, { orderId: loss?.id ?? '', quantity: '1' }, customer.token)
    expect((await exitsOf(parentId)).profit).toMatchObject({ quantity: '1' })
    expect(await held(3)).toMatchObject({ availableQuantity: '1' })
    await harness.ask(orders.amend, { orderId: profit?.id ?? '', price: '5030.00' }, customer.token)
    await harness.ask(orders.amend, { orderId: loss?.id ?? '', stopPrice: '5000.00' }, customer.token)
    await trade('4999.75', '5000.00')
    const ended = await exitsOf(parentId)
    expect(ended.loss).toMatchObject({ status: 1, filledQuantity: '1', avgPrice: '4999.75' })
    expect(ended.profit).toMatchObject({ subStatus: 'SIBLING_FILLED' })
    expect(await held(3)).toMatchObject({ quantity: '1', availableQuantity: '1' })
  })

  it('refuses in the order of a new order, and the order works on', async () => {
    const orderId = await place({ ...EURUSD, price: '1.08000' })
    const amend = async (change: object) => (await harness.call(orders.amend, { orderId, ...change }, customer.token)).code
    expect(await amend({ quantity: '0.001', price: '1.080005' })).toBe(3004)
    expect(await amend({ quantity: '0.015', price: '1.080005' })).toBe(3005)
    expect(await amend({ price: '1.080005' })).toBe(3006)
    expect(await amend({ price: '1.70000' })).toBe(3007)
    expect(await amend({ price: '-1' })).toBe(1000)
    expect(await amend({ stopPrice: '1.09000' })).toBe(1000)
    expect(await amend({ quantity: '51' })).toBe(3015)
    expect(await amend({ quantity: '2' })).toBe(3009)
    expect(await row(orderId)).toMatchObject({ subStatus: 'WORKING', quantity: '1', holdAmount: '3600.00' })
  })
})

describe('every new type in every market, refused with the right code in the documented order', () => {
  const { price: _f, ...future } = SES
  const { price: _p, ...forex } = EURUSD
  it.each([
    [1001, { ...future, orderType: 2 }],
    [1001, { ...forex, orderType: 3, stopPrice: '1.09000' }],
    [1001, { ...forex, orderType: 4 }],
    [1000, { ...future, orderType: 4, trailPercent: '0.05' }],
    [1000, { ...forex, orderType: 2, stopPrice: '-1' }],
    [3004, { ...future, orderType: 2, stopPrice: '5020.10', quantity: '0.5' }],
    [3005, { ...future, orderType: 2, stopPrice: '5020.10', quantity: '1.5' }],
    [3006, { ...future, orderType: 2, stopPrice: '5020.10', tif: 2 }],
    [3007, { ...future, orderType: 2, stopPrice: '5010.00', tif: 2 }],
    [3007, { ...future, direction: 1, orderType: 2, stopPrice: '5010.00' }],
    [3007, { ...SES, takeProfit: '5010.25' }],
    [3007, { ...SES, direction: 1, price: '5010.00', stopLoss: '5000.00' }],
    [3007, { ...forex, orderType: 2, stopPrice: '1.08448' }],
    [3008, { ...future, orderType: 2, stopPrice: '5020.00', tif: 2, quantity: '200' }],
    [3008, { ...forex, orderType: 2, stopPrice: '1.09000', tif: 4, leverage: 50 }],
    [3012, { ...forex, orderType: 2, stopPrice: '1.09000', leverage: 50, quantity: '60' }],
    [3015, { ...future, orderType: 2, stopPrice: '5020.00', quantity: '200' }],
    [3009, { ...future, orderType: 2, stopPrice: '5020.00', quantity: '3' }],
    [3019, { ...SES, direction: 1, price: '5040.00', stopLoss: '4995.00', action: 1, positionId: '00000000-0000-7000-8000-000000000000' }],
  ] as const)('%i', async (code, input) => {
    expect(await harness.call(orders.createMargin, input as Ask, customer.token)).toMatchObject({ status: 200, code })
    expect((await harness.ask(orders.list, {}, customer.token)).list).toEqual([])
  })

  it('Taiwan takes no stops and no exits', async () => {
    await fundWallet(harness.writePath, customer.accountId, 'TW', 3_000_000n)
    const lot = { stockCode: '8301', direction: 0, orderType: 1, price: '611', quantity: '1000' } as const
    const code = async (change: object) => (await harness.call(orders.createInTaiwan, { ...lot, ...change }, customer.token)).code
    expect(await code({ orderType: 2, stopPrice: '620' })).toBe(3008)
    expect(await code({ orderType: 4, trailPercent: '5' })).toBe(3008)
    expect(await code({ takeProfit: '620', tif: 2 })).toBe(3008)
    expect(await code({ stopLoss: '600' })).toBe(3008)
  })
})
