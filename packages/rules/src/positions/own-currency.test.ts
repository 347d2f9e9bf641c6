import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { dollarsForOne, unitsForDollar } from '../margin/dollar-rate.ts'
import { ownResult, unitsForOneDollar } from './own-currency.ts'

const ars = (units: string) => unitsForDollar(scaled(units))

describe('a result in one’s own currency (rule book P.12)', () => {
  it('100 at 1,000 pesos with 1,000 for a dollar, now at 1,300 with 1,250: 30.00 by the price, 26.00 lost on the exchange', () => {
    const now = { price: scaled('1300'), rate: ars('1250'), currency: 'ARS' } as const
    expect(ownResult([{ quantity: scaled('100'), cost: 10_000_000n, rate: ars('1000') }], now)).toEqual({
      ...{ cost: 10_000n, value: 10_400n },
      ...{ price: 3_000n, exchange: -2_600n, total: 400n },
    })
  })

  it('at the same rate all of it is the price’s, and at the same price all of it is the exchange’s', () => {
    const lot = { quantity: scaled('10'), cost: 500_000n, rate: ars('1000') }
    expect(ownResult([lot], { price: scaled('600'), rate: ars('1000'), currency: 'ARS' })).toMatchObject({ price: 100n, exchange: 0n })
    expect(ownResult([lot], { price: scaled('500'), rate: ars('800'), currency: 'ARS' })).toMatchObject({ price: 0n, exchange: 125n })
  })

  it('both parts add up to the whole to the cent, whatever the lots and the rates are', () => {
    for (let seed = 1n; seed < 400n; seed += 1n) {
      const lots = [1n, 2n, 3n].map((each) => ({
        quantity: (seed * each * 7_919n) % 10n ** 11n,
        cost: (seed * each * 104_729n) % 10n ** 9n,
        rate: each === 2n ? dollarsForOne(3_000_000n + seed * 31n) : ars(String(900n + seed * each)),
      }))
      const now = {
        price: scaled('417.35') + seed * 1_234_567n,
        rate: ars(String(1_000n + seed)),
        currency: seed % 2n === 0n ? 'ARS' : 'TWD',
      } as const
      const { cost, value, price, exchange, total } = ownResult(lots, now)
      expect(price + exchange).toBe(total)
      expect(value - cost).toBe(total)
    }
  })

  it('of nothing is nothing', () =>
    expect(ownResult([], { price: 1n, rate: ars('1'), currency: 'ARS' })).toMatchObject({ total: 0n, price: 0n, exchange: 0n }))

  it('shows a rate as units for a dollar', () => expect(formatScaled(unitsForOneDollar(ars('1250.5')))).toBe('1250.5'))
})
