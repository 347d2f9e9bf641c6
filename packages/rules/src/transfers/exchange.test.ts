import { describe, expect, it, test } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { type Currency, formatMinor, moneyOf } from '../money.ts'
import { costOfSpread, leastExchangeable, neededFor, pairOf, priceExchange } from './exchange.ts'

const exchange = (amount: string, from: Currency, to: Currency, mid: string) => {
  const asked = { amount: moneyOf(amount, from).minor, from, to, mid: scaled(mid) }
  const { rate, spread, received } = priceExchange(asked)
  return {
    rate: formatScaled(rate),
    spread: formatScaled(spread),
    received: formatMinor(received, to),
    cost: formatMinor(costOfSpread(asked, received), to),
  }
}

describe('an exchange (docs/rules/transfers.md E.11)', () => {
  it('250 USD to ARS', () =>
    expect(exchange('250.00', 'USD', 'ARS', '1486.50')).toEqual({
      rate: '1479.0675',
      spread: '0.005',
      received: '369766.87',
      cost: '1858.13',
    }))

  it('500,000 ARS to USD', () =>
    expect(exchange('500000.00', 'ARS', 'USD', '1486.50')).toMatchObject({ rate: '1493.9325', received: '334.68' }))

  it('1,000 USD to TWD: no cents in Taiwan', () =>
    expect(exchange('1000.00', 'USD', 'TWD', '31.85')).toMatchObject({ rate: '31.75445', spread: '0.003', received: '31754' }))

  it('TWD to ARS costs what the dearer of the two costs', () =>
    expect(exchange('1000', 'TWD', 'ARS', '46.67189953')).toMatchObject({ spread: '0.005', rate: '46.43854003', received: '46438.54' }))
})

describe('rounding is never to the house’s cost', () => {
  test.each<[amount: string, from: Currency, to: Currency, received: string]>([
    ['0.01', 'USD', 'ARS', '14.79'],
    ['14.93', 'ARS', 'USD', '0.00'],
    ['14.94', 'ARS', 'USD', '0.01'],
    ['29.87', 'ARS', 'USD', '0.01'],
  ])('%s %s gives %s %s', (amount, from, to, received) => {
    expect(exchange(amount, from, to, '1486.50').received).toBe(received)
  })

  it('there and back never gains', () => {
    for (let cents = 1n; cents < 5_000n; cents += 7n) {
      const there = priceExchange({ amount: cents, from: 'USD', to: 'TWD', mid: scaled('31.85') }).received
      const back = priceExchange({ amount: there, from: 'TWD', to: 'USD', mid: scaled('31.85') }).received
      expect(back).toBeLessThan(cents)
    }
  })
})

test('the least amount that gives anything', () => {
  const asked = { from: 'ARS', to: 'USD', mid: scaled('1486.50') } as const
  const least = leastExchangeable(asked)
  expect(formatMinor(least, 'ARS')).toBe('14.94')
  expect(priceExchange({ ...asked, amount: least }).received).toBe(1n)
  expect(priceExchange({ ...asked, amount: least - 1n }).received).toBe(0n)
})

test('a pair reads the same from both sides', () => {
  expect(pairOf('ARS', 'USD')).toEqual({ base: 'USD', quote: 'ARS' })
  expect(pairOf('USD', 'ARS')).toEqual({ base: 'USD', quote: 'ARS' })
  expect(pairOf('ARS', 'TWD')).toEqual({ base: 'TWD', quote: 'ARS' })
  expect(pairOf('USD', 'GBP')).toEqual({ base: 'GBP', quote: 'USD' })
  expect(pairOf('CHF', 'USD')).toEqual({ base: 'USD', quote: 'CHF' })
  expect(pairOf('GBP', 'EUR')).toEqual({ base: 'EUR', quote: 'GBP' })
})

test('what gives 369,766.87 pesos at 1,486.50 are 250 dollars, and a centavo more takes a cent more', () => {
  const pesos = { from: 'USD', to: 'ARS', mid: scaled('1486.50') } as const
  expect(neededFor({ ...pesos, received: 36_976_687n })).toBe(25_000n)
  expect(neededFor({ ...pesos, received: 36_976_688n })).toBe(25_001n)
})
