import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settleDue } from '../ledger/settle-due.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** 150 bought at 182.37, as in the rule book's B.1. */
let harness: Harness
let customer: Customer
/** After this time, the taken depth is back. */
const REFILL_MS = 900_000

const BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '150' } as const

async function investor(): Promise<Customer> {
  await harness.pass(REFILL_MS)
  const someone = await harness.newCustomer()
  await harness.ask(orders.create, BUY, someone.token)
  await harness.pass(250)
  return someone
}

const held = async (who = customer) => (await harness.ask(positions.holding, {}, who.token)).list[0]

beforeAll(async () => {
  harness = await startHarness()
  // Customers' own trades must not move the numbers of the next test.
  harness.market.volatility = 0
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

describe('positions', () => {
  it('/position/me shows cost, value and result with fees in', async () => {
    customer = await investor()
    const page = await harness.ask(positions.holding, {}, customer.token)
    expect(page).toMatchObject({ total: 1, pages: 1, totalMarketValue: '27354.00', totalProfit: '-9.71', currency: 'USD' })
    expect(page.list[0]).toMatchObject({
      stockCode: 'TEST',
      quantity: '150',
      availableQuantity: '150',
      avgPrice: '182.42473333',
      costAmount: '27363.71',
      // The last of the market outside: a customer's own purchase does not move it (`docs/rules/quotes.md` P.2).
      currentPrice: '182.36',
      marketValue: '27354.00',
      profit: '-9.71',
      zdf: '-0.04',
      todayProfit: '-9.71',
      sellProfit: '0.00',
      status: 0,
      venue: 'SIM',
    })
  })

  it('/position/lots of a closed one tells which purchases its sales used up, and the next one begins anew', async () => {
    const someone = await investor()
    const first = (await held(someone))?.id ?? ''
    await harness.pass(REFILL_MS)
    await harness.ask(orders.create, { ...BUY, quantity: '50' }, someone.token)
    await harness.pass(REFILL_MS)
    await harness.ask(positions.close, { id: first }, someone.token)
    await harness.pass(REFILL_MS)
    await harness.ask(orders.create, { ...BUY, quantity: '10' }, someone.token)
    await harness.pass(250)
    const closed = await harness.ask(positions.lots, { id: first }, someone.token)
    expect(closed).toMatchObject({ position: { status: 1, quantity: '0' }, lots: [] })
    const bought = closed.disposals.map(({ quantity, costAmount }) => [quantity, costAmount])
    expect(bought).toEqual([
      ['50', '9121.24'],
      ['150', '27363.71'],
    ])
    const proceeds = closed.disposals.reduce((sum, { proceeds }) => sum + Number(proceeds), 0)
    const costs = bought.reduce((sum, [, cost]) => sum + Number(cost), 0)
    expect(Number(closed.lotProfit)).toBeCloseTo(proceeds - costs, 2)
    expect(Number(closed.position.sellProfit)).toBeCloseTo(proceeds - costs, 2)
    const next = await harness.ask(positions.lots, { id: (await held(someone))?.id ?? '' }, someone.token)
    expect(next).toMatchObject({ lots: [{ quantity: '10' }], disposals: [] })
  })

  it('/position/me of another market is empty', async () => {
    expect(await harness.ask(positions.holding, { source: 7 }, customer.token)).toMatchObject({
      list: [],
      total: 0,
      totalMarketValue: '0.00',
    })
  })

  it('/position/me lists what was bought in blocks where its type says so, and takes no list that has a call of its own', async () => {
    expect(await harness.ask(positions.holding, { type: 0 }, customer.token)).toMatchObject({ list: [{ stockCode: 'TEST' }], total: 1 })
    expect(await harness.ask(positions.holding, { type: 5 }, customer.token)).toMatchObject({
      list: [],
      total: 0,
      totalMarketValue: '0.00',
    })
    expect(await harness.ask(positions.holding, { type: 5, source: 0 }, customer.token)).toMatchObject({ list: [] })
    for (const type of [1, 2, 3, 4, 6])
      expect(await harness.call(positions.holding, { type: type as 0 }, customer.token)).toMatchObject({ code: 1000 })
  })

  it('a source and a market that disagree name no instrument', async () => {
    const wrong = { stockCode: 'TEST', market: 'US', source: 7, direction: 0, orderType: 0 } as const
    expect(await harness.call(positions.sizes, wrong, customer.token)).toMatchObject({ code: 3000 })
    expect(await harness.call(orders.preview, { ...wrong, quantity: '1' }, customer.token)).toMatchObject({ code: 3000 })
    expect(await harness.call(orders.create, { ...wrong, quantity: '1' }, customer.token)).toMatchObject({ code: 3000 })
    const onMargin = { goldCode: 'SES-2026Z', market: 'FUT', source: 2, direction: 0, orderType: 0, quantity: '1', leverage: 5 } as const
    expect(await harness.call(orders.createMargin, onMargin, customer.token)).toMatchObject({ code: 3000 })
  })

  it('/position/getByStock brings the position and what is working', async () => {
    await harness.ask(orders.create, { ...BUY, price: '150.00', quantity: '1' }, customer.token)
    const found = await harness.ask(positions.byStock, { stockCode: 'TEST' }, customer.token)
    expect(found.position).toMatchObject({ quantity: '150' })
    expect(found.orders).toMatchObject([{ price: '150.00', status: 0 }])
    expect(await harness.call(positions.byStock, { stockCode: 'NOPE' }, customer.token)).toMatchObject({ code: 3000 })
  })

  it('/position/getHalfOrFullNum: what the money buys, what the shares are', async () => {
    customer = await investor()
    expect(
      await harness.ask(positions.sizes, { stockCode: 'TEST', direction: 0, orderType: 1, price: '182.37' }, customer.token),
    ).toMatchObject({
      full: '124',
      half: '62',
      available: '22636.29',
      minCount: '1',
      step: '1',
      usedPrice: '182.37',
      limitedBy: null,
      leastHold: '182.87',
    })
    expect(await harness.ask(positions.sizes, { stockCode: 'TEST', direction: 1, orderType: 0 }, customer.token)).toMatchObject({
      full: '150',
      half: '75',
      available: '150',
      limitedBy: null,
    })
    await harness.ask(orders.create, { ...BUY, direction: 1, price: '190.00', quantity: '140' }, customer.token)
    expect(await harness.ask(positions.sizes, { stockCode: 'TEST', direction: 1, orderType: 0 }, customer.token)).toMatchObject({
      ...{ full: '10', limitedBy: 'orders', reserved: '140', leastHold: null },
    })
    expect(await harness.call(positions.sizes, { stockCode: 'NOPE', direction: 0, orderType: 0 }, customer.token)).toMatchObject({
      code: 3000,
    })
    expect(
      await harness.call(positions.sizes, { stockCode: 'TEST500', market: 'IDX', direction: 0, orderType: 0 }, customer.token),
    ).toMatchObject({ code: 3003 })
  })
})

describe('POST /position/flatPosition', () => {
  it('closes a part, then the rest; the result of each is realised', async () => {
    customer = await investor()
    const position = await held()
    await harness.ask(positions.close, { id: position?.id ?? '', quantity: '50' }, customer.token)
    await harness.pass(250)
    expect(await held()).toMatchObject({ quantity: '100', sellProfit: '-6.18' })
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(250)
    expect(await held()).toBeUndefined()
    const closed = await harness.ask(positions.closed, {}, customer.token)
    expect(closed.list[0]).toMatchObject({
      id: position?.id,
      status: 1,
      quantity: '0',
      closePrice: '182.36',
      closedQuantity: '150',
      costAmount: '0.00',
    })
  })

  it.each([
    ['quantity.step', 3005, { quantity: '1.5000001' }],
    ['position.insufficient', 3010, { quantity: '151' }],
    ['price.tick', 3006, { orderType: 1, price: '182.365' }],
    ['price.outside_band', 3007, { orderType: 1, price: '91.17' }],
    ['order.risk_limit', 3015, { orderType: 1, price: '10000000000' }],
  ] as const)('refuses %s', async (_, code, change) => {
    const someone = await investor()
    const position = await held(someone)
    expect(await harness.call(positions.close, { id: position?.id ?? '', ...change }, someone.token)).toMatchObject({ status: 200, code })
    expect(await held(someone)).toMatchObject({ availableQuantity: '150' })
  })

  it('refuses a closed position, and somebody else’s like a missing one', async () => {
    customer = await investor()
    const position = await held()
    const other = await harness.newCustomer()
    expect(await harness.call(positions.close, { id: position?.id ?? '' }, other.token)).toMatchObject({ code: 1002 })
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(250)
    expect(await harness.call(positions.close, { id: position?.id ?? '' }, customer.token)).toMatchObject({ code: 1005 })
    await harness.pass(2_000)
    expect(await harness.call(positions.close, { id: position?.id ?? '' }, customer.token)).toMatchObject({ code: 3019 })
  })

  it('closing needs no identity and works for a frozen account', async () => {
    customer = await investor()
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
    harness.app.sessions.changed(customer.accountId)
    const position = await held()
    expect(await harness.call(positions.close, { id: position?.id ?? '' }, customer.token)).toMatchObject({ code: 200 })
  })

  it('a request sent again gets the answer of the first, while the shares are on the order and after they are sold', async () => {
    customer = await investor()
    const position = await held()
    const sell = () => harness.call(positions.close, { id: position?.id ?? '' }, customer.token, { 'idempotency-key': 'once' })
    const first = await sell()
    expect(first).toMatchObject({ code: 200 })
    expect(await sell()).toMatchObject({ code: 200, data: first.data })
    await harness.pass(3_000)
    expect(await held()).toBeUndefined()
    expect(await sell()).toMatchObject({ code: 200, data: first.data })
  })

  it('two devices that sell everything sell it once', async () => {
    customer = await investor()
    const position = await held()
    const sell = (key: string) => harness.call(positions.close, { id: position?.id ?? '' }, customer.token, { 'idempotency-key': key })
    const codes = (await Promise.all([sell('phone'), sell('laptop')])).map(({ code }) => code)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    // The other one finds the shares on the order, or sold already.
    expect([3010, 3019]).toContain(codes.find((code) => code !== 200))
  })
})

describe('the statement', () => {
  it('shows grant, purchase and sale with the balance after each, continuous, newest first', async () => {
    customer = await investor()
    const position = await held()
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(250)
    const { list, total } = await harness.ask(wallets.cashFlows, { walletType: 'STOCK' }, customer.token)
    expect(total).toBe(3)
    expect(list.map(({ bizType, amount, balanceAfter }) => [bizType, amount, balanceAfter])).toEqual([
      ['SELL', '27345.19', '49981.48'],
      ['BUY', '-27363.71', '22636.29'],
      ['TRANSFER', '50000.00', '50000.00'],
    ])
    const { list: ordered } = await harness.ask(orders.list, {}, customer.token)
    const byAction = (action: number) => ordered.find((order) => order.action === action)?.id
    expect(list.map(({ orderId }) => orderId)).toEqual([byAction(1), byAction(0), null])
    const bill = await harness.ask(wallets.bill, {}, customer.token)
    expect(bill).toMatchObject({ sumIn: '127345.19', sumOut: '27363.71' })
    expect((await harness.ask(wallets.bill, { type: 'out', walletType: 'STOCK' }, customer.token)).list).toHaveLength(1)
  })
})

describe('wallets', () => {
  it('nine wallets, the practice money in two of them', async () => {
    customer = await harness.newCustomer()
    const all = await harness.ask(wallets.all, {}, customer.token)
    expect(all).toMatchObject({ totalAssets: '100000.00', totalAvailable: '100000.00' })
    expect(all.wallets.map(({ walletType, balance }) => `${walletType} ${balance}`)).toEqual([
      'BALANCE 0.00',
      'US_WALLET 50000.00',
      'STOCK 50000.00',
      'SUBSCRIPTION 0.00',
      'FOLLOW 0.00',
      'FUTURE 0.00',
      'FOREX 0.00',
      'TW 0',
      'AR 0.00',
    ])
  })

  it('proceeds trade at once and can leave only when settled', async () => {
    customer = await investor()
    const position = await held()
    await harness.ask(positions.close, { id: position?.id ?? '' }, customer.token)
    await harness.pass(250)
    const stock = () => harness.ask(wallets.one, { walletType: 'STOCK' }, customer.token)
    expect(await stock()).toMatchObject({ available: '49981.48', unsettled: '27345.19', withdrawable: '22636.29' })
    await settleDue(harness.app, 'US', '2026-11-19')
    await settleDue(harness.app, 'US', '2026-11-19')
    expect(await stock()).toMatchObject({ available: '49981.48', unsettled: '0.00', withdrawable: '49981.48' })
  })

  it('the overview adds up to cash and what is held', async () => {
    customer = await investor()
    expect(await harness.ask(wallets.overview, {}, customer.token)).toMatchObject({
      totalAssets: '99990.29',
      cash: '72636.29',
      positionsValue: '27354.00',
      todayProfit: '-9.71',
      todayProfitRatio: '-0.01',
      frozen: '0.00',
    })
  })

  it('add up at every moment, also while a purchase and a sale are being booked', async () => {
    customer = await harness.newCustomer()
    for (let turn = 0; turn < 12; turn += 1) {
      const trade =
        turn % 2 === 0
          ? harness.ask(orders.create, BUY, customer.token)
          : harness.ask(positions.close, { id: (await held())?.id ?? '' }, customer.token)
      await trade
      const answers = Array.from({ length: 8 }, async () => {
        const [overview, all] = await Promise.all([
          harness.ask(wallets.overview, {}, customer.token),
          harness.ask(wallets.all, {}, customer.token),
        ])
        return [Number(overview.totalAssets), Number(all.totalAssets), 100_000 + Number(overview.todayProfit)]
      })
      await harness.pass(REFILL_MS)
      // Spread and charges of twelve trades cost less than 200.00; a purchase counted once too often is 27 355.50.
      for (const total of (await Promise.all(answers)).flat()) expect(Math.abs(100_000 - total)).toBeLessThan(200)
    }
  })
})
