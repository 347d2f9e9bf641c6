import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountState } from '../ledger/account-state.ts'
import { firstLimits } from '../terms/limits.ts'
import { NOW } from '../testing/us.ts'
import { reject, withdrawalAccountState, withdrawalsOf } from '../testing/withdrawals.ts'
import { DAY_MS, MINUTE_MS } from '../time.ts'
import { cancelWithdrawal } from './end.ts'
import { leftInDollars } from './limits.ts'
import { type Circumstances, approvalsNeeded, riskFlagsOf, reviewWithdrawal } from './review.ts'
import { withdrawalKind } from './records.ts'

let state: AccountState
beforeEach(() => void (state = withdrawalAccountState()))
const { endById, posted, start, withdrawal } = withdrawalsOf(() => state)

describe('the rules that look at it', () => {
  const fine: Circumstances = { isFrozen: false, isIdentityPassed: true, isHolderCertain: true, isCooling: false }
  const review = (change: Partial<Circumstances> = {}, now = NOW + 4 * MINUTE_MS, isPaused = false) =>
    posted(reviewWithdrawal(state, { withdrawalId: 'w-1', about: { ...fine, ...change }, isPaused, now }))

  it('let it go when nothing speaks against it, and not before their time', () => {
    start('TRC20', '500.00')
    review({}, NOW + 4 * MINUTE_MS - 1)
    expect(withdrawal().status).toBe('pending')
    review()
    expect(withdrawal()).toMatchObject({ status: 'sending', examinedAt: NOW + 4 * MINUTE_MS })
  })

  it('wait while the books are not in order', () => {
    start('TRC20', '500.00')
    review({}, NOW + DAY_MS, true)
    expect(withdrawal()).toMatchObject({ status: 'pending', queuedAt: null })
  })

  it.each<readonly [string, Partial<Circumstances>, string]>([
    ['a frozen account', { isFrozen: true }, 'FROZEN'],
    ['an identity that was lost', { isIdentityPassed: false }, 'IDENTITY'],
    ['a holder who only resembles', { isHolderCertain: false }, 'HOLDER'],
    ['a password that was changed', { isCooling: true }, 'COOLING_OFF'],
  ])('leave %s to people', (_, change, riskFlag) => {
    start('TRC20', '500.00')
    expect(riskFlagsOf(state, withdrawal(), { ...fine, ...change })).toEqual([riskFlag])
    review(change)
    expect(withdrawal()).toMatchObject({ status: 'pending', queuedAt: NOW + 4 * MINUTE_MS })
    review()
    expect(withdrawal().status).toBe('pending')
  })

  it('leave the sixth of a day to people', () => {
    for (const id of ['w-2', 'w-3', 'w-4', 'w-5']) start('TRC20', '10.00', { id })
    start('TRC20', '10.00')
    expect(riskFlagsOf(state, withdrawal(), fine)).toEqual([])
    start('TRC20', '10.00', { id: 'w-6' })
    expect(riskFlagsOf(state, withdrawal('w-6'), fine)).toEqual(['MANY_A_DAY'])
  })

  it('count what was cancelled among them, and not in the day’s amount (P.3)', () => {
    for (const id of ['w-2', 'w-3', 'w-4', 'w-5', 'w-6']) {
      start('TRC20', '10000.00', { id })
      endById(id, cancelWithdrawal)
    }
    expect(leftInDollars(withdrawalKind.of(state).values(), NOW)).toMatchObject({ day: 2_000_000n })
    start('TRC20', '10.00')
    expect(riskFlagsOf(state, withdrawal(), fine)).toEqual(['MANY_A_DAY'])
  })

  it('do not count what people refused', () => {
    for (const id of ['w-2', 'w-3', 'w-4', 'w-5', 'w-6']) {
      start('TRC20', '10.00', { id })
      endById(id, reject)
    }
    start('TRC20', '10.00')
    expect(riskFlagsOf(state, withdrawal(), fine)).toEqual([])
  })

  it('leave what is above five thousand to two people', () => {
    start('TRC20', '5000.00')
    expect(approvalsNeeded(withdrawal())).toBe(1)
    start('TRC20', '5000.01', { id: 'w-2' })
    expect(approvalsNeeded(withdrawal('w-2'))).toBe(2)
    expect(riskFlagsOf(state, withdrawal('w-2'), fine)).toEqual(['ABOVE_LIMIT'])
  })

  it('or above what the limit was when it was asked for', () => {
    const limits = { ...firstLimits, withdrawalAlone: 80_000n }
    start('TRC20', '800.01')
    expect(approvalsNeeded(withdrawal(), limits)).toBe(2)
    expect(riskFlagsOf(state, withdrawal(), fine, limits)).toEqual(['ABOVE_LIMIT'])
    const review = { withdrawalId: 'w-1', about: fine, isPaused: false, now: NOW + 5 * MINUTE_MS }
    expect(withdrawalKind.in(reviewWithdrawal(state, { ...review, limits }))).toMatchObject([{ status: 'pending' }])
    expect(withdrawalKind.in(reviewWithdrawal(state, review))).toMatchObject([{ status: 'sending' }])
  })
})
