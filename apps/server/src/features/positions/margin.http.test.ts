import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newMarginCustomer } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A still market with SES at 5010.00 × 5010.25 and EURUSD at 1.08446 × 1.08450; customers with 40 000.00 in FUTURE and 5 000.00 in FOREX. */
let harness: Harness
let customer: Customer
const REFILL_MS = 900_000

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  await harness.pass(REFILL_MS)
  customer = await newMarginCustomer(harness)
})
afterEach(async () => {
  await expectSoundBooks(harness.app.pool)
})
afterAll(() => harness.stop())

const LOT = {
  goldCode: 'EURUSD',
  goldName: 'EUR/USD',
  market: 'FX',
  direction: 0,
  orderType: 1,
  price: '1.08450',
  quantity: '1',
  leverage: 30,
} as const
const CONTRACT = { goldCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0, quantity: '1' } as const
type Order = InputOf<typeof orders.createMargin>

const open = async (input: Order) => {
  const created = await harness.ask(orders.createMargin, input, customer.token)
  await harness.pass(250)
  const { list } = await harness.ask(positions.holding, { source: input.market === 'FX' ? 2 : 3 }, customer.token)
  const [position] = list
  if (position === undefined) throw new Error('nothing was opened')
  return { created, position }
}
const wallet = (walletType: 'FUTURE' | 'FOREX') => harness.ask(wallets.one, { walletType }, customer.token)

describe('POST /gold/create', () => {
  it('opens a pair with its margin, as the rule book’s sample shows it (M)', async () => {
    const { created, position } = await open(LOT)
    expect(created).toMatchObject({ status: 0, holdAmount: '3615.00', handlingFee: '0.00', currency: 'USD' })
    expect(position).toMatchObject({
      stockCode: 'EURUSD',
      market: 'FX',
      source: 2,
      direction: 0,
      quantity: '1',
      availableQuantity: '1',
      avgPrice: '1.08450',
      isolatedPosition: 1,
      leverage: 30,
      margin: '3615.00',
      maintMargin: '1807.50',
      liquidationPrice: '1.06643',
      swap: '0.00',
      marginState: 'NORMAL',
      currency: 'USD',
      status: 0,
    })
    expect(await wallet('FOREX')).toMatchObject({ balance: '5000.00', usedBalance: '3615.00', available: '1385.00' })
    const row = (await harness.ask(orders.list, { source: 2 }, customer.token)).list[0]
    expect(row).toMatchObject({ status: 1, action: 0, leverage: 30, positionId: position.id, amount: '108450.00', holdAmount: '0.00' })
  })

  it('opens a future with the margin of its contract and its fee', async () => {
    const { created, position } = await open({ ...CONTRACT, quantity: '2' })
    expect(created.holdAmount).toBe('30004.80')
    expect(position).toMatchObject({
      margin: '30000.00',
      maintMargin: '27200.00',
      handlingFee: '2.40',
      avgPrice: '5010.25',
      liquidationPrice: '4982.25',
    })
    // Two contracts move half a million at 5010.125; their owner has a margin in them, less what is floating.
    expect(position).toMatchObject({ marketValue: '501012.50', profit: '-12.50', equity: '29987.50' })
    const { totalMarketValue } = await harness.ask(positions.holding, { source: 3 }, customer.token)
    expect(totalMarketValue).toBe('29987.50')
    expect(await wallet('FUTURE')).toMatchObject({ usedBalance: '30000.00', available: '9997.60' })
  })

  it('every opening order makes a position of its own, and a short is one too', async () => {
    await open(CONTRACT)
    await open({ ...CONTRACT, direction: 1 })
    const { position, positions: open2 } = await harness.ask(positions.byStock, { stockCode: 'SES-2026Z', market: 'FUT' }, customer.token)
    expect(position).toBeNull()
    expect(open2.map(({ direction, quantity }) => [direction, quantity])).toEqual([
      [1, '1'],
      [0, '1'],
    ])
  })

  it('closes by an order that names the position', async () => {
    const { position } = await open(LOT)
    harness.market.otherPrices['FX:EURUSD'] = ['1.08610', '1.08614']
    await harness.pass(250)
    await harness.ask(
      orders.createMargin,
      { ...LOT, direction: 1, orderType: 0, price: undefined, action: 1, positionId: position.id, quantity: '0.4' },
      customer.token,
    )
    await harness.pass(250)
    const { list } = await harness.ask(positions.holding, { source: 2 }, customer.token)
    expect(list[0]).toMatchObject({
      quantity: '0.6',
      margin: '2169.00',
      maintMargin: '1084.50',
      sellProfit: '64.00',
      liquidationPrice: '1.06643',
    })
    expect((await wallet('FOREX')).available).toBe('2895.00')
    harness.market.otherPrices['FX:EURUSD'] = ['1.08446', '1.08450']
  })

  it.each([
    ['instrument.unknown', 3000, { ...LOT, goldCode: 'NOPE' }],
    ['instrument.unknown', 3000, { ...LOT, market: 'FUT' }],
    ['parameter.missing', 1001, { ...LOT, goldCode: undefined }],
    ['parameter.missing', 1001, { ...LOT, leverage: undefined }],
    ['parameter.missing', 1001, { ...LOT, action: 1 }],
    ['quantity.below_minimum', 3004, { ...LOT, quantity: '0.001' }],
    ['quantity.step', 3005, { ...LOT, quantity: '0.015' }],
    ['price.tick', 3006, { ...LOT, price: '1.084505' }],
    ['price.outside_band', 3007, { ...LOT, price: '1.7' }],
    ['order.type_unsupported', 3008, { ...LOT, tif: 4, leverage: 31, quantity: '51' }],
    ['order.leverage', 3012, { ...LOT, leverage: 31, quantity: '51' }],
    ['order.leverage', 3012, { ...CONTRACT, leverage: 2 }],
    ['order.risk_limit', 3015, { ...LOT, quantity: '51' }],
    ['order.risk_limit', 3015, { ...CONTRACT, quantity: '101' }],
    ['wallet.insufficient', 3009, { ...LOT, quantity: '2' }],
    ['wallet.insufficient', 3009, { ...CONTRACT, quantity: '3' }],
    ['position.not_open', 3019, { ...LOT, direction: 1, action: 1, positionId: '00000000-0000-7000-8000-000000000000' }],
  ] as const)('refuses %s with %i, and nothing has changed', async (_, code, input) => {
    expect(await harness.call(orders.createMargin, input as Order, customer.token)).toMatchObject({ status: 200, code })
    expect(await wallet('FOREX')).toMatchObject({ balance: '5000.00', usedBalance: '0.00' })
    expect(await wallet('FUTURE')).toMatchObject({ balance: '40000.00', usedBalance: '0.00' })
  })

  it.each([
    ['50', 'lots', { ...LOT, quantity: '51' }],
    ['100', 'contracts', { ...CONTRACT, quantity: '101' }],
  ] as const)('says of its limit of %s that they are %s', async (limit, unit, input) => {
    expect(await harness.call(orders.createMargin, input as Order, customer.token)).toMatchObject({ code: 3015, data: { limit, unit } })
  })

  it('shares are not bought on margin, and nothing on margin is bought in full', async () => {
    const share = { stockCode: 'EURUSD', market: 'FX', direction: 0, orderType: 1, price: '1.08450', quantity: '1' } as const
    expect(await harness.call(orders.create, share, customer.token)).toMatchObject({ code: 3000 })
  })
})

describe('closing', () => {
  it('flatPosition closes all of it, and a second one finds nothing open', async () => {
    const { position } = await open(LOT)
    await harness.ask(positions.close, { id: position.id }, customer.token)
    await harness.pass(250)
    expect(await wallet('FOREX')).toMatchObject({ balance: '4996.00', usedBalance: '0.00' })
    const again = await harness.call(positions.close, { id: position.id }, customer.token, { 'idempotency-key': 'once-more' })
    expect(again).toMatchObject({ code: 3019 })
    const { list } = await harness.ask(positions.closed, { source: 2 }, customer.token)
    expect(list[0]).toMatchObject({ status: 1, sellProfit: '-4.00', closePrice: '1.08446', closeReason: 'CUSTOMER', margin: '0.00' })
  })

  it('what is on a closing order is not closed twice, and comes back when the order is cancelled', async () => {
    const { position } = await open(LOT)
    const { orderId } = await harness.ask(positions.close, { id: position.id, orderType: 1, price: '1.2' }, customer.token)
    expect(await harness.call(positions.close, { id: position.id }, customer.token)).toMatchObject({ code: 3010 })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    const { positions: again } = await harness.ask(positions.byStock, { stockCode: 'EURUSD', market: 'FX' }, customer.token)
    expect(again[0]).toMatchObject({ availableQuantity: '1' })
  })
})

describe('margin', () => {
  it('more of it moves the liquidation price away (D.5)', async () => {
    const { position } = await open(LOT)
    const added = await harness.ask(positions.addMargin, { id: position.id, amount: '500' }, customer.token)
    expect(added).toMatchObject({ margin: '4115.00', liquidationPrice: '1.06143' })
    expect((await wallet('FOREX')).available).toBe('885.00')
  })

  it.each([
    [3009, '99999.99'],
    [1000, '0.001'],
    [1000, '0'],
  ] as const)('is refused with %i for %s', async (code, amount) => {
    const { position } = await open(LOT)
    expect(await harness.call(positions.addMargin, { id: position.id, amount }, customer.token)).toMatchObject({ code })
  })

  it('of somebody else’s position reads as missing', async () => {
    const { position } = await open(LOT)
    const other = await harness.newCustomer()
    expect(await harness.call(positions.addMargin, { id: position.id, amount: '1' }, other.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(positions.close, { id: position.id }, other.token)).toMatchObject({ code: 1002 })
  })

  it('may be added by itself up to an amount, until the customer takes that back', async () => {
    const { position } = await open(LOT)
    expect(await harness.ask(positions.topUp, { id: position.id, amount: '300' }, customer.token)).toMatchObject({ topUpLeft: '300.00' })
    expect(await harness.ask(positions.topUp, { id: position.id }, customer.token)).toMatchObject({ topUpLeft: null })
  })
})

describe('before the order', () => {
  it('the preview tells margin, liquidation price, fees and what a night costs', async () => {
    const { goldCode, goldName: _, ...order } = LOT
    const shown = await harness.ask(orders.preview, { ...order, stockCode: goldCode }, customer.token)
    expect(shown).toMatchObject({
      estPrice: '1.08450',
      estAmount: '108450.00',
      estFee: '0.00',
      spreadCost: '2.00',
      hold: '3615.00',
      margin: '3615.00',
      maintMargin: '1807.50',
      liquidationPrice: '1.06643',
      liquidationPercent: '-1.67',
      worstLoss: '3615.00',
      swapPerNight: '-7.53',
      availableBefore: '5000.00',
      availableAfter: '1385.00',
      walletType: 'FOREX',
    })
    const future = await harness.ask(
      orders.preview,
      { stockCode: 'SES-2026Z', market: 'FUT', direction: 1, orderType: 0, quantity: '1' },
      customer.token,
    )
    expect(future).toMatchObject({
      margin: '15000.00',
      estFee: '1.20',
      closingFee: '1.20',
      liquidationPrice: '5038.00',
      liquidationPercent: '0.56',
      worstLoss: '15001.20',
      swapPerNight: null,
    })
  })

  it('the preview says as much to somebody without the money, and placing it is still refused', async () => {
    const stranger = await harness.newCustomer()
    const order = { stockCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0, quantity: '1' } as const
    expect(await harness.ask(orders.preview, order, stranger.token)).toMatchObject({
      margin: '15000.00',
      estFee: '1.20',
      hold: '15002.40',
      availableBefore: '0.00',
      availableAfter: '-15001.20',
      worstLoss: '15001.20',
    })
    const placing = { ...order, goldCode: order.stockCode }
    expect(await harness.call(orders.createMargin, placing, stranger.token)).toMatchObject({ code: 3009 })
  })

  it('says why nothing can be opened: the money for the least there is', async () => {
    const stranger = await harness.newCustomer()
    const sizes = { stockCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0 } as const
    expect(await harness.ask(positions.sizes, sizes, stranger.token)).toMatchObject({ full: '0', fullWithOthers: '6', limitedBy: null })
    for (const fromWalletType of ['STOCK', 'US_WALLET'] as const)
      await harness.ask(transfers.create, { fromWalletType, toWalletType: 'FOREX', amount: '50000' }, stranger.token)
    expect(await harness.ask(positions.sizes, sizes, stranger.token)).toMatchObject({ full: '0', fullWithOthers: '0', limitedBy: 'money' })
    expect((await harness.ask(positions.sizes, sizes, customer.token)).limitedBy).toBeNull()
  })

  it('full and half are what the wallet carries (L.7)', async () => {
    const sizes = { stockCode: 'SES-2026Z', market: 'FUT', direction: 0, orderType: 0 } as const
    expect(await harness.ask(positions.sizes, sizes, customer.token)).toMatchObject({ full: '2', half: '1', available: '40000.00' })
    const lots = { stockCode: 'EURUSD', market: 'FX', direction: 0, orderType: 1, price: '1.08450', leverage: 30 } as const
    expect(await harness.ask(positions.sizes, lots, customer.token)).toMatchObject({ full: '1.38', half: '0.69', available: '5000.00' })
  })
})

it('a future may be bought and sold below zero', async () => {
  harness.market.otherPrices['FUT:SCL-2027F'] = ['-37.63', '-37.62']
  await harness.pass(250)
  const oil = { goldCode: 'SCL-2027F', market: 'FUT', direction: 1, orderType: 1, price: '-37.63', quantity: '1' } as const
  const { position } = await open(oil)
  expect(position).toMatchObject({ avgPrice: '-37.63', direction: 1, margin: '6200.00', liquidationPrice: '-37.03' })
  await harness.ask(positions.close, { id: position.id, orderType: 1, price: '-37.62' }, customer.token)
  await harness.pass(250)
  expect(await wallet('FUTURE')).toMatchObject({ balance: '39987.60', usedBalance: '0.00' })
  harness.market.otherPrices['FUT:SCL-2027F'] = ['71.20', '71.21']
})
