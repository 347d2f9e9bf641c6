import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'

/** A market without movement at 182.36 × 182.37, 300 on each side, and customers with 50 000.00 in STOCK. */
let harness: Harness
let customer: Customer
/** After this time, the taken depth is back. */
const REFILL_MS = 900_000

beforeAll(async () => {
  harness = await startHarness()
  // Customers' own trades must not move the numbers of the next test.
  harness.market.volatility = 0
})
beforeEach(() => harness.pass(REFILL_MS))
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const MARKET_BUY = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 0, quantity: '150' } as const
const LIMIT_BUY = { ...MARKET_BUY, orderType: 1, price: '182.37' } as const
/** Far enough below the market to rest. */
const RESTING = { ...LIMIT_BUY, price: '150.00', quantity: '10', tif: 1 } as const

const place = (input: Parameters<typeof harness.ask<typeof orders.create>>[1], who = customer): Promise<{ orderId: string }> =>
  harness.ask(orders.create, input, who.token)
const row = async (orderId: string, who = customer) => (await harness.ask(orders.list, { orderId }, who.token)).list[0]
const stock = (who = customer) => harness.ask(wallets.one, { walletType: 'STOCK' }, who.token)

const SHARES = 150_00000000n
const BOUGHT = ['U:STOCK:CASH', 'H:SETTLE:US:USD', 'H:FEE:COMMISSION:USD', 'H:SETTLESEC:US:TEST', 'U:SEC:US:TEST']
const entriesOf = async ({ accountId }: Customer) => {
  const { rows } = await harness.app.pool.query<{ journal: string; accounts: string[]; amounts: bigint[] }>(
    'select journal, accounts, amounts from entries where account_id = $1 order by sequence',
    [accountId],
  )
  return rows
}

describe('POST /stock/create', () => {
  it('answers with what was accepted and held; the fill follows (rule book M)', async () => {
    customer = await harness.newCustomer()
    const created = await harness.ask(orders.create, LIMIT_BUY, customer.token)
    expect(created).toMatchObject({
      status: 0,
      subStatus: 'WORKING',
      filledQuantity: '0',
      avgPrice: null,
      holdAmount: '27363.71',
      handlingFee: '8.21',
      currency: 'USD',
      venue: 'SIM',
    })
    await harness.pass(250)
    expect(await row(created.orderId)).toMatchObject({
      status: 1,
      subStatus: 'FILLED',
      filledQuantity: '150',
      avgPrice: '182.37',
      amount: '27355.50',
      handlingFee: '8.21',
      holdAmount: '0.00',
      cancellable: 0,
      fills: [{ price: '182.37', quantity: '150', amount: '27355.50', fee: '8.21' }],
    })
    expect(await stock()).toMatchObject({ balance: '22636.29', usedBalance: '0.00', available: '22636.29' })
  })

  it('accepts and fills in one commit what finds its price at once, without a hold (P.17)', async () => {
    const quick = await harness.newCustomer()
    const before = await entriesOf(quick)
    const { orderId } = await harness.ask(orders.create, LIMIT_BUY, quick.token)
    expect(await row(orderId, quick)).toMatchObject({ status: 1, filledQuantity: '150', avgPrice: '182.37', holdAmount: '0.00' })
    expect((await entriesOf(quick)).slice(before.length)).toEqual([
      { journal: 'J32', accounts: BOUGHT, amounts: [-27_363_71n, 27_355_50n, 8_21n, -SHARES, SHARES] },
    ])
    expect(await stock(quick)).toMatchObject({ balance: '22636.29', usedBalance: '0.00', available: '22636.29' })
    const sold = await place({ ...MARKET_BUY, direction: 1 }, quick)
    expect(await row(sold.orderId, quick)).toMatchObject({ status: 1, filledQuantity: '150', avgPrice: '182.36', holdAmount: '0' })
    expect((await entriesOf(quick)).slice(before.length + 1).map(({ journal }) => journal)).toEqual(['J33'])
  })

  it('a market order is held at ask + 2 % and pays the ask', async () => {
    customer = await harness.newCustomer()
    const { orderId } = await place(MARKET_BUY)
    await harness.pass(250)
    expect(await row(orderId)).toMatchObject({ status: 1, avgPrice: '182.37', price: null })
  })

  it('fills what the depth gives within the limit and rests with the remainder', async () => {
    customer = await harness.newCustomer()
    harness.market.asks = [['182.37', 100]]
    const { orderId } = await place({ ...LIMIT_BUY })
    await harness.pass(250)
    expect(await row(orderId)).toMatchObject({ status: 3, subStatus: 'PARTIAL', filledQuantity: '100', cancellable: 1 })
    harness.market.asks = [
      ['182.37', 300],
      ['182.38', 500],
    ]
  })

  it('at market is held to the worst price that was shown, and takes nothing beyond it', async () => {
    const shown = { ...MARKET_BUY, quantity: '10' } as const
    const { orderId } = await place({ ...shown, worstPrice: '184.00' })
    expect(await row(orderId)).toMatchObject({ status: 1, filledQuantity: '10' })
    const moved = await place({ ...shown, quantity: '11', worstPrice: '182.00' })
    await harness.pass(250)
    expect(await row(moved.orderId)).toMatchObject({ status: 2, subStatus: 'NO_LIQUIDITY', filledQuantity: '0', holdAmount: '0.00' })
  })

  it('an IOC that finds nothing ends with NO_LIQUIDITY and its hold comes back', async () => {
    customer = await harness.newCustomer()
    const { orderId } = await place({ ...RESTING, tif: 2 })
    await harness.pass(250)
    expect(await row(orderId)).toMatchObject({ status: 2, subStatus: 'NO_LIQUIDITY', reason: 'NO_LIQUIDITY', holdAmount: '0.00' })
    expect(await stock()).toMatchObject({ available: '50000.00', usedBalance: '0.00' })
  })

  it.each([
    ['instrument.unknown', 3000, { ...LIMIT_BUY, stockCode: 'NOPE' }],
    ['instrument.quote_only', 3003, { ...LIMIT_BUY, stockCode: 'TEST500', market: 'IDX' }],
    ['quantity.below_minimum', 3004, { ...LIMIT_BUY, quantity: '0.005' }],
    ['quantity.step', 3005, { ...LIMIT_BUY, quantity: '1.5000001' }],
    ['price.tick', 3006, { ...LIMIT_BUY, price: '182.375' }],
    ['price.outside_band', 3007, { ...LIMIT_BUY, price: '273.56' }],
    ['order.type_unsupported', 3008, { ...LIMIT_BUY, orderType: 3, stopPrice: '190.00', tif: 2, leverage: 2, quantity: '3000' }],
    ['order.type_unsupported', 3008, { ...MARKET_BUY, tif: 4, leverage: 2, quantity: '3000' }],
    ['order.leverage', 3012, { ...LIMIT_BUY, leverage: 2, quantity: '3000' }],
    ['price.outside_band', 3007, { ...LIMIT_BUY, orderType: 3, price: '273.56' }],
    ['order.risk_limit', 3015, { ...LIMIT_BUY, quantity: '3000' }],
    ['wallet.insufficient', 3009, { ...LIMIT_BUY, quantity: '275' }],
    ['position.insufficient', 3010, { ...LIMIT_BUY, direction: 1, quantity: '1' }],
    ['parameter.missing', 1001, { ...LIMIT_BUY, price: undefined }],
  ] as const)('refuses %s with %i, and nothing has changed', async (_, code, input) => {
    customer = await harness.newCustomer()
    expect(await harness.call(orders.create, input as InputOf<typeof orders.create>, customer.token)).toMatchObject({
      status: 200,
      code,
      venue: 'SIM',
    })
    expect(await stock()).toMatchObject({ balance: '50000.00', usedBalance: '0.00' })
    expect((await harness.ask(orders.list, {}, customer.token)).total).toBe(0)
  })

  it('refuses an IOC, a halted share and queues the rest outside the session', async () => {
    customer = await harness.newCustomer()
    const session = {
      from: 0,
      phase: 'CLOSED',
      tradeDate: '2026-11-18',
      matching: false,
      opensAt: 0,
      closesAt: Number.MAX_SAFE_INTEGER,
    } as const
    const before = harness.market.sessions
    harness.market.sessions = [session]
    await harness.pass(250)
    expect(await harness.call(orders.create, { ...LIMIT_BUY, tif: 2 }, customer.token)).toMatchObject({ code: 3001 })
    expect(await harness.ask(orders.create, { ...RESTING }, customer.token)).toMatchObject({ status: 0, subStatus: 'QUEUED' })
    harness.market.sessions = before
    await harness.pass(250)
    expect((await harness.ask(orders.list, { working: 1 }, customer.token)).list[0]).toMatchObject({ subStatus: 'WORKING' })
  })

  it('lets nobody pull an order in the last two seconds of a call auction', async () => {
    customer = await harness.newCustomer()
    const before = harness.market.sessions
    const { orderId } = await place(RESTING)
    const call = {
      from: 0,
      phase: 'AUCTION',
      tradeDate: '2026-11-18',
      matching: false,
      opensAt: 0,
      closesAt: harness.app.clock.now() + 3_000,
    } as const
    harness.market.sessions = [call, { ...call, from: call.closesAt, phase: 'OPEN', matching: true, closesAt: Number.MAX_SAFE_INTEGER }]
    await harness.pass(1_500)
    expect(await harness.call(orders.cancel, { orderId }, customer.token)).toMatchObject({ code: 3013 })
    harness.market.sessions = before
    await harness.pass(1_500)
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({ subStatus: 'CANCELLED' })
  })

  it('refuses an order while its instrument is halted, and takes it again after', async () => {
    const customer = await harness.newCustomer()
    const before = harness.market.sessions
    const halted = {
      from: 0,
      phase: 'HALT',
      tradeDate: '2026-11-18',
      matching: false,
      opensAt: 0,
      closesAt: Number.MAX_SAFE_INTEGER,
    } as const
    harness.market.sessions = [halted]
    await harness.pass(250)
    expect(await harness.call(orders.create, LIMIT_BUY, customer.token)).toMatchObject({ code: 3002, status: 200 })
    harness.market.sessions = before
    await harness.pass(250)
    expect(await harness.ask(orders.create, LIMIT_BUY, customer.token)).toMatchObject({ subStatus: 'WORKING' })
  })

  it('asks for identity where trading needs it, and lets people out all the same', async () => {
    const strict = await startHarness({ environment: { KYC_FOR_TRADING: '1' } })
    const stranger = await strict.newCustomer()
    expect(await strict.call(orders.preview, LIMIT_BUY, stranger.token)).toMatchObject({ code: 2011, status: 200 })
    expect(await strict.call(orders.create, LIMIT_BUY, stranger.token)).toMatchObject({ code: 2011, status: 200 })
    await passIdentity(strict, stranger.accountId)
    strict.app.sessions.changed(stranger.accountId)
    expect(await strict.ask(orders.create, LIMIT_BUY, stranger.token)).toMatchObject({ subStatus: 'WORKING' })
    // A customer who lost the check since buys no more and may still sell what they hold.
    await strict.app.pool.query(`update accounts set kyc_status = 'pending' where account_id = $1`, [stranger.accountId])
    strict.app.sessions.changed(stranger.accountId)
    expect(await strict.call(orders.create, { ...LIMIT_BUY, quantity: '6' }, stranger.token)).toMatchObject({ code: 2011 })
    await strict.ask(orders.create, { ...LIMIT_BUY, direction: 1 }, stranger.token)
    await strict.stop()
  })

  it('asks institutions for the permission to trade, and nobody else', async () => {
    const fund = await harness.newCustomer()
    const permit = (type: string) =>
      harness.app.pool.query(
        `insert into permissions (account_id, type, status, applied_at, review_at, decided_at) values ($1, $2, 'open', 1, 1, 1)`,
        [fund.accountId, type],
      )
    await permit('institution')
    harness.app.sessions.changed(fund.accountId)
    expect(await harness.call(orders.create, LIMIT_BUY, fund.token)).toMatchObject({ code: 3016, status: 200 })
    expect(await harness.call(orders.preview, LIMIT_BUY, fund.token)).toMatchObject({ code: 3016 })
    expect(await harness.call(orders.create, { ...LIMIT_BUY, direction: 1 }, fund.token)).toMatchObject({ code: 3010 })
    await permit('trading')
    harness.app.sessions.changed(fund.accountId)
    expect(await harness.ask(orders.create, LIMIT_BUY, fund.token)).toMatchObject({ subStatus: 'WORKING' })
  })

  it('one key is one order, whether it comes a hundred times at once or again later', async () => {
    customer = await harness.newCustomer()
    const headers = { 'idempotency-key': 'one-key' }
    const answers = await Promise.all(Array.from({ length: 100 }, () => harness.call(orders.create, RESTING, customer.token, headers)))
    await harness.pass(60_000)
    for (let turn = 0; turn < 20; turn += 1) answers.push(await harness.call(orders.create, RESTING, customer.token, headers))
    expect(new Set(answers.map(({ data }) => data?.orderId)).size).toBe(1)
    expect(answers.every(({ code }) => code === 200)).toBe(true)
    expect((await harness.ask(orders.list, {}, customer.token)).total).toBe(1)
    expect(await harness.call(orders.create, { ...RESTING, quantity: '11' }, customer.token, headers)).toMatchObject({ code: 1004 })
  })

  it('a double tap without a key is one order', async () => {
    customer = await harness.newCustomer()
    const [first, second] = await Promise.all([
      harness.call(orders.create, RESTING, customer.token),
      harness.call(orders.create, RESTING, customer.token),
    ])
    expect([first.code, second.code].toSorted((a, b) => a - b)).toEqual([200, 1005])
  })

  it('a frozen account buys nothing', async () => {
    customer = await harness.newCustomer()
    await harness.app.pool.query('update account_states set frozen_at = 1 where account_id = $1', [customer.accountId])
    expect(await harness.call(orders.create, LIMIT_BUY, customer.token)).toMatchObject({ status: 200, code: 2018 })
  })
})

describe('POST /order/preview', () => {
  it('says cost, hold, spread and break-even before anything is placed (rule book L.6)', async () => {
    customer = await harness.newCustomer()
    expect(await harness.ask(orders.preview, LIMIT_BUY, customer.token)).toMatchObject({
      estPrice: '182.37',
      worstPrice: '182.37',
      estAmount: '27355.50',
      estFee: '8.21',
      estCost: '27363.71',
      hold: '27363.71',
      spreadCost: '0.75',
      availableBefore: '50000.00',
      availableAfter: '22636.29',
      breakEven: '182.49',
      fees: [{ kind: 'COMMISSION', amount: '8.21', rate: '0.03%', minimum: 0 }],
      queued: 0,
    })
    expect((await harness.ask(orders.list, {}, customer.token)).total).toBe(0)
  })

  it('says of a limit that waits no spread: it pays none', async () => {
    const { spreadCost } = await harness.ask(orders.preview, { ...LIMIT_BUY, price: '182.00' }, customer.token)
    expect(spreadCost).toBe('0.00')
  })

  it('says of the least commission that it is the least', async () => {
    const { fees } = await harness.ask(orders.preview, { ...LIMIT_BUY, quantity: '1' }, customer.token)
    expect(fees).toEqual([{ kind: 'COMMISSION', amount: '0.50', rate: '0.03%', minimum: 1 }])
  })

  it('refuses what placing would refuse', async () => {
    expect(await harness.call(orders.preview, { ...LIMIT_BUY, price: '182.375' }, customer.token)).toMatchObject({ code: 3006 })
    expect(await harness.call(orders.preview, { ...LIMIT_BUY, direction: 1 }, customer.token)).toMatchObject({ code: 3010 })
  })

  it('says what the visible book would give to an order at market, and warns where that is less (P.23)', async () => {
    await harness.pass(REFILL_MS)
    customer = await harness.newCustomer()
    const asks = harness.market.asks
    harness.market.asks = [
      ['182.37', 20],
      ['182.40', 40],
    ]
    await harness.pass(250)
    const ofQuantity = (quantity: string) => harness.ask(orders.preview, { ...MARKET_BUY, quantity }, customer.token)
    expect(await ofQuantity('60')).toMatchObject({ fromDepth: { covered: '60', average: '182.39' }, warnings: [] })
    expect(await ofQuantity('100')).toMatchObject({ fromDepth: { covered: '60', average: '182.39' }, warnings: ['DEPTH_SHORT'] })
    const { orderId } = await place({ ...MARKET_BUY, quantity: '100' })
    await harness.pass(250)
    expect(await row(orderId)).toMatchObject({ filledQuantity: '60', subStatus: 'NO_LIQUIDITY', avgPrice: '182.39' })
    harness.market.asks = asks
    await harness.pass(REFILL_MS)
  })

  it('says nothing of the book of an order that waits at its limit', async () => {
    expect(await harness.ask(orders.preview, LIMIT_BUY, customer.token)).toMatchObject({ fromDepth: null, warnings: [] })
  })

  it('says when there is nobody to trade with', async () => {
    const asks = harness.market.asks
    harness.market.asks = []
    await harness.pass(250)
    expect(await harness.call(orders.preview, MARKET_BUY, customer.token)).toMatchObject({ code: 3014 })
    harness.market.asks = asks
    await harness.pass(250)
  })
})

describe('POST /position/cancelOrder', () => {
  it('ends what is working and gives the hold back', async () => {
    customer = await harness.newCustomer()
    const { orderId } = await place(RESTING)
    expect(await stock()).toMatchObject({ usedBalance: '1500.50' })
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({
      status: 2,
      subStatus: 'CANCELLED',
      cancellable: 0,
      holdAmount: '0.00',
    })
    expect(await stock()).toMatchObject({ usedBalance: '0.00', available: '50000.00' })
  })

  it('keeps what was filled before', async () => {
    customer = await harness.newCustomer()
    const asks = harness.market.asks
    harness.market.asks = [['182.37', 100]]
    const { orderId } = await place(LIMIT_BUY)
    await harness.pass(250)
    expect(await harness.ask(orders.cancel, { orderId }, customer.token)).toMatchObject({ status: 2, filledQuantity: '100' })
    harness.market.asks = asks
    expect((await harness.ask(positions.holding, {}, customer.token)).list[0]).toMatchObject({ quantity: '100' })
  })

  it('refuses what has ended, what does not exist and what is somebody else’s — the last two alike', async () => {
    customer = await harness.newCustomer()
    const { orderId } = await place(RESTING)
    const other = await harness.newCustomer()
    const foreign = await harness.call(orders.cancel, { orderId }, other.token)
    const missing = await harness.call(orders.cancel, { orderId: '00000000-0000-7000-8000-000000000000' }, other.token)
    expect(foreign).toMatchObject({ status: 200, code: 1002, msg: missing.msg, data: missing.data })
    await harness.ask(orders.cancel, { orderId }, customer.token)
    expect(await harness.call(orders.cancel, { orderId }, customer.token)).toMatchObject({ status: 200, code: 1005 })
    await harness.pass(2_000)
    expect(await harness.call(orders.cancel, { orderId }, customer.token)).toMatchObject({ status: 200, code: 3013 })
  })

  it('an order whose cancel is refused still stands in the market and is filled', async () => {
    customer = await harness.newCustomer()
    const [first, second] = [await place(RESTING), await place({ ...RESTING, price: '151.00' })]
    const headers = { 'idempotency-key': 'one-for-two' }
    expect(await harness.call(orders.cancel, { orderId: first.orderId }, customer.token, headers)).toMatchObject({ code: 200 })
    expect(await harness.call(orders.cancel, { orderId: second.orderId }, customer.token, headers)).toMatchObject({ code: 1004 })
    harness.market.print(harness.app.clock.now() + 100, 'sell', '149.00', 1_000)
    await harness.pass(250)
    expect(await row(second.orderId)).toMatchObject({ status: 1, avgPrice: '151.00' })
    expect(await row(first.orderId)).toMatchObject({ status: 2, filledQuantity: '0' })
  })

  it('the same key gets the same answer after a lost one', async () => {
    customer = await harness.newCustomer()
    const { orderId } = await place(RESTING)
    const headers = { 'idempotency-key': 'cancel-1' }
    const first = await harness.call(orders.cancel, { orderId }, customer.token, headers)
    expect((await harness.call(orders.cancel, { orderId }, customer.token, headers)).data).toEqual(first.data)
  })
})
