import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { reference } from '@rueda/contract/reference.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDue } from '../ledger/settle-due.ts'
import { verifyBooks } from '../integrity/verify/verify.ts'
import { fundWallet } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const inArgentina = { stockCode: 'LPAM', market: 'AR' } as const
const inTaiwan = { stockCode: '8301' } as const

async function newCustomer(): Promise<Customer> {
  const made = await harness.newCustomer()
  await fundWallet(harness.writePath, made.accountId, 'AR', 400_000_000n)
  await fundWallet(harness.writePath, made.accountId, 'TW', 3_000_000n)
  return made
}

const wallet = async (type: 'AR' | 'TW') => {
  const all = await harness.ask(wallets.all, {}, customer.token)
  return all.wallets.find(({ walletType }) => walletType === type)
}
const order = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]
/** The odd-lot book matches every five seconds. */
const CALL_EVERY_MS = 5_000
const toNextCall = () => harness.pass(CALL_EVERY_MS)
const cleanBooks = async () => {
  const { checks } = await verifyBooks(harness.app.pool, null, () => performance.now())
  return checks.filter(({ offending }) => offending.length > 0).map(({ id, offending }) => [id, offending])
}

describe('an order in Argentina', () => {
  beforeAll(async () => {
    customer = await newCustomer()
  })

  it('buys 400 at 7 450 for 2 999 831.90 in all, out of the wallet in pesos', async () => {
    const placed = await harness.ask(
      orders.create,
      { ...inArgentina, direction: 0, orderType: 1, price: '7450', quantity: '400' },
      customer.token,
    )
    expect(placed).toMatchObject({ holdAmount: '2999831.90', handlingFee: '19831.90', currency: 'ARS' })
    await harness.pass(250)
    expect(await order(placed.orderId)).toMatchObject({
      status: 1,
      filledQuantity: '400',
      avgPrice: '7450',
      handlingFee: '14900.00',
      tax: '4931.90',
      settle: '24hs',
    })
    expect(await wallet('AR')).toMatchObject({ available: '1000168.10', currency: 'ARS' })
    const { list } = await harness.ask(positions.holding, { source: 'ARG' }, customer.token)
    const { totalMarketValue, currency } = await harness.ask(positions.holding, { source: 'ARG' }, customer.token)
    // 400 at 7,445, the market's last trade, in dollars at 1,486.50.
    expect({ totalMarketValue, currency }).toEqual({ totalMarketValue: '2003.36', currency: 'USD' })
    expect(list).toMatchObject([{ stockCode: 'LPAM', quantity: '400', costAmount: '2999831.90', currency: 'ARS', source: 'ARG' }])
  })

  it('is shown beforehand to the cent', async () => {
    const preview = await harness.ask(
      orders.preview,
      { ...inArgentina, direction: 0, orderType: 1, price: '7450', quantity: '100' },
      customer.token,
    )
    expect(preview).toMatchObject({ estCost: '749957.98', walletType: 'AR', currency: 'ARS', hold: '749957.98' })
    expect(preview.fees.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['COMMISSION', '3725.00'],
      ['MARKET_FEE', '372.50'],
      ['VAT', '860.48'],
    ])
  })

  it('sells for contado inmediato, and the proceeds may leave at once', async () => {
    const { orderId } = await harness.ask(
      orders.create,
      { ...inArgentina, direction: 1, orderType: 1, price: '7445', quantity: '100', settle: 'CI' },
      customer.token,
    )
    await harness.pass(250)
    expect(await order(orderId)).toMatchObject({ status: 1, settle: 'CI' })
    expect(await wallet('AR')).toMatchObject({ unsettled: '0.00', available: '1739713.45', withdrawable: '1739713.45' })
  })

  it('sells at 24 hours, and the proceeds may leave when they have settled', async () => {
    await harness.ask(orders.create, { ...inArgentina, direction: 1, orderType: 0, quantity: '100' }, customer.token)
    await harness.pass(250)
    expect(await wallet('AR')).toMatchObject({ unsettled: '739545.35', withdrawable: '1739713.45' })
    await settleDue(harness.app, 'AR', '2026-11-19')
    expect(await wallet('AR')).toMatchObject({ unsettled: '0.00', withdrawable: '2479258.80' })
    expect(await cleanBooks()).toEqual([])
  })

  it.each([
    [{ price: '7452' }, 3006, { tick: '5' }],
    [{ price: '8570' }, 3007, { low: '6330', high: '8560' }],
    [{ price: '6325' }, 3007, { low: '6330', high: '8560' }],
    [{ quantity: '0.5' }, 3004, { num: '1' }],
    [{ quantity: '1.5' }, 3005, { step: '1' }],
    [{ orderType: 0, tif: 4 }, 3008, { field: 'tif' }],
    [{ leverage: 2 }, 3012, { most: 1 }],
    [{ quantity: '200000' }, 3015, { limit: '750000000.00' }],
    [{ quantity: '1000' }, 3009, { available: '2479258.80' }],
    [{ direction: 1, quantity: '201' }, 3010, { available: '200' }],
  ] as const)('is refused with %j: %i', async (change, code, data) => {
    const body = { ...inArgentina, direction: 0, orderType: 1, price: '7450', quantity: '1', ...change } as const
    expect(await harness.call(orders.create, body, customer.token)).toMatchObject({ code, data })
  })

  it('a way of settling that the market does not have is refused', async () => {
    const body = { stockCode: 'TEST', direction: 0, orderType: 1, price: '180', quantity: '1', settle: 'CI' } as const
    expect(await harness.call(orders.create, body, customer.token)).toMatchObject({ code: 3008, data: { field: 'settle' } })
  })

  it('holds a stop at its stop and two percent in pesos, and gives all of it back when it is cancelled', async () => {
    const before = await wallet('AR')
    const stop = { ...inArgentina, direction: 0, orderType: 2, stopPrice: '7500', quantity: '10' } as const
    const { orderId } = await harness.ask(orders.create, stop, customer.token)
    // 7 500 × 1.02 = 7 650; with commission, market fee and the tax on both 77 009.11.
    expect(await order(orderId)).toMatchObject({ subStatus: 'HELD', stopPrice: '7500', holdAmount: '77009.11', currency: 'ARS' })
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({ subStatus: 'CANCELLED' })
    expect(await wallet('AR')).toEqual(before)
    expect(await cleanBooks()).toEqual([])
  })
})

describe('an order in Taiwan', () => {
  beforeAll(async () => {
    customer = await newCustomer()
  })

  it('buys 2 000 at 612 for 1 225 744', async () => {
    const placed = await harness.ask(
      orders.createInTaiwan,
      { ...inTaiwan, direction: 0, orderType: 1, price: '612', quantity: '2000' },
      customer.token,
    )
    expect(placed).toMatchObject({ holdAmount: '1225744', handlingFee: '1744', currency: 'TWD' })
    expect(placed.parts).toBeUndefined()
    await harness.pass(250)
    expect(await order(placed.orderId)).toMatchObject({ status: 1, handlingFee: '1744', tax: '0', amount: '1224000' })
    expect(await wallet('TW')).toMatchObject({ available: '1774256' })
  })

  it('sells what was bought on the same day for half the tax', async () => {
    const body = { ...inTaiwan, market: 'TW', direction: 1, orderType: 1, price: '611', quantity: '1000' } as const
    const preview = await harness.ask(orders.preview, body, customer.token)
    expect(preview.fees.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['COMMISSION', '870'],
      ['TRANSACTION_TAX', '916'],
    ])
    const { orderId } = await harness.ask(
      orders.createInTaiwan,
      { ...inTaiwan, direction: 1, orderType: 1, price: '611', quantity: '1000' },
      customer.token,
    )
    await harness.pass(250)
    expect(await order(orderId)).toMatchObject({ status: 1, handlingFee: '870', tax: '916' })
    expect(await wallet('TW')).toMatchObject({ unsettled: '609214', available: '2383470' })
  })

  it('1 500 become a board lot of 1 000 and an odd lot of 500, with a fee each (L.5)', async () => {
    const placed = await harness.ask(
      orders.createInTaiwan,
      { ...inTaiwan, direction: 0, orderType: 1, price: '600', quantity: '1500' },
      customer.token,
    )
    expect(placed).toMatchObject({ status: 0, holdAmount: '901282', handlingFee: '1282' })
    expect(placed.parts?.map(({ quantity }) => quantity)).toEqual(['1000', '500'])
    const whole = await order(placed.orderId)
    expect(whole).toMatchObject({ id: placed.orderId, quantity: '1500', status: 0, holdAmount: '901282', cancellable: 1 })
    const [board, odd] = placed.parts ?? []
    expect(await order(board?.orderId ?? '')).toMatchObject({ quantity: '1000', holdAmount: '600855', splitFrom: placed.orderId })
    expect(await order(odd?.orderId ?? '')).toMatchObject({ quantity: '500', holdAmount: '300427', splitFrom: placed.orderId })
    await harness.ask(orders.cancel, { orderId: odd?.orderId ?? '' }, customer.token)
    expect(await order(placed.orderId)).toMatchObject({ status: 3, cancellable: 1, holdAmount: '600855' })
    expect(await harness.ask(orders.cancel, { orderId: placed.orderId }, customer.token)).toMatchObject({
      status: 2,
      cancellable: 0,
      holdAmount: '0',
    })
    expect(await wallet('TW')).toMatchObject({ available: '2383470', usedBalance: '0' })
  })

  it('cancelling the whole ends both parts', async () => {
    const { orderId } = await harness.ask(
      orders.createInTaiwan,
      { ...inTaiwan, direction: 0, orderType: 1, price: '599', quantity: '1500' },
      customer.token,
    )
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({
      status: 2,
      quantity: '1500',
      filledQuantity: '0',
    })
    expect(await wallet('TW')).toMatchObject({ available: '2383470', usedBalance: '0' })
    const again = { 'idempotency-key': 'cancel-the-whole-again' }
    expect(await harness.call(orders.cancel, { orderId }, customer.token, again)).toMatchObject({ code: 3013 })
  })

  it('both parts fill, and the whole is complete', async () => {
    const placed = await harness.ask(
      orders.createInTaiwan,
      { ...inTaiwan, direction: 0, orderType: 1, price: '612', quantity: '1500' },
      customer.token,
    )
    expect(placed).toMatchObject({ handlingFee: '1308', holdAmount: '919308' })
    const [board, odd] = placed.parts ?? []
    await harness.pass(250)
    expect(await order(placed.orderId)).toMatchObject({ status: 3, filledQuantity: '1000' })
    expect(await order(board?.orderId ?? '')).toMatchObject({ status: 1, filledQuantity: '1000', avgPrice: '612' })
    expect(await order(odd?.orderId ?? '')).toMatchObject({ status: 0, filledQuantity: '0' })
    await toNextCall()
    const { timeline = [] } = (await order(odd?.orderId ?? '')) ?? {}
    const fills = (timeline ?? []).filter(({ kind }) => kind === 'filled')
    expect(fills).toMatchObject([{ price: '612', quantity: '500' }])
    expect(fills.map(({ eventTimestamp }) => eventTimestamp % CALL_EVERY_MS)).toEqual([0])
    expect(await order(placed.orderId)).toMatchObject({ status: 1, filledQuantity: '1500', amount: '918000', handlingFee: '1308' })
    const { list } = await harness.ask(positions.holding, { source: 7 }, customer.token)
    expect(list).toMatchObject([{ stockCode: '8301', quantity: '2500', source: 7, currency: 'TWD' }])
    expect(await cleanBooks()).toEqual([])
  })

  it('has its own list of what is held, was closed and was ordered, page by page', async () => {
    const page = (input: InputOf<typeof positions.taiwan>) => harness.ask(positions.taiwan, input, customer.token)
    expect(await page({})).toMatchObject({ list: [{ stockCode: '8301', quantity: '2500' }], total: 1, pages: 1 })
    expect(await page({ status: 1 })).toMatchObject({ list: [], total: 0, pages: 0 })
    const { list, total } = await page({ status: 2, pageSize: 2 })
    expect(list).toMatchObject([
      { source: 7, status: 1 },
      { source: 7, status: 1 },
    ])
    expect(total).toBe((await harness.ask(orders.list, { source: 7 }, customer.token)).total)
  })

  it('is meant by its source where its name is not said', async () => {
    const asked = { stockCode: '8301', direction: 0, orderType: 1, price: '612' } as const
    const named = await harness.ask(positions.sizes, { ...asked, market: 'TW' }, customer.token)
    expect(await harness.ask(positions.sizes, { ...asked, source: 7 }, customer.token)).toEqual(named)
    expect((await harness.ask(orders.preview, { ...asked, source: 7, quantity: '1000' }, customer.token)).walletType).toBe('TW')
    const rules = await harness.ask(reference.minimumCount, { stockCode: '8301', source: 7 })
    expect(rules).toMatchObject({ minCount: '1', step: '1', lotSize: '1000', tickSize: '1', oddLotAllowed: 1 })
    const { stockCode } = inArgentina
    const argentine = { stockCode, source: 'ARG', direction: 0, orderType: 1, price: '7450', quantity: '1' } as const
    expect((await harness.ask(orders.preview, argentine, customer.token)).walletType).toBe('AR')
    expect(await harness.ask(reference.minimumCount, { stockCode, source: 'ARG' })).toMatchObject({ lotSize: '1', oddLotAllowed: 0 })
  })

  it('closing a position of lots and less sells both parts', async () => {
    const [held] = (await harness.ask(positions.holding, { source: 7 }, customer.token)).list
    const closed = await harness.ask(positions.close, { id: held?.id ?? '', orderType: 1, price: '611' }, customer.token)
    expect(closed.parts?.map(({ quantity }) => quantity)).toEqual(['2000', '500'])
    await toNextCall()
    expect((await harness.ask(positions.holding, { source: 7 }, customer.token)).total).toBe(0)
    await settleDue(harness.app, 'TW', '2026-11-20')
    expect(await wallet('TW')).toMatchObject({ unsettled: '0' })
    expect(await cleanBooks()).toEqual([])
  })

  it.each([
    [{ orderType: 0, quantity: '500' }, 3008, { field: 'orderType' }],
    [{ orderType: 0, quantity: '1500' }, 3008, { field: 'orderType' }],
    [{ tif: 2, quantity: '500' }, 3008, { field: 'tif' }],
    [{ tif: 1 }, 3008, { field: 'tif' }],
    [{ price: '612.5' }, 3006, { tick: '1' }],
    [{ price: '673' }, 3007, { low: '550', high: '672' }],
    [{ price: '549' }, 3007, { low: '550', high: '672' }],
    [{ quantity: '100000' }, 3015, { limit: '16000000' }],
    [{ quantity: '9000' }, 3009, {}],
    [{ stockCode: 'NONE' }, 3000, {}],
  ] as const)('is refused with %j: %i', async (change, code, data) => {
    const body = { ...inTaiwan, direction: 0, orderType: 1, price: '611', quantity: '1000', ...change } as const
    expect(await harness.call(orders.createInTaiwan, body, customer.token)).toMatchObject({ code, data })
  })

  it('the largest order is told in lots, and in less where no lot can be paid', async () => {
    customer = await harness.newCustomer()
    await fundWallet(harness.writePath, customer.accountId, 'TW', 300_000n)
    const asked = { ...inTaiwan, market: 'TW', direction: 0, orderType: 1, price: '612' } as const
    expect(await harness.ask(positions.sizes, asked, customer.token)).toMatchObject({
      full: '489',
      half: '244',
      available: '300000',
      estFee: '426',
    })
    expect(await harness.ask(reference.minimumCount, { stockCode: '8301', market: 'TW' })).toMatchObject({
      minCount: '1',
      step: '1',
      lotSize: '1000',
      tickSize: '1',
      oddLotAllowed: 1,
    })
  })
})
