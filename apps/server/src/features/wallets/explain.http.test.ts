import type { DerivationData } from '@rueda/contract/derivation.ts'
import { futures } from '@rueda/contract/futures.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fundWallet } from '../../testing/books.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { type MarketHarness, startMarketHarness } from '../../testing/market-harness.ts'

/** What a figure says of itself is what its screen shows, of the same moment (docs/rules/figures.md). */
let database: Awaited<ReturnType<typeof createTestDatabase>>
let harness: MarketHarness
let token: string
let code: string

beforeAll(async () => {
  database = await createTestDatabase()
  harness = await startMarketHarness({ database, environment: { SIM_SEED: 'explain' }, machineAt: Date.parse('2026-11-20T20:00:00Z') })
  const customer = await harness.newCustomer()
  token = customer.token
  await fundWallet(harness.writePath, customer.accountId, 'BALANCE', 50_000_000n)
  await fundWallet(harness.writePath, customer.accountId, 'FUTURE', 5_000_000n)
  const [share] = await harness.ask(quotes.hot, { limit: 1 })
  code = share?.stock_code ?? ''
  await harness.ask(orders.create, { stockCode: code, direction: 0, orderType: 0, quantity: '1000' }, token)
  await harness.passTo('2026-11-21T15:00:00Z')
  await harness.ask(orders.create, { stockCode: code, direction: 1, orderType: 0, quantity: '5' }, token)
  await harness.ask(orders.create, { stockCode: code, direction: 0, orderType: 1, quantity: '3', price: '1' }, token)
  await harness.pass(1_000)
})

afterAll(async () => {
  await harness.stop()
  await database.stop()
})

const shown = ({ lines: [figure] }: DerivationData): string | undefined => figure?.value
/** The sum of the lines directly under the figure, in whole cents. */
const summed = ({ lines }: DerivationData): number =>
  lines
    .filter(({ depth }) => depth === 1)
    .reduce((sum, { sign, value }) => sum + Math.round(Number(value) * 100) * (sign === 'minus' ? -1 : 1), 0) / 100

describe('home', () => {
  it.each([
    ['total', 'totalAssets'],
    ['today', 'todayProfit'],
  ] as const)('%s is what the overview shows, and the sum of its lines', async (figure, field) => {
    const overview = await harness.ask(wallets.overview, {}, token)
    const explained = await harness.ask(wallets.explainOverview, { figure }, token)
    expect(shown(explained)).toBe(overview[field])
    expect(summed(explained)).toBe(Number(overview[field]))
    expect(explained.lines.some(({ about }) => about?.kind === 'instrument' && about.id === `US:${code}`)).toBe(true)
  })

  it.each(['timeWeighted', 'moneyWeighted'] as const)('%s is the return that is shown', async (figure) => {
    const { returns } = await harness.ask(wallets.overview, {}, token)
    const explained = Number(shown(await harness.ask(wallets.explainOverview, { figure }, token)))
    expect(Number(returns[figure])).not.toBe(0)
    expect(explained.toFixed(2)).toBe(returns[figure])
  })

  it('says pesos with the rate that makes dollars of them', async () => {
    const { lines } = await harness.ask(wallets.explainOverview, { figure: 'total' }, token)
    const at = lines.findIndex(({ about }) => about?.id === 'BALANCE')
    expect(lines.slice(at, at + 3).map(({ name, currency }) => [name, currency])).toEqual([
      ['wallet', 'USD'],
      ['balance', 'ARS'],
      ['rate', null],
    ])
  })
})

describe('a wallet', () => {
  it.each([
    ['balance', 'balance'],
    ['used', 'usedBalance'],
    ['available', 'available'],
    ['unsettled', 'unsettled'],
    ['withdrawable', 'withdrawable'],
  ] as const)('%s', async (figure, field) => {
    const wallet = await harness.ask(wallets.one, { walletType: 'STOCK' }, token)
    const explained = await harness.ask(wallets.explain, { walletType: 'STOCK', figure }, token)
    expect(shown(explained)).toBe(wallet[field])
    expect(summed(explained)).toBe(Number(wallet[field]))
  })

  it('says the day on which the money of its sales settles', async () => {
    const { lines } = await harness.ask(wallets.explain, { walletType: 'STOCK', figure: 'unsettled' }, token)
    const { unsettled } = await harness.ask(wallets.one, { walletType: 'STOCK' }, token)
    expect(Number(unsettled)).toBeGreaterThan(0)
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ depth: 1, name: 'settles', value: unsettled, about: { kind: 'date', id: expect.any(String) } }),
    ])
  })

  it('names the order that holds its money', async () => {
    const { lines } = await harness.ask(wallets.explain, { walletType: 'STOCK', figure: 'used' }, token)
    const at = lines.findIndex(({ name, about }) => name === 'use' && about?.id === `US:${code}`)
    expect(lines.slice(at, at + 4).map(({ depth, name, value }) => [depth, name, value])).toEqual([
      [2, 'use', expect.any(String)],
      [3, 'value', '3.00'],
      [4, 'quantity', '3'],
      [4, 'price', '1'],
    ])
  })
})

describe('a position', () => {
  it.each([
    ['value', 'marketValue'],
    ['cost', 'costAmount'],
    ['floating', 'profit'],
    ['today', 'todayProfit'],
    ['realised', 'sellProfit'],
  ] as const)('%s', async (figure, field) => {
    const [held] = (await harness.ask(positions.holding, {}, token)).list
    const explained = await harness.ask(positions.explain, { id: held?.id ?? '', figure }, token)
    expect(shown(explained)).toBe(held?.[field])
  })

  it.each([
    ['value', 'totalMarketValue'],
    ['floating', 'totalProfit'],
  ] as const)('%s of all', async (figure, field) => {
    const all = await harness.ask(positions.holding, {}, token)
    expect(shown(await harness.ask(positions.explainHoldings, { figure }, token))).toBe(all[field])
  })

  it('of somebody else is not there', async () => {
    const [held] = (await harness.ask(positions.holding, {}, token)).list
    const stranger = await harness.newCustomer()
    const refused = await harness.call(positions.explain, { id: held?.id ?? '', figure: 'value' }, stranger.token)
    expect(refused.code).toBe(1002)
  })
})

describe('an order before it is placed', () => {
  it.each([
    ['value', 'estAmount'],
    ['charges', 'estFee'],
    ['totalCost', 'estCost'],
  ] as const)('%s of shares', async (figure, field) => {
    const asked = { stockCode: code, direction: 0, orderType: 1, quantity: '7', price: '10.01' } as const
    const preview = await harness.ask(orders.preview, asked, token)
    expect(shown(await harness.ask(orders.explainPreview, { ...asked, figure }, token))).toBe(preview[field])
  })

  it.each([
    ['margin', 'margin'],
    ['totalCost', 'estCost'],
    ['value', 'estAmount'],
  ] as const)('%s of a future', async (figure, field) => {
    const [future] = await harness.ask(futures.list, {})
    const asked = { stockCode: future?.stock_code ?? '', market: 'FUT', direction: 0, orderType: 0, quantity: '1' } as const
    const preview = await harness.ask(orders.preview, asked, token)
    expect(shown(await harness.ask(orders.explainPreview, { ...asked, figure }, token))).toBe(preview[field])
  })

  it('has no figure that such an order does not have', async () => {
    const asked = { stockCode: code, direction: 0, orderType: 1, quantity: '7', price: '10.01', figure: 'liquidation' } as const
    expect((await harness.call(orders.explainPreview, asked, token)).code).toBe(1002)
  })
})
