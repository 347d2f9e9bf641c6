import type { InputOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { clientFrame } from '@rueda/contract/push.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import type { Customer } from '../testing/harness.ts'
import { type MarketHarness, startMarketHarness } from '../testing/market-harness.ts'
import { expectSoundBooks } from '../testing/sound-books.ts'

/**
 * One customer in every market of the simulated world, at noon of a Wednesday in New York. Each test goes on from the last:
 * money for the other markets first, then a purchase in each, positions on margin, and the ledger at the end.
 */
const NOON = Date.parse('2026-11-18T17:00:00Z')
const EXCHANGE_MS = 60 * SECOND_MS

let database: Database
let harness: MarketHarness
let customer: Customer

const start = (at: number) => startMarketHarness({ database, environment: { SIM_SEED: 'the world' }, machineAt: at, listsEverything: true })

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await start(NOON)
  customer = await harness.newCustomer()
})
afterAll(async () => {
  await expectSoundBooks(database.pool)
  await harness.stop()
  await database.stop()
})

type Traded = Readonly<{ stockCode: string; market: 'AR' | 'TW' | 'FUT' | 'FX' }>
const wallet = (walletType: WalletType) => harness.ask(wallets.one, { walletType }, customer.token)
const quote = (traded: Traded) => harness.ask(quotes.detail, traded)
const held = async (source: InputOf<typeof positions.holding>['source']) =>
  (await harness.ask(positions.holding, { source }, customer.token)).list
const rowOf = async (orderId: string) => (await harness.ask(orders.list, { orderId }, customer.token)).list[0]

async function exchange(to: WalletType, amount: string) {
  const pair = { from: 'US_WALLET', to, amount } as const
  const { quoteId, toAmount } = await harness.ask(transfers.quote, pair, customer.token)
  const input = { fromWalletType: pair.from, toWalletType: to, amount, quoteId }
  const { transferId } = await harness.ask(transfers.create, input, customer.token)
  return { transferId, toAmount }
}
const transferOf = async (transferId: string) => (await harness.ask(transfers.list, { transferId }, customer.token)).list[0]

const CENT_OF_ROUNDING = 0.02
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
type Way = Readonly<{ wallet: 'FUTURE' | 'FOREX'; quantity: string; added?: string }>

/** Opens at the market, adds margin where asked to, closes at the market a minute later. */
async function roundTrip({ stockCode, market }: Traded & Readonly<{ market: 'FUT' | 'FX' }>, way: Way) {
  const source = market === 'FX' ? 2 : 3
  const terms = { goldCode: stockCode, market, direction: 0, orderType: 0, quantity: way.quantity } as const
  await harness.ask(orders.createMargin, { ...terms, ...(market === 'FX' ? { leverage: 10 } : {}) }, customer.token)
  await harness.pass(SECOND_MS)
  const [position] = await held(source)
  if (position === undefined) throw new Error(`${stockCode} was not opened`)
  expect(position).toMatchObject({ stockCode, quantity: way.quantity, isolatedPosition: 1, marginState: 'NORMAL', currency: 'USD' })
  expect((await wallet(way.wallet)).usedBalance).toBe(position.margin)
  if (way.added !== undefined) {
    const more = await harness.ask(positions.addMargin, { id: position.id, amount: way.added }, customer.token)
    expect(Number(more.margin)).toBe(Number(position.margin) + Number(way.added))
    expect(Number(more.liquidationPrice)).toBeLessThan(Number(position.liquidationPrice))
    expect((await wallet(way.wallet)).usedBalance).toBe(more.margin)
  }
  await harness.pass(EXCHANGE_MS)
  await harness.ask(positions.close, { id: position.id }, customer.token)
  await harness.pass(SECOND_MS)
  expect(await held(source)).toEqual([])
  const { list } = await harness.ask(positions.closed, { source }, customer.token)
  const closed = list.find(({ id }) => id === position.id)
  if (closed === undefined) throw new Error(`${stockCode} was not closed`)
  expect(closed).toMatchObject({ status: 1, closeReason: 'CUSTOMER', closedQuantity: way.quantity })
  const { balance, usedBalance } = await wallet(way.wallet)
  expect(usedBalance).toBe('0.00')
  return { closed, balance }
}

test('the live channel takes the name of everything that is listed', () => {
  const names = [...harness.app.venue.instruments.keys()]
  expect(names.filter((name) => !clientFrame.safeParse({ op: 'sub', ch: 'quote', args: [name] }).success)).toEqual([])
})

describe('money for the other markets', () => {
  test('pesos arrive after sixty seconds at the rate that was quoted', async () => {
    const { transferId, toAmount } = await exchange('AR', '2000')
    await harness.pass(EXCHANGE_MS - 1)
    expect(await transferOf(transferId)).toMatchObject({ status: 1, fromCurrency: 'USD', toCurrency: 'ARS' })
    await harness.pass(1)
    expect(await transferOf(transferId)).toMatchObject({ status: 2, toAmount })
    expect(await wallet('AR')).toMatchObject({ balance: toAmount, available: toAmount, currency: 'ARS' })
  })

  test('Taiwan dollars arrive at the rate that was quoted, although the server was down when they were due', async () => {
    const { transferId, toAmount } = await exchange('TW', '20000')
    await harness.pass(SECOND_MS)
    const left = harness.app.clock.now()
    await harness.stop()
    harness = await start(left + EXCHANGE_MS)
    await harness.pass(SECOND_MS)
    expect(await transferOf(transferId)).toMatchObject({ status: 2, toAmount })
    expect(await wallet('TW')).toMatchObject({ balance: toAmount, currency: 'TWD' })
    expect(toAmount).toMatch(/^\d+$/u)
  })

  test('dollars for positions on margin are there at once', async () => {
    for (const toWalletType of ['FUTURE', 'FOREX'] as const) {
      await harness.ask(transfers.create, { fromWalletType: 'STOCK', toWalletType, amount: '10000' }, customer.token)
      expect(await wallet(toWalletType)).toMatchObject({ available: '10000.00' })
    }
  })
})

describe('shares of other countries', () => {
  test.each(['CMTN', 'CPPR'])('in Buenos Aires a limit buys a share and a certificate alike: %s', async (stockCode) => {
    const traded = { stockCode, market: 'AR' } as const
    const before = await wallet('AR')
    const { ask } = await quote(traded)
    const order = { ...traded, direction: 0, orderType: 1, price: ask ?? '', quantity: '20' } as const
    const { orderId } = await harness.ask(orders.create, order, customer.token)
    await harness.pass(SECOND_MS)
    const row = await rowOf(orderId)
    expect(row).toMatchObject({ status: 1, filledQuantity: '20', currency: 'ARS', settle: '24hs' })
    const paid = [row?.amount, row?.handlingFee, row?.tax].map(Number)
    expect(Number((await wallet('AR')).balance)).toBeCloseTo(Number(before.balance) - sum(paid), 2)
    const position = (await held('ARG')).find((one) => one.stockCode === stockCode)
    expect(position).toMatchObject({ quantity: '20', currency: 'ARS', source: 'ARG', costAmount: sum(paid).toFixed(2) })
  })

  test('in Taipei 30 shares are an odd lot with its small fee, and 1000 are a board lot', async () => {
    const before = await wallet('TW')
    const paid: number[] = []
    for (const quantity of ['30', '1000']) {
      // A lot is more than stands at the best price; a limit above it walks on.
      const { ask } = await quote({ stockCode: '7239', market: 'TW' })
      const order = { stockCode: '7239', direction: 0, orderType: 1, price: String(Math.ceil(Number(ask) * 1.03)), quantity } as const
      const placed = await harness.ask(orders.createInTaiwan, order, customer.token)
      expect(placed.parts).toBeUndefined()
      await harness.pass(SECOND_MS)
      const row = await rowOf(placed.orderId)
      expect(row).toMatchObject({ status: 1, filledQuantity: quantity, currency: 'TWD', tax: '0' })
      paid.push(Number(row?.amount), Number(row?.handlingFee))
    }
    expect(Number((await wallet('TW')).balance)).toBe(Number(before.balance) - sum(paid))
    expect(await held(7)).toMatchObject([{ stockCode: '7239', quantity: '1030', currency: 'TWD', costAmount: String(sum(paid)) }])
  })

  test('what an order holds and gives back there carries the day of its own market, where New York has the day before', async () => {
    expect(harness.app.venue.session('US').tradeDate).toBe('2026-11-18')
    const { bid } = await quote({ stockCode: '7239', market: 'TW' })
    const order = {
      stockCode: '7239',
      direction: 0,
      orderType: 1,
      price: String(Math.floor(Number(bid) * 0.97)),
      quantity: '1000',
    } as const
    const { orderId } = await harness.ask(orders.createInTaiwan, order, customer.token)
    await harness.ask(orders.cancel, { orderId }, customer.token)
    const dates = `select journal, value_date::text as date from entries where cause_kind = 'order' and cause_id = $1 order by sequence`
    const { rows } = await database.pool.query(dates, [orderId])
    expect(rows).toEqual([
      { journal: 'J30', date: '2026-11-19' },
      { journal: 'J31', date: '2026-11-19' },
    ])
  })
})

describe('positions on margin', () => {
  const MICRO_POINT = 5
  const LOT = 100_000

  test('a future is opened, given more margin and closed, and the points it made are in the wallet', async () => {
    const { closed, balance } = await roundTrip(
      { stockCode: 'SMES-2026Z', market: 'FUT' },
      { wallet: 'FUTURE', quantity: '2', added: '500' },
    )
    const made = (Number(closed.closePrice) - Number(closed.openPrice)) * 2 * MICRO_POINT
    expect(closed.handlingFee).toBe('1.40')
    // The realised profit has paid for the closing; the opening was paid for when it was made.
    expect(Number(closed.sellProfit)).toBeCloseTo(made - 0.7, 2)
    expect(Number(balance)).toBeCloseTo(10_000 + made - 1.4, 2)
  })

  test('a pair in dollars is opened and closed', async () => {
    const { closed, balance } = await roundTrip({ stockCode: 'EURUSD', market: 'FX' }, { wallet: 'FOREX', quantity: '0.5' })
    const made = (Number(closed.closePrice) - Number(closed.openPrice)) * 0.5 * LOT
    expect(Number(closed.sellProfit)).toBeCloseTo(made, 2)
    expect(Number(balance)).toBeCloseTo(10_000 + made, 2)
  })

  test('what a pair in yen makes is paid in dollars', async () => {
    const before = Number((await wallet('FOREX')).balance)
    const { closed, balance } = await roundTrip({ stockCode: 'USDJPY', market: 'FX' }, { wallet: 'FOREX', quantity: '0.5' })
    const made = ((Number(closed.closePrice) - Number(closed.openPrice)) * 0.5 * LOT) / Number(closed.closePrice)
    expect(closed).toMatchObject({ currency: 'USD', decimals: 3 })
    expect(Math.abs(Number(closed.sellProfit) - made)).toBeLessThan(CENT_OF_ROUNDING)
    expect(Number(balance)).toBeCloseTo(before + Number(closed.sellProfit), 2)
  })
})
