import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { refuse } from '@rueda/rules/result.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A market without movement at 182.36 × 182.37, 300 on each side, and a customer with 50 000.00 in STOCK. */
let harness: Harness
let customer: Customer

beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await harness.newCustomer()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0 } as const
const SELL = { ...BUY, direction: 1 } as const
const SIZES = { ...SELL } as const

const place = (input: Parameters<typeof harness.ask<typeof orders.create>>[1]) => harness.ask(orders.create, input, customer.token)
const row = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
const held = async () => (await harness.ask(positions.holding, {}, customer.token)).list[0]
const CLOSED = {
  from: 0,
  phase: 'CLOSED',
  tradeDate: '2026-11-18',
  matching: false,
  opensAt: 0,
  closesAt: Number.MAX_SAFE_INTEGER,
} as const

describe('a purchase by amount (rule book P.5)', () => {
  it('of 100.00 buys 0.540203 shares for 99.02, and what was held beyond comes back', async () => {
    const asked = { ...BUY, amount: '100.00' }
    const preview = await harness.ask(orders.preview, asked, customer.token)
    expect(preview).toMatchObject({
      quantity: '0.540203',
      estAmount: '98.52',
      estFee: '0.50',
      estCost: '99.02',
      worstPrice: '184.19',
      hold: '100.00',
    })
    const { orderId } = await place(asked)
    await harness.pass(250)
    expect(await row(orderId)).toMatchObject({
      status: 1,
      quantity: '0.540203',
      filledQuantity: '0.540203',
      amount: '98.52',
      handlingFee: '0.50',
    })
    expect(await stock()).toMatchObject({ balance: '49900.98', usedBalance: '0.00' })
    expect(await held()).toMatchObject({ quantity: '0.540203', availableQuantity: '0.540203', costAmount: '99.02' })
  })

  it('asked twice under one key is one order', async () => {
    const key = { 'idempotency-key': 'a-key-of-a-purchase-by-amount' }
    const first = await harness.call(orders.create, { ...BUY, amount: '100.00' }, customer.token, key)
    harness.market.asks = [['190.00', 300]]
    expect((await harness.call(orders.create, { ...BUY, amount: '100.00' }, customer.token, key)).data).toEqual(first.data)
    expect((await harness.ask(orders.list, {}, customer.token)).total).toBe(1)
  })

  it.each([
    ['too little', 5005, { ...BUY, amount: '1.40' }],
    ['more than there is', 3009, { ...BUY, amount: '50000.50' }],
    ['a sale', 1000, { ...SELL, amount: '100.00' }],
    ['both', 1000, { ...BUY, amount: '100.00', quantity: '1' }],
    ['neither', 1001, BUY],
    ['a stop', 3008, { ...BUY, orderType: 2, stopPrice: '190.00', amount: '100.00' }],
    ['good till cancelled', 3008, { ...BUY, orderType: 1, price: '182.00', tif: 1, amount: '100.00' }],
  ] as const)('refuses %s with %i, and nothing has changed', async (_what, code, input) => {
    expect(await harness.call(orders.create, input, customer.token)).toMatchObject({ status: 200, code })
    if (code !== 3009) expect(await harness.call(orders.preview, input, customer.token)).toMatchObject({ status: 200, code })
    expect(await stock()).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
  })
})

describe('purchases of parts switched off', () => {
  it('refuse parts and leave whole shares and sales alone', async () => {
    await place({ ...BUY, quantity: '2.5' })
    await harness.pass(250)
    const { switches } = harness.app
    vi.spyOn(switches, 'refusal').mockImplementation((name) => (name === 'fractions' ? refuse('feature.disabled') : null))
    expect(await harness.call(orders.create, { ...BUY, amount: '100.00' }, customer.token)).toMatchObject({ code: 1006 })
    expect(await harness.call(orders.preview, { ...BUY, amount: '100.00' }, customer.token)).toMatchObject({ code: 1006 })
    expect(await harness.ask(positions.sizes, { ...SIZES, direction: 0 }, customer.token)).toMatchObject({ fractionStep: null })
    expect(await harness.ask(positions.sizes, SIZES, customer.token)).toMatchObject({ fractionStep: '0.000001' })
    await place({ ...BUY, quantity: '1' })
    await place({ ...SELL, quantity: '0.5' })
    await harness.pass(250)
    expect(await held()).toMatchObject({ quantity: '3' })
  })

  it('on margin an order names its quantity', async () =>
    expect(await harness.call(orders.preview, { ...BUY, market: 'FUT', stockCode: 'SES', amount: '100.00' }, customer.token)).toMatchObject(
      { code: 1001 },
    ))
})

describe('a part of a share', () => {
  it('is sold with "everything", and the position ends without crumbs', async () => {
    await place({ ...BUY, quantity: '5' })
    await place({ ...BUY, amount: '100.00' })
    await harness.pass(250)
    expect(await held()).toMatchObject({ quantity: '5.540203' })
    expect(await harness.ask(positions.sizes, SIZES, customer.token)).toMatchObject({
      full: '5.540203',
      step: '1',
      fractionStep: '0.000001',
    })
    const position = await held()
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(250)
    expect(await held()).toBeUndefined()
  })

  it('waits at a limit, can be amended and cancelled, and gives its hold back', async () => {
    const { orderId } = await place({ ...BUY, orderType: 1, price: '150.00', quantity: '2.5' })
    expect(await harness.call(orders.amend, { orderId, quantity: '2' }, customer.token)).toMatchObject({ code: 3005 })
    expect(await harness.ask(orders.amend, { orderId, quantity: '1.25' }, customer.token)).toMatchObject({
      quantity: '1.25',
      holdAmount: '188.00',
    })
    expect(await harness.ask(orders.amend, { orderId, price: '151.00' }, customer.token)).toMatchObject({
      price: '151.00',
      holdAmount: '189.25',
    })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await stock()).toMatchObject({ available: '50000.00', usedBalance: '0.00' })
  })

  it('outside the session is neither bought nor sold, and whole shares are queued as ever', async () => {
    await place({ ...BUY, quantity: '2.5' })
    await harness.pass(250)
    harness.market.sessions = [CLOSED]
    await harness.pass(250)
    const position = await held()
    expect(await harness.call(orders.create, { ...BUY, amount: '100.00' }, customer.token)).toMatchObject({ code: 3001 })
    expect(await harness.call(positions.close, { id: position?.id ?? '' }, customer.token)).toMatchObject({ code: 3001 })
    expect(await harness.ask(positions.sizes, SIZES, customer.token)).toMatchObject({ full: '2', fractionStep: null })
    expect(await harness.ask(positions.close, { id: position?.id ?? '', quantity: '2' }, customer.token)).toMatchObject({
      subStatus: 'QUEUED',
    })
  })

  it('is worth its part in the lots and the day’s result', async () => {
    await place({ ...BUY, amount: '100.00' })
    await harness.pass(250)
    const position = await held()
    const { lots } = await harness.ask(positions.lots, { id: position?.id ?? '' }, customer.token)
    expect(lots).toMatchObject([{ quantity: '0.540203', costAmount: '99.02' }])
    expect(position).toMatchObject({ marketValue: '98.51' })
  })
})
