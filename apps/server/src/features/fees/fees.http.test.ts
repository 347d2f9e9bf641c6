import { fees } from '@rueda/contract/fees.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

test('anybody sees what taking money out costs, whichever way', async () => {
  const shown = async () =>
    (await harness.ask(fees.all, {})).withdrawals.map(
      ({ rail, pays, rate, least, spread }) => `${rail}: ${rate} %, ${least} ${pays}, ${spread}`,
    )
  expect(await shown()).toEqual([
    'ARS_BANK: 0.3 %, 500.00 ARS, null',
    'JPY_BANK: 0.3 %, 500 JPY, 0.3',
    'WIRE: 0 %, 20.00 USD, null',
    'TRC20: 0 %, 1.000000 USDT, null',
    'ERC20: 0 %, 5.000000 USDT, null',
    'BTC: 0 %, 0.00020000 BTC, 0.5',
    'ETH: 0 %, 0.00200000 ETH, 0.5',
  ])
})

test('anybody sees what the house earns from products, as their own terms say it', async () => {
  const { products } = await harness.ask(fees.all, {})
  expect(products.funds).toContainEqual({ id: 'us-index', managementFee: '0.3', subscriptionFee: '0.5' })
  expect(products.agencies).toContainEqual({ id: 'momentum', managementFee: '0.8', profitShare: '20' })
  expect(products.loans).toContainEqual({ termDays: 30, dailyRate: '0.04', penaltyDailyRate: '0.06' })
  expect(products).toMatchObject({
    fundEarlyFee: '1',
    agencyExitFee: '0.5',
    robots: { rent: '9.90', currency: 'USD', termDays: 30 },
    block: { rate: '0.02', minimum: '5.00', currency: 'USD' },
  })
})

test('anybody sees every fee and tax by market, with the date it holds from', async () => {
  const { markets, exchange, overnight } = await harness.ask(fees.all, {})
  expect(markets.map(({ market, currency, walletType }) => [market, currency, walletType])).toEqual([
    ['US', 'USD', 'STOCK'],
    ['AR', 'ARS', 'AR'],
    ['TW', 'TWD', 'TW'],
    ['FUT', 'USD', 'FUTURE'],
    ['FX', 'USD', 'FOREX'],
  ])
  const us = markets.find(({ market }) => market === 'US')
  const sec = us?.fees.filter(({ kind }) => kind === 'SEC_FEE').map(({ rate, validFrom, inForce }) => [rate, validFrom, inForce])
  expect(sec).toEqual([
    ['0', null, 0],
    ['0.00206', '2026-04-04', 1],
  ])
  const tw = markets.find(({ market }) => market === 'TW')
  const tax = tw?.fees.filter(({ kind, scope }) => kind === 'TRANSACTION_TAX' && scope === 'shares')
  expect(tax?.map(({ rate, sameDayRate, validFrom, inForce }) => [rate, sameDayRate, validFrom, inForce])).toEqual([
    ['0.3', '0.15', null, 1],
    ['0.3', null, '2028-01-01', 0],
  ])
  expect(exchange).toContainEqual({ currency: 'ARS', spread: '0.5' })
  expect(markets.map(({ market, withholding }) => [market, withholding])).toEqual([
    ['US', { usual: '30', treaty: '15' }],
    ['AR', { usual: '7', treaty: '7' }],
    ['TW', { usual: '21', treaty: '21' }],
    ['FUT', null],
    ['FX', null],
  ])
  expect(markets.flatMap(({ market, liquidationFee }) => (liquidationFee === null ? [] : [[market, liquidationFee]]))).toEqual([
    ['FUT', { kind: 'commissions', value: '1' }],
    ['FX', { kind: 'share', value: '0.05' }],
  ])
  expect(overnight).toMatchObject({ markup: '0.75', rates: expect.arrayContaining([{ currency: 'USD', rate: '3.75' }]) as unknown })
})

test('the worked examples are those of the rule book', async () => {
  const { markets } = await harness.ask(fees.all, {})
  const totals = Object.fromEntries(markets.map(({ market, examples }) => [market, examples.map(({ total }) => total)]))
  expect(totals).toEqual({
    US: ['27363.71', '28648.27'],
    AR: ['2999831.90'],
    TW: ['1225744', '1274336', '1276256'],
    FUT: [],
    FX: [],
  })
})
