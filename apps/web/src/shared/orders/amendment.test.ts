import { describe, expect, test } from 'vitest'
import { amendableFields, amendmentOf } from './amendment.ts'

const limit = { quantity: '100', price: '150.00', stopPrice: null, trailPercent: null, subStatus: 'WORKING' }
const stop = { ...limit, price: null, stopPrice: '190.00', subStatus: 'HELD' }

describe('what can be changed', () => {
  test.each([
    ['a limit', limit, ['quantity', 'price']],
    ['a stop', stop, ['quantity', 'stopPrice']],
    ['a stop with a limit', { ...stop, price: '191.00' }, ['quantity', 'price', 'stopPrice']],
    ['a stop that was reached', { ...stop, subStatus: 'WORKING' }, ['quantity']],
    ['a trailing stop', { ...stop, trailPercent: '5' }, ['quantity', 'trailPercent']],
  ])('of %s', (_, order, fields) => expect(amendableFields(order)).toEqual(fields))
})

describe('an amendment', () => {
  test('holds only what is different', () => {
    expect(amendmentOf(limit, { quantity: '100', price: '151.' })).toEqual({ price: '151' })
    expect(amendmentOf(limit, { quantity: '60', price: '150' })).toEqual({ quantity: '60' })
  })

  test.each([[{}], [{ price: '150.0' }], [{ price: '' }], [{ quantity: '0' }]])('of %j is none', (typed) => {
    expect(amendmentOf(limit, typed)).toBeNull()
  })
})
