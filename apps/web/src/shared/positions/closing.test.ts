import { describe, expect, test } from 'vitest'
import { closingAt } from './closing.ts'

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
})
