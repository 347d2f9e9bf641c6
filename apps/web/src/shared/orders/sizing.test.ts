import { describe, expect, test } from 'vitest'
import {
  amountOfQuantity,
  amountOfShare,
  quantityFault,
  quantityForAmount,
  shareOfAmount,
  shareOfSize,
  sizeOfShare,
  wholeSteps,
  shares,
} from './sizing.ts'

describe('the size of an order', () => {
  test('10,000.00 at 182.37 buys 54 whole shares, never 55', () => {
    expect(quantityForAmount('10000.00', '182.37', '1')).toBe('54')
  })

  test('an amount under one share buys none', () => {
    expect(quantityForAmount('100', '182.37', '1')).toBe('0')
  })

  test('a lot of 100 takes whole lots only', () => {
    expect(quantityForAmount('50000', '182.37', '100')).toBe('200')
  })

  test('no price, no quantity', () => {
    expect(quantityForAmount('100', '0', '1')).toBeNull()
    expect(quantityForAmount('100', '—', '1')).toBeNull()
  })

  test('150 shares at 182.4247 cost 27,363.71 (a half cent goes up)', () => {
    expect(amountOfQuantity('150', '182.4247')).toBe('27363.71')
    expect(amountOfQuantity('1', '0.125')).toBe('0.13')
  })

  test('sums that a float cannot hold stay exact', () => {
    expect(amountOfQuantity('3', '0.1')).toBe('0.30')
    expect(amountOfQuantity('999999999', '99999.99')).toBe('99999989900000.01')
  })

  test.each([
    [25, '13'],
    [50, '27'],
    [75, '40'],
    [100, '54'],
  ] as const)('%d %% of 54 is %s', (percent, quantity) => {
    expect(sizeOfShare('54', percent, '1')).toBe(quantity)
  })

  test('a typed quantity lights the chip it equals', () => {
    expect(shareOfSize('27', '54', '1')).toBe(50)
    expect(shareOfSize('54', '54', '1')).toBe(100)
    expect(shareOfSize('28', '54', '1')).toBeNull()
    expect(shareOfSize('0', '0', '1')).toBeNull()
  })

  describe('in money', () => {
    const purchase = { money: '10000.00', full: '54', price: '182.37', step: '1' } as const

    test('the chips of a purchase are shares of the money, and all of it is what the largest order costs', () => {
      expect(shares.map((percent) => amountOfShare(purchase, percent))).toEqual(['2500.00', '5000.00', '7500.00', '9847.98'])
      expect(quantityForAmount('9847.98', '182.37', '1')).toBe('54')
    })

    test('where the order names the amount, all of it is all of the money, to the cent and never more', () => {
      const named = { ...purchase, money: '100.01', step: null }
      expect(shares.map((percent) => amountOfShare(named, percent))).toEqual(['25.00', '50.00', '75.00', '100.01'])
    })

    test('the chips of a sale are what shares of the stock are worth', () => {
      const sale = { money: null, full: '54', price: '182.37', step: '1' }
      expect(shares.map((percent) => amountOfShare(sale, percent))).toEqual(['2370.81', '4923.99', '7294.80', '9847.98'])
    })

    test('without money or price there is no amount', () => {
      expect(amountOfShare({ ...purchase, money: '0' }, 50)).toBe('0.00')
      expect(amountOfShare({ ...purchase, money: null, price: '—' }, 50)).toBe('0.00')
    })

    test('a typed amount lights the chip it equals', () => {
      expect(shareOfAmount('5000', purchase)).toBe(50)
      expect(shareOfAmount('5000.01', purchase)).toBeNull()
      expect(shareOfAmount('', purchase)).toBeNull()
    })
  })

  test('a quantity keeps to the minimum and the step', () => {
    const rules = { minimum: '10', step: '5' }
    expect(quantityFault('9', rules)).toBe('below_minimum')
    expect(quantityFault('12', rules)).toBe('step')
    expect(quantityFault('15', rules)).toBeNull()
  })
})

test('what takes whole steps alone has as many as there are', () => {
  expect([wholeSteps('1.5', '1'), wholeSteps('0.5', '1'), wholeSteps('1234', '1000'), wholeSteps('12', '1')]).toEqual([
    '1',
    '0',
    '1000',
    '12',
  ])
})
