import { firstRates } from '../fees/versions.ts'
import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import { usStockFees } from '../markets/us.ts'
import { moneyOf } from '../money.ts'
import { HWTS } from '../testing/markets.ts'
import { ARDV } from '../testing/us.ts'
import { breakEvenPrice } from './break-even.ts'
import { largestPurchase, purchaseSizes, saleSizes } from './sizes.ts'

const SHARE = { step: scaled('1'), minimumQuantity: scaled('1') }
const tradeDate = '2026-11-20'

describe('half and full (rule book D.6)', () => {
  it('10 000 buys 54 at 182.37 and not 55; half is 27', () => {
    const { full, half } = purchaseSizes({
      ...SHARE,
      available: moneyOf('10000.00', 'USD').minor,
      price: scaled('182.37'),
      fees: usStockFees,
      tradeDate,
    })
    expect([formatScaled(full), formatScaled(half)]).toEqual(['54', '27'])
  })

  it('300 000 TWD buys no board lot at 612, but an odd lot of 489', () => {
    const buying = { instrument: HWTS, rates: firstRates('TW'), price: scaled('612'), tradeDate }
    const { full, half } = largestPurchase({ ...buying, available: 300_000n })
    expect([formatScaled(full), formatScaled(half)]).toEqual(['489', '244'])
    expect(largestPurchase({ ...buying, available: 612_871n }).full).toBe(scaled('999'))
    // A thousand at 9.50 cost 20 as a lot; without the money for that, 999 are the most.
    expect(largestPurchase({ ...buying, price: scaled('9.50'), available: 9_519n }).full).toBe(scaled('999'))
    expect(largestPurchase({ ...buying, available: 612_872n })).toEqual({ full: scaled('1000'), half: 0n })
    expect(largestPurchase({ ...buying, available: 5_000_000n })).toEqual({ full: scaled('8000'), half: scaled('4000') })
  })

  it('a sale is as large as what is free, in whole steps', () => {
    expect(saleSizes(scaled('150'), SHARE)).toEqual({ full: scaled('150'), half: scaled('75') })
    expect(saleSizes(scaled('0.9'), SHARE)).toEqual({ full: 0n, half: 0n })
    expect(saleSizes(scaled('1'), SHARE)).toEqual({ full: scaled('1'), half: 0n })
  })

  it('full is the largest that can be paid: one share more cannot', () => {
    for (const cents of [50n, 51n, 1_234n, 99_999n, 12_345_678n]) {
      const { full } = purchaseSizes({ ...SHARE, available: cents, price: scaled('3.33'), fees: usStockFees, tradeDate })
      const cost = (shares: bigint): bigint => {
        const traded = (shares * 333n) / scaled('1')
        const commission = (traded * 3n + 5_000n) / 10_000n
        return traded + (commission < 50n ? 50n : commission)
      }
      if (full > 0n) expect(cost(full)).toBeLessThanOrEqual(cents)
      expect(cost(full + scaled('1'))).toBeGreaterThan(cents)
    }
  })

  it('a price far below any tick is worked out in a few steps: 50 000.00 less 15.00 of charges at 0.00000001', () => {
    let asked = 0
    const counting: FeeSchedule = {
      currency: 'USD',
      get rules() {
        asked += 1
        return usStockFees.rules
      },
    }
    const { full } = purchaseSizes({ ...SHARE, available: moneyOf('50000.00', 'USD').minor, price: 1n, fees: counting, tradeDate })
    expect(formatScaled(full)).toBe('4998500000000')
    expect(asked).toBeLessThan(100)
  })
})

describe('break-even (rule book L.6)', () => {
  it('150 bought for 27 363.71 break even at 182.49', () => {
    const price = breakEvenPrice({
      instrument: ARDV,
      quantity: scaled('150'),
      cost: moneyOf('27363.71', 'USD').minor,
      fees: usStockFees,
      tradeDate,
    })
    expect(formatScaled(price, 2)).toBe('182.49')
  })
})
