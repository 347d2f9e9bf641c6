import { describe, expect, test } from 'vitest'
import { closingAt, halfOf } from './closing.ts'

describe('closing a holding', () => {
  test('100@10 + 100@12, 150 sold at 13 without fees realise +300', () => {
    expect(closingAt({ quantity: '200', costAmount: '2200.00' }, { quantity: '150', price: '13', fee: '0.00' })).toEqual({
      proceeds: '1950.00',
      net: '1950.00',
      result: '300.00',
      percent: '18.18',
    })
  })

  test('the fee comes off the proceeds and off the result', () => {
    const closing = closingAt({ quantity: '200', costAmount: '2200.00' }, { quantity: '200', price: '11', fee: '0.66' })
    expect(closing).toEqual({ proceeds: '2200.00', net: '2199.34', result: '-0.66', percent: '-0.03' })
  })

  test('nothing held, nothing to close', () => {
    expect(closingAt({ quantity: '0', costAmount: '0.00' }, { quantity: '1', price: '1', fee: '0.00' })).toBeNull()
  })

  test.each([
    ['150', '1', '75'],
    ['15', '1', '7'],
    ['1', '1', '1'],
    ['0', '1', '0'],
    ['300', '100', '100'],
  ])('half of %s in steps of %s is %s', (available, step, half) => {
    expect(halfOf(available, step)).toBe(half)
  })
})
