import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { formatMinor, moneyOf, notional } from '../money.ts'
import { usStockFees } from '../markets/us.ts'
import { additionalCharges, chargesOn, totalOf } from './schedule.ts'

const on = (side: 'buy' | 'sell', price: string, quantity: string, tradeDate = '2026-11-20'): Record<string, string> => {
  const traded = notional(scaled(price), scaled(quantity), 'USD', 'HALF_UP')
  const charges = chargesOn(usStockFees, { side, notional: traded, quantity: scaled(quantity), tradeDate })
  return Object.fromEntries(charges.map(({ kind, amount }) => [kind, formatMinor(amount, 'USD')]))
}

describe('charges on US stocks (rule book B.1)', () => {
  it('a purchase of 150 at 182.37 costs a commission of 8.21', () => expect(on('buy', '182.37', '150')).toEqual({ COMMISSION: '8.21' }))

  it('a sale of 150 at 191.05 costs commission 8.60, SEC fee 0.60 and TAF 0.03', () =>
    expect(on('sell', '191.05', '150')).toEqual({ COMMISSION: '8.60', SEC_FEE: '0.60', TAF: '0.03' }))

  it('the commission is at least 0.50', () => expect(on('buy', '10.00', '1')).toEqual({ COMMISSION: '0.50' }))

  it('the TAF is at most 9.79', () => expect(on('sell', '1.00', '100000')['TAF']).toBe('9.79'))

  it('the SEC fee was zero before 4 April 2026', () => {
    expect(on('sell', '191.05', '150', '2026-04-03')).toEqual({ COMMISSION: '8.60', TAF: '0.03' })
    expect(on('sell', '191.05', '150', '2026-04-04')['SEC_FEE']).toBe('0.60')
  })

  it('an order pays the minimum once, however many fills it has', () => {
    const first = { side: 'buy', notional: moneyOf('100.00', 'USD').minor, quantity: scaled('10'), tradeDate: '2026-11-20' } as const
    expect(totalOf(additionalCharges(usStockFees, first, {}, null))).toBe(50n)
    const both = { ...first, notional: moneyOf('200.00', 'USD').minor, quantity: scaled('20') }
    expect(totalOf(additionalCharges(usStockFees, both, { COMMISSION: 50n }, null))).toBe(0n)
  })

  it('never exceed what is left of the proceeds (O.5)', () => {
    const tiny = { side: 'sell', notional: 30n, quantity: scaled('30'), tradeDate: '2026-11-20' } as const
    expect(totalOf(additionalCharges(usStockFees, tiny, {}, 30n))).toBe(30n)
  })
})
