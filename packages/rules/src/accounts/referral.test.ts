import { expect, it } from 'vitest'
import { post, walletOf } from '../ledger/account-state.ts'
import { moneyOf } from '../money.ts'
import { NOW, TODAY, accountStateWith, plainHash } from '../testing/us.ts'
import { payRebate, rebateDue } from './referral.ts'

const cents = (text: string): bigint => moneyOf(text, 'USD').minor

it.each([
  ['8.21', '0', '1.64'],
  ['16.42', '1.64', '1.64'],
  ['0.04', '0', '0.00'],
  ['499.99', '0', '99.99'],
  ['500.00', '0', '100.00'],
  ['90000.00', '0', '100.00'],
  ['90000.00', '99.99', '0.01'],
  ['90000.00', '100.00', '0.00'],
  ['8.21', '5.00', '0.00'],
])('of %s in commissions, with %s paid before, %s is due', (commissions, paid, due) =>
  expect(rebateDue({ commissions: cents(commissions), paid: cents(paid) })).toBe(cents(due)),
)

it('J95: the house pays it into US_WALLET', () => {
  const state = accountStateWith(100_000n)
  const entries = post(state, payRebate({ refereeId: '10002932', week: 2_900, amount: 164n, valueDate: TODAY }), NOW, plainHash)
  expect(entries.flatMap(({ lines }) => lines.map(({ account, amount }) => `${account} ${amount}`))).toEqual([
    'H:REFERRAL:USD -164',
    'U:US_WALLET:CASH 164',
  ])
  expect(walletOf(state, 'US_WALLET').cash).toBe(100_164n)
})
