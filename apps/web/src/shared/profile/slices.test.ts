import { describe, expect, test } from 'vitest'
import { isEmptyWallet, slicesOf } from './slices.ts'
import { maskEmail } from '../../screens/profile/mask.ts'

describe('the parts of the total', () => {
  test('stand largest first, empty ones are left out', () => {
    const parts = [
      { key: 'US_WALLET', value: '25000.00' },
      { key: 'STOCK', value: '75000.00' },
      { key: 'TW', value: '0' },
    ]
    expect(slicesOf(parts, 8)).toEqual([
      { key: 'STOCK', value: '75000.00', percent: '75.00' },
      { key: 'US_WALLET', value: '25000.00', percent: '25.00' },
    ])
  })

  test('past the eighth they are put together', () => {
    const parts = Array.from({ length: 10 }, (_, at) => ({ key: `W${at}`, value: '1.00' }))
    const slices = slicesOf(parts, 8)
    expect(slices).toHaveLength(8)
    expect(slices.at(-1)).toEqual({ key: 'other', value: '3.00', percent: '30.00' })
  })

  test('nothing owned, nothing drawn', () => {
    expect(slicesOf([{ key: 'STOCK', value: '0.00' }], 8)).toEqual([])
  })

  test('a wallet that is in use is not empty; an unreadable one is not called empty', () => {
    expect(isEmptyWallet({ balance: '0.00', usedBalance: '0' })).toBe(true)
    expect(isEmptyWallet({ balance: '0.00', usedBalance: '0.01' })).toBe(false)
    expect(isEmptyWallet({ balance: '', usedBalance: '' })).toBe(false)
  })
})

describe('an address on screen', () => {
  test.each([
    ['lucia@correo.test', 'l•••@correo.test'],
    ['a@b.co', 'a•••@b.co'],
    ['practice', 'p•••'],
    ['', ''],
  ])('%s is shown as %s', (email, shown) => {
    expect(maskEmail(email)).toBe(shown)
  })
})
