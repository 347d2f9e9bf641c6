import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fundMargin, fundWallet } from '../../testing/books.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'

/** A share at 182.36, SES at 5010.00 × 5010.25, EURUSD at 1.08446 × 1.08450, USDJPY at 151.196 × 151.200. */
let harness: Harness
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  harness.market.dollarIn = { JPY: '151.198', ARS: '1486.50', TWD: '31.85' }
  customer = await harness.newCustomer()
  await harness.ask(orders.create, { stockCode: 'TEST', direction: 0, orderType: 0, quantity: '40' }, customer.token)
  await harness.pass(250)
  await fundMargin(harness.writePath, customer.accountId, 'FUTURE', 3_100_000n)
  await fundMargin(harness.writePath, customer.accountId, 'FOREX', 1_000_000n)
  await open({ goldCode: 'SES-2026Z', market: 'FUT', direction: 0, quantity: '2' })
  await open({ goldCode: 'EURUSD', market: 'FX', direction: 0, quantity: '1', leverage: 30 })
  await open({ goldCode: 'USDJPY', market: 'FX', direction: 1, quantity: '0.5', leverage: 30 })
})
afterEach(() => harness.stop())

type Opening = Readonly<{ goldCode: string; market: 'FUT' | 'FX'; direction: 0 | 1; quantity: string; leverage?: number }>

async function open(input: Opening): Promise<void> {
  await harness.ask(orders.createMargin, { ...input, orderType: 0 }, customer.token)
  await harness.pass(250)
}
const overview = () => harness.ask(wallets.overview, {}, customer.token)
const held = async () => (await harness.ask(positions.holding, {}, customer.token)).list
const idOf = async (code: string) => (await held()).find(({ stockCode }) => stockCode === code)?.id ?? ''
const close = async (code: string, part: Readonly<{ quantity?: string }>) => {
  await harness.ask(positions.close, { id: await idOf(code), ...part }, customer.token)
  await harness.pass(250)
}
async function move(): Promise<void> {
  harness.market.otherPrices['FUT:SES-2026Z'] = ['5020.00', '5020.50']
  harness.market.otherPrices['FX:EURUSD'] = ['1.08000', '1.08010']
  harness.market.otherPrices['FX:USDJPY'] = ['150.500', '150.510']
  harness.market.dollarIn = { ...harness.market.dollarIn, JPY: '150.505' }
  await harness.pass(250)
}

/** The last of the market outside, which a customer's own purchase does not move. */
const LAST_SHARE_CENTS = 18_236

/** Money and shares by the journal, and the floating result of each position from its own executions, at the mid. */
async function equityOfLedger(): Promise<number> {
  const account = [customer.accountId]
  const { rows } = await harness.app.pool.query<{ asset: string; amount: bigint }>(
    `select asset, sum(amount)::bigint as amount from postings where account_id = $1 and account like 'U:%' group by asset`,
    account,
  )
  const amountOf = (asset: string): number => Number(rows.find((row) => row.asset === asset)?.amount ?? 0n)
  const fills = await harness.app.pool.query<{ instrument_id: string; net: bigint; paid: string }>(
    `select instrument_id, sum(case side when 'buy' then quantity else -quantity end)::bigint as net,
       sum(case side when 'buy' then price::numeric * quantity else -(price::numeric * quantity) end)::text as paid
     from fills where account_id = $1 and position_id is not null group by instrument_id`,
    account,
  )
  const terms: Record<string, readonly [multiplier: number, rate: number]> = {
    'FUT:SES-2026Z': [50, 1],
    'FX:EURUSD': [100_000, 1],
    'FX:USDJPY': [100_000, 1 / mid('FX:USDJPY')],
  }
  // Closed quantities have brought their result already; a position with none of them follows from its fills alone.
  const floating = fills.rows.map(({ instrument_id: id, net, paid }) => {
    const [multiplier, rate] = terms[id] ?? [0, 0]
    return ((mid(id) * Number(net)) / 1e8 - Number(paid) / 1e16) * multiplier * rate
  })
  const profit = floating.reduce((sum, each) => sum + Math.round(each * 100), 0)
  return (amountOf('USD') + (amountOf('US:TEST') / 1e8) * LAST_SHARE_CENTS + profit) / 100
}
const mid = (id: string): number => {
  const [bid, ask] = harness.market.otherPrices[id] ?? ['0', '0']
  return (Number(bid) + Number(ask)) / 2
}

describe('equity (rule book D.10)', () => {
  it('is that of the ledger to the cent, with positions on margin open, and the same on every screen', async () => {
    await move()
    const { totalAssets, cash, positionsValue } = await overview()
    expect(Number(totalAssets)).toBeCloseTo(await equityOfLedger(), 2)
    expect(Number(cash) + Number(positionsValue)).toBeCloseTo(Number(totalAssets), 2)
    expect((await harness.ask(wallets.all, {}, customer.token)).totalAssets).toBe(totalAssets)
    const { totalProfit, list } = await harness.ask(positions.holding, {}, customer.token)
    expect(list.reduce((sum, { profit }) => sum + Number(profit), 0)).toBeCloseTo(Number(totalProfit), 2)
  })
})

describe('the currency it is shown in', () => {
  const shown = (displayCurrency: 'USD' | 'ARS' | 'TWD') => harness.ask(wallets.overview, { displayCurrency }, customer.token)
  /** In whole numbers, half a unit away from zero. */
  const at = (rate: number, dollars: string, digits: number): string => {
    const units = (Math.round(Math.abs(Number(dollars)) * 100) * Math.round(rate * 100)) / 10 ** (4 - digits)
    return ((Math.sign(Number(dollars)) * Math.round(units)) / 10 ** digits).toFixed(digits)
  }
  const convertible = ['cash', 'positionsValue', 'frozen', 'todayProfit'] as const

  it.each([
    ['ARS', 1486.5, 2],
    ['TWD', 31.85, 0],
  ] as const)('%s at the mid of %d, with the digits of the currency', async (currency, rate, digits) => {
    const [dollars, other] = await Promise.all([shown('USD'), shown(currency)])
    expect(other.currency).toBe(currency)
    for (const figure of convertible) expect(other[figure], figure).toBe(at(rate, dollars[figure], digits))
    expect(Number(other.cash) + Number(other.positionsValue)).toBeCloseTo(Number(other.totalAssets), 2)
    expect(other.curve.at(-1)?.value).toBe(other.totalAssets)
    expect(other.todayProfitRatio).toBe(dollars.todayProfitRatio)
  })

  it('money of that currency is counted as it is', async () => {
    const before = await shown('ARS')
    await fundWallet(harness.writePath, customer.accountId, 'AR', 100_001n)
    expect(Number((await shown('ARS')).cash) - Number(before.cash)).toBeCloseTo(1_000.01, 2)
  })

  it('without a rate there is no such figure', async () => {
    harness.market.dollarIn = { ARS: '1486.50' }
    expect(await harness.call(wallets.overview, { displayCurrency: 'TWD' }, customer.token)).toMatchObject({ code: 9002 })
  })
})

describe('what today brought', () => {
  it('is the sum of the positions, those on margin included, and what was paid for them', async () => {
    const before = await overview()
    await move()
    const list = await held()
    const today = Object.fromEntries(list.map(({ stockCode, todayProfit }) => [stockCode, todayProfit]))
    // 2 × 50 × (5020.25 − 5010.25) less two fees; 100 000 × (1.08005 − 1.08450); 50 000 × (151.196 − 150.505) / 150.505.
    expect(today).toMatchObject({ 'SES-2026Z': '997.60', 'EURUSD': '-445.00', 'USDJPY': '229.56' })
    const after = await overview()
    expect(Number(after.todayProfit)).toBeCloseTo(
      list.reduce((sum, { todayProfit }) => sum + Number(todayProfit), 0),
      2,
    )
    expect(Number(after.todayProfit) - Number(before.todayProfit)).toBeCloseTo(Number(after.totalAssets) - Number(before.totalAssets), 2)
    const { positions: onMargin } = await harness.ask(positions.byStock, { stockCode: 'EURUSD', market: 'FX' }, customer.token)
    expect(onMargin[0]?.todayProfit).toBe('-445.00')
  })

  it('counts from the last close what was held then, and a part that was closed to its price', async () => {
    await harness.app.pool.query(`reset role; alter table fills disable trigger all; alter table entries disable trigger all;
      update fills set trade_date = '2026-11-17' where position_id is not null;
      update entries set value_date = '2026-11-17' where journal = 'J40'; set role rueda_app`)
    harness.market.closedAt['FUT:SES-2026Z'] = '5002.75'
    await move()
    expect((await held()).find(({ stockCode }) => stockCode === 'SES-2026Z')?.todayProfit).toBe('1750.00')
    await close('SES-2026Z', { quantity: '1' })
    // One contract from 5002.75 to the bid of 5020.00 less 1.20, the other to the mid of 5020.25.
    expect((await held()).find(({ stockCode }) => stockCode === 'SES-2026Z')?.todayProfit).toBe('1736.30')
    const before = await overview()
    await close('SES-2026Z', {})
    const after = await overview()
    // A position that was closed completely is still a part of the day.
    expect(Number(after.todayProfit) - Number(before.todayProfit)).toBeCloseTo(Number(after.totalAssets) - Number(before.totalAssets), 2)
  })
})
