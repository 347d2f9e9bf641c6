import type { Wallet } from '@rueda/contract/wallets.ts'
import { describe, expect, test } from 'vitest'
import { after, amountIn, openingOf, shareOf, turned, withFrom, withTo } from './draft.ts'

const wallet = (walletType: Wallet['walletType'], withdrawable: string, currency = 'USD'): Wallet => ({
  walletType,
  currency,
  symbol: '$',
  balance: withdrawable,
  usedBalance: '0.00',
  available: withdrawable,
  unsettled: '0.00',
  withdrawable,
  valueUsd: withdrawable,
})
const wallets = [wallet('US_WALLET', '500.00'), wallet('STOCK', '2500.00'), wallet('FUTURE', '0.00'), wallet('AR', '0.00', 'ARS')]

describe('where a transfer begins', () => {
  test.each([
    [{}, { from: 'US_WALLET', to: 'STOCK', amount: '' }],
    [{ from: 'STOCK' }, { from: 'STOCK', to: 'US_WALLET', amount: '' }],
    [
      { to: 'FUTURE', amount: '17.16' },
      { from: 'STOCK', to: 'FUTURE', amount: '17.16' },
    ],
    // A thousand pesos are missing: not a thousand dollars.
    [
      { to: 'AR', amount: '1000' },
      { from: 'STOCK', to: 'AR', amount: '' },
    ],
    [
      { from: 'STOCK', to: 'AR', amount: '1000' },
      { from: 'STOCK', to: 'AR', amount: '1000' },
    ],
    [{ to: 'STOCK' }, { from: 'US_WALLET', to: 'STOCK', amount: '' }],
    [
      { from: 'TW', to: 'TW' },
      { from: 'TW', to: 'STOCK', amount: '' },
    ],
    [
      { from: 'nowhere', to: 'STOCK', amount: '-1' },
      { from: 'US_WALLET', to: 'STOCK', amount: '' },
    ],
  ])('%j', (asked, opening) => expect(openingOf(asked, wallets)).toEqual(opening))
})

test('a transfer is never from a wallet to itself', () => {
  const draft = { from: 'STOCK', to: 'TW', amount: '5' } as const
  expect(withFrom(draft, 'TW')).toEqual({ from: 'TW', to: 'STOCK', amount: '5' })
  expect(withTo(draft, 'STOCK')).toEqual({ from: 'TW', to: 'STOCK', amount: '5' })
  expect(withTo(draft, 'AR')).toEqual({ from: 'STOCK', to: 'AR', amount: '5' })
  expect(turned(draft)).toEqual({ from: 'TW', to: 'STOCK', amount: '5' })
})

test('an amount has no more decimals than its currency', () => {
  expect(amountIn('USD', '12.')).toBe('12')
  expect(amountIn('USD', '12.55')).toBe('12.55')
  expect(amountIn('TWD', '12.55')).toBe('12')
})

test('a share of what may leave is cut, never rounded up', () => {
  expect(shareOf({ withdrawable: '100.03', currency: 'USD' }, 25)).toBe('25.00')
  expect(shareOf({ withdrawable: '101', currency: 'TWD' }, 50)).toBe('50')
  expect(shareOf({ withdrawable: '100.03', currency: 'USD' }, 100)).toBe('100.03')
})

test('a balance after money came or left', () => {
  expect(after('50000.00', '250', 'out')).toBe('49750.00')
  expect(after('0', '31754', 'in')).toBe('31754')
})
