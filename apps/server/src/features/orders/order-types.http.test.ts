import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A market that stands still at 182.36 × 182.37, and customers with 50 000.00 in STOCK. */
let harness: Harness
let customer: Customer
/** After this time, the taken depth is back. */
const REFILL_MS = 900_000
const CYCLE_MS = 250

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
})
beforeEach(async () => {
  await harness.pass(REFILL_MS)
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

type Ask = InputOf<typeof orders.create>
const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '100' } as const
const SELL = { ...BUY, direction: 1 } as const
const place = async (input: Ask): Promise<string> => (await harness.ask(orders.create, input, customer.token)).orderId
const row = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const all = async () => (await harness.ask(orders.list, {}, customer.token)).list
const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
const held = async () => (await harness.ask(positions.holding, {}, customer.token)).list[0]

async function trade(price: string, quantity = 1): Promise<void> {
  harness.market.print(harness.app.clock.now() + 100, 'sell', price, quantity)
  await harness.pass(CYCLE_MS)
}
async function holding(quantity = '100'): Promise<void> {
  await place({ ...BUY, quantity })
  await harness.pass(CYCLE_MS)
}

describe('a stop', () => {
  it('is held, let go by a trade, filled, and tells its life', async () => {
    const orderId = await place({ ...BUY, orderType: 2, stopPrice: '185.00' })
    expect(await row(orderId)).toMatchObject({
      status: 0,
      subStatus: 'HELD',
      stopPrice: '185.00',
      price: null,
      holdAmount: '18875.66',
      cancellable: 1,
    })
    await trade('184.99')
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD' })
    await trade('185.00')
    const filled = await row(orderId)
    expect(filled).toMatchObject({ status: 1, avgPrice: '182.37', holdAmount: '0.00' })
    expect(filled?.timeline).toMatchObject([
      { kind: 'accepted' },
      { kind: 'triggered', price: '185.00' },
      { kind: 'filled', price: '182.37', quantity: '100' },
    ])
    expect(await stock()).toMatchObject({ usedBalance: '0.00', available: '31757.53' })
  })

  it('of a sale holds the shares and can be cancelled', async () => {
    await holding()
    const orderId = await place({ ...SELL, orderType: 2, stopPrice: '170.00' })
    expect(await held()).toMatchObject({ availableQuantity: '0' })
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({ subStatus: 'CANCELLED' })
    expect(await held()).toMatchObject({ availableQuantity: '100' })
    expect((await row(orderId))?.timeline).toMatchObject([{ kind: 'accepted' }, { kind: 'ended', reason: 'CANCELLED' }])
  })

  it('that trails follows the market, and its stop is told', async () => {
    await holding()
    const orderId = await place({ ...SELL, orderType: 4, trailPercent: '5' })
    expect(await row(orderId)).toMatchObject({ subStatus: 'HELD', stopPrice: '173.24', trailPercent: '5' })
    await trade('190.00')
    expect(await row(orderId)).toMatchObject({ stopPrice: '180.50' })
    await trade('180.50')
    expect(await row(orderId)).toMatchObject({ status: 1, avgPrice: '182.36' })
  })

  it.each([
    ['parameter.missing', 1001, { orderType: 2 }],
    ['parameter.missing', 1001, { orderType: 4 }],
    ['parameter.invalid', 1000, { orderType: 4, trailPercent: '60' }],
    ['price.tick', 3006, { orderType: 2, stopPrice: '190.005' }],
    ['price.outside_band', 3007, { orderType: 2, stopPrice: '182.36' }],
    ['price.outside_band', 3007, { takeProfit: '182.37' }],
    ['price.outside_band', 3007, { stopLoss: '182.37' }],
    ['order.type_unsupported', 3008, { orderType: 2, stopPrice: '190.00', tif: 3 }],
    ['order.type_unsupported', 3008, { orderType: 2, stopPrice: '190.00', tif: 4 }],
    ['parameter.invalid', 1000, { direction: 1, takeProfit: '190.00' }],
  ] as const)('refuses %s with %i', async (_, code, change) => {
    expect(await harness.call(orders.create, { ...BUY, ...change } as Ask, customer.token)).toMatchObject({ status: 200, code })
    expect((await all()).length).toBe(0)
  })
})

describe('a bracket', () => {
  const BRACKET = { ...BUY, takeProfit: '200.00', stopLoss: '170.00' } as const

  it('puts the shares on sale twice and holds them once; taking the profit ends the stop', async () => {
    const parentId = await place(BRACKET)
    await harness.pass(CYCLE_MS)
    const [first, second] = (await all()).filter((order) => order.parentId === parentId)
    expect(new Set([first?.orderType, second?.orderType])).toEqual(new Set([1, 2]))
    expect([first?.quantity, second?.quantity]).toEqual(['100', '100'])
    expect(await held()).toMatchObject({ quantity: '100', availableQuantity: '0' })

    await trade('200.00', 10_000)
    await trade('200.01', 10_000)
    const ended = (await all()).filter((order) => order.parentId === parentId)
    expect(ended.find(({ orderType }) => orderType === 1)).toMatchObject({ status: 1, avgPrice: '200.00' })
    expect(ended.find(({ orderType }) => orderType === 2)).toMatchObject({ status: 2, subStatus: 'SIBLING_FILLED', filledQuantity: '0' })
    expect(await held()).toBeUndefined()
  })

  it('stops the loss, and the limit ends', async () => {
    const parentId = await place(BRACKET)
    await harness.pass(CYCLE_MS)
    await trade('169.00')
    const ended = (await all()).filter((order) => order.parentId === parentId)
    expect(ended.find(({ orderType }) => orderType === 2)).toMatchObject({ status: 1, filledQuantity: '100' })
    expect(ended.find(({ orderType }) => orderType === 1)).toMatchObject({ status: 2, subStatus: 'SIBLING_FILLED' })
  })

  it('closing the position ends both exits', async () => {
    const parentId = await place(BRACKET)
    await harness.pass(CYCLE_MS)
    const position = await held()
    const closing = { ...SELL, orderType: 0, positionId: position?.id ?? '' } as const
    expect(await harness.ask(orders.preview, closing, customer.token)).toMatchObject({ hold: '100' })
    await harness.ask(positions.close, { id: position?.id ?? '', orderType: 0 }, customer.token)
    await harness.pass(CYCLE_MS)
    expect(await held()).toBeUndefined()
    const exits = (await all()).filter((order) => order.parentId === parentId)
    expect(exits.map(({ subStatus }) => subStatus)).toEqual(['POSITION_CLOSED', 'POSITION_CLOSED'])
  })

  it('a close that is refused leaves both exits standing', async () => {
    const parentId = await place(BRACKET)
    await harness.pass(CYCLE_MS)
    const position = await held()
    const close = { id: position?.id ?? '', orderType: 1, price: '182.375' } as const
    expect(await harness.call(positions.close, close, customer.token)).toMatchObject({ code: 3006 })
    await trade('169.00')
    expect((await all()).find((order) => order.parentId === parentId && order.orderType === 2)).toMatchObject({ status: 1 })
  })
})

describe('a limit sale with a stop', () => {
  it('is two orders; cancelling one leaves the other', async () => {
    await holding()
    const limitId = await place({ ...SELL, price: '200.00', stopLoss: '170.00' })
    const { siblingId } = (await row(limitId)) ?? {}
    expect(await row(siblingId ?? '')).toMatchObject({ subStatus: 'HELD', orderType: 2, stopPrice: '170.00', siblingId: limitId })
    await harness.ask(orders.cancel, { orderId: limitId }, customer.token)
    expect(await held()).toMatchObject({ availableQuantity: '0' })
    await trade('169.00')
    expect(await row(siblingId ?? '')).toMatchObject({ status: 1, filledQuantity: '100' })
  })
})

describe('POST /order/amend', () => {
  const RESTING = { ...BUY, price: '150.00', tif: 1 } as const

  it('of less gives money back and keeps the place; of another price is filled at it', async () => {
    const orderId = await place(RESTING)
    expect(await harness.ask(orders.amend, { orderId, quantity: '60' }, customer.token)).toMatchObject({
      quantity: '60',
      holdAmount: '9002.70',
    })
    expect(await harness.ask(orders.amend, { orderId, price: '182.37' }, customer.token)).toMatchObject({
      price: '182.37',
      holdAmount: '10945.48',
    })
    await harness.pass(CYCLE_MS)
    const amended = await row(orderId)
    expect(amended).toMatchObject({ status: 1, filledQuantity: '60', holdAmount: '0.00' })
    expect(amended?.timeline?.map(({ kind }) => kind)).toEqual(['accepted', 'amended', 'amended', 'filled'])
  })

  it('says before what it would do, and does nothing', async () => {
    const orderId = await place({ ...RESTING, quantity: '20' })
    const before = await stock()
    const preview = (change: object) => harness.ask(orders.previewAmend, { orderId, ...change }, customer.token)
    expect(await preview({ quantity: '100', price: '183.00' })).toMatchObject({
      ...{ estPrice: '182.37', worstPrice: '183.00', estAmount: '18237.00', estFee: '5.47', holdBefore: '3000.90', holdAfter: '18305.49' },
      ...{ availableBefore: '46999.10', availableAfter: '31694.51', missing: null, bid: '182.36', ask: '182.37', executes: 1, asksMore: 1 },
    })
    expect(await preview({ quantity: '1000' })).toMatchObject({ holdAfter: '150045.00', missing: '100045.00', executes: 0, asksMore: 1 })
    expect(await preview({ quantity: '10' })).toMatchObject({ holdAfter: '1500.50', executes: 0, asksMore: 0 })
    expect((await harness.call(orders.previewAmend, { orderId, price: '150.005' }, customer.token)).code).toBe(3006)
    const other = await harness.newCustomer()
    expect((await harness.call(orders.previewAmend, { orderId, quantity: '10' }, other.token)).code).toBe(1002)
    expect([await row(orderId), await stock()]).toMatchObject([{ quantity: '20', price: '150.00' }, before])
  })

  it('of a sale says it too', async () => {
    await holding()
    const orderId = await place({ ...SELL, price: '190.00' })
    expect(await harness.ask(orders.previewAmend, { orderId, price: '182.00' }, customer.token)).toMatchObject({
      ...{ estPrice: '182.36', estAmount: '18236.00', holdBefore: null, holdAfter: null, executes: 1, asksMore: 1 },
    })
  })

  it('moves the stop of a held order, and the venue knows of it', async () => {
    await holding()
    const orderId = await place({ ...SELL, orderType: 2, stopPrice: '170.00' })
    await harness.ask(orders.amend, { orderId, stopPrice: '175.00' }, customer.token)
    await trade('174.99')
    expect(await row(orderId)).toMatchObject({ status: 1 })
  })

  it('refuses what is wrong, in the order of a new order, and the order works on', async () => {
    const orderId = await place(RESTING)
    const amend = async (change: object) => (await harness.call(orders.amend, { orderId, ...change }, customer.token)).code
    expect(await amend({})).toBe(1001)
    expect(await amend({ quantity: '1.5', price: '150.005' })).toBe(3005)
    expect(await amend({ price: '150.005' })).toBe(3006)
    expect(await amend({ price: '300.00' })).toBe(3007)
    expect(await amend({ quantity: '3000' })).toBe(3015)
    expect(await amend({ quantity: '400' })).toBe(3009)
    expect(await amend({ stopPrice: '190.00' })).toBe(1000)
    await trade('149.00', 10_000)
    expect(await row(orderId)).toMatchObject({ status: 1, filledQuantity: '100' })
  })

  it('refuses what has ended and what is somebody else’s', async () => {
    const orderId = await place(RESTING)
    const other = await harness.newCustomer()
    expect(await harness.call(orders.amend, { orderId, quantity: '50' }, other.token)).toMatchObject({ code: 1002 })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await harness.call(orders.amend, { orderId, quantity: '50' }, customer.token)).toMatchObject({ code: 3013 })
  })

  // The second is what the order had before: the venue and the ledger must not take the repetition for an amendment of now.
  it.each(['80', RESTING.quantity])('the same key gets the same answer, and the order is amended once, to %s since', async (since) => {
    const orderId = await place(RESTING)
    const headers = { 'idempotency-key': `amend-since-${since}` }
    const first = await harness.call(orders.amend, { orderId, quantity: '60' }, customer.token, headers)
    await harness.ask(orders.amend, { orderId, quantity: since }, customer.token)
    const again = await harness.call(orders.amend, { orderId, quantity: '60' }, customer.token, headers)
    expect(again.data).toEqual(first.data)
    expect(again.data).not.toHaveProperty('attempt')
    await trade('149.00', 10_000)
    expect(await row(orderId)).toMatchObject({ status: 1, filledQuantity: since })
  })
})

describe('POST /order/preview', () => {
  it('says where a trailing stop begins and what exits would bring', async () => {
    expect(await harness.ask(orders.preview, { ...BUY, takeProfit: '200.00', stopLoss: '170.00' }, customer.token)).toMatchObject({
      stopPrice: null,
      takeProfitResult: '1751.09',
      stopLossResult: '-1247.95',
    })
    await holding()
    expect(await harness.ask(orders.preview, { ...BUY, orderType: 4, trailPercent: '2' }, customer.token)).toMatchObject({
      stopPrice: '186.01',
      hold: '18978.69',
    })
  })
})
