import { describe, expect, it } from 'vitest'
import { overviewAt } from './live-overview.ts'
import type { Overview } from './use-overview.ts'

/** Method: the worked figures of an account of 1,000.00 with two shares, moved by hand. */
const AT = 1_000
const overview: Overview = {
  ...{
    thisDate: '18-11-2026',
    todayProfit: '-0.17',
    todayProfitRatio: '-0.02',
    totalAssets: '999.83',
    openWithdrawals: [],
    cash: '599.83',
  },
  ...{
    cashByWallet: [],
    positionsValue: '400.00',
    frozen: '0.00',
    liabilities: '0.00',
    fundsValue: '0.00',
    followValue: '0.00',
    currency: 'USD',
  },
  held: [
    { code: 'US:ARDV', quantity: '2', price: '100.00', atTimestamp: AT },
    { code: 'US:BRBF', quantity: '0.333', price: '600.6006', atTimestamp: AT },
  ],
  returns: { timeWeighted: null, moneyWeighted: null },
  curve: [
    { date: '2026-11-17', value: '1000.00' },
    { date: '2026-11-18', value: '999.83' },
  ],
}
const at = (prices: Readonly<Record<string, string>>, updateTimeTimestamp = AT + 1) =>
  overviewAt(overview, (code) => {
    const price = prices[code]
    return price === undefined ? undefined : { price_nominal: price, updateTimeTimestamp }
  })
const cents = (amount: string): number => Math.round(Number(amount) * 100)

describe('the overview at newer prices', () => {
  it('moves the total, the day and the end of the curve by the same cents', () => {
    const now = at({ 'US:ARDV': '101.23', 'US:BRBF': '600.00' })
    // 2 × 1.23 up; 199.80 instead of 200.00 down.
    expect(now).toMatchObject({ totalAssets: '1002.09', todayProfit: '2.09', positionsValue: '402.26', todayProfitRatio: '0.21' })
    expect(now.curve).toEqual([overview.curve[0], { date: '2026-11-18', value: '1002.09' }])
  })

  it('agrees to the cent whatever the prices are: the total less the day is always what the day began with', () => {
    for (let price = 1; price < 2_000; price += 7) {
      const now = at({ 'US:ARDV': `${price}.37`, 'US:BRBF': `${price / 8}` })
      expect(cents(now.totalAssets) - cents(now.todayProfit)).toBe(100_000)
    }
  })

  it('keeps what was read where nothing newer is known', () => {
    expect(at({})).toBe(overview)
    expect(at({ 'US:ARDV': '150.00' }, AT - 1)).toBe(overview)
    expect(overviewAt(overview, () => ({ price_nominal: null, updateTimeTimestamp: AT + 1 }))).toBe(overview)
  })
})
