import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../calendar-date.ts'
import { openAccountState } from '../ledger/account-state.ts'
import { NOW, TODAY } from '../testing/us.ts'
import { DAY_MS } from '../time.ts'
import { type Application, applyForLoan, cancelApplication } from './apply.ts'
import { interestDue, penaltyDue } from './loan.ts'
import { requestRepayment, reviewRepayment } from './repay.ts'
import { decideLoan, loanRiskFlagsOf, reviewLoan } from './review.ts'

import { LOAN, LoanAccount, cashItem, linesOf, taken, toldOf } from '../testing/loans.ts'

/** Loans (`docs/rules/loans.md` E.6): 5,000 dollars for 30 days on 10,000 in cash. */
let account: LoanAccount
beforeEach(() => {
  account = new LoanAccount()
})

describe('an application', () => {
  it('locks its collateral, and is paid out with the first day of interest', () => {
    expect(linesOf(account.apply())).toEqual([['J75', 'U:US_WALLET:CASH USD -1000000', 'U:US_WALLET:HOLD USD 1000000']])
    const paid = account.book(
      reviewLoan(account.state, { loanId: LOAN, about: account.about(), reviewedAt: NOW, today: TODAY, valueDate: TODAY }, NOW),
    )
    expect(linesOf(paid)).toEqual([
      [
        'J70',
        'H:LOANBOOK:USD USD -500000',
        'U:US_WALLET:CASH USD 500000',
        'U:LOAN:loan-1 DEBT:USD -500000',
        'H:LOANBOOK:USD DEBT:USD 500000',
      ],
      ['J71', 'U:LOAN:loan-1 DEBT:USD -200', 'H:INTINC:USD DEBT:USD 200'],
    ])
    expect(account.wallet()).toEqual({ cash: 1_500_000n, hold: 1_000_000n })
    expect([account.loan().debt, account.loan().status, account.loan().lent?.dueOn]).toEqual([500_200n, 'active', '2026-12-20'])
  })
  it('can be taken back while it is under review, and the collateral is free', () => {
    account.apply()
    expect(linesOf(account.book(taken(cancelApplication(account.state, { loanId: LOAN, valueDate: TODAY }, NOW)).outcome))[0]?.[0]).toBe(
      'J76',
    )
    expect(account.wallet()).toEqual({ cash: 2_000_000n, hold: 0n })
    expect(cancelApplication(account.state, { loanId: LOAN, valueDate: TODAY }, NOW)).toMatchObject({ refusal: 'loan.not_cancellable' })
    expect(cancelApplication(account.state, { loanId: 'other', valueDate: TODAY }, NOW)).toMatchObject({ refusal: 'object.not_found' })
  })
  it.each<[string, Partial<Application>, string]>([
    ['beside real money', { moneyMode: 'real' }, 'feature.disabled'],
    ['below the least', { amount: 9_999n }, 'amount.out_of_range'],
    ['above the most', { amount: 5_000_001n }, 'amount.out_of_range'],
    ['above everything the customer could pledge', { amount: 1_800_001n }, 'loan.limit'],
    ['above what its collateral covers', { amount: 900_001n }, 'loan.collateral'],
    ['without collateral', { collateral: [] }, 'loan.collateral'],
    ['on more than is there', { collateral: [{ ...cashItem(2_000_001n), id: 'a' }] }, 'loan.collateral'],
    ['on nothing', { collateral: [{ ...cashItem(0n), id: 'a' }] }, 'loan.collateral'],
    ['on less than nothing', { collateral: [{ ...cashItem(-1n), id: 'a' }] }, 'loan.collateral'],
    [
      'on money in another currency',
      { collateral: [{ kind: 'cash', ref: 'BALANCE', quantity: 1n, price: null, id: 'a' }] },
      'loan.collateral',
    ],
    ['twice on the same', { collateral: [1, 2].map((id) => ({ ...cashItem(1_000_000n), id: String(id) })) }, 'parameter.invalid'],
  ])('is refused %s', (_, change, refusal) => {
    expect(applyForLoan(account.state, account.asking(change), NOW)).toMatchObject({ ok: false, refusal })
  })
  it('is taken to the cent of what the collateral covers', () => {
    expect(applyForLoan(account.state, account.asking({ amount: 900_000n }), NOW).ok).toBe(true)
  })
  it('is refused beside another, to a frozen account, and before the questions', () => {
    account.apply()
    expect(applyForLoan(account.state, account.asking({ id: 'second' }), NOW)).toMatchObject({ refusal: 'loan.open' })
    const other = openAccountState('1')
    expect(applyForLoan(other, account.asking(), NOW)).toMatchObject({ refusal: 'suitability.required' })
    other.frozen = true
    expect(applyForLoan(other, account.asking(), NOW)).toMatchObject({ refusal: 'account.frozen' })
  })
  it('goes to staff for each reason, and never twice to anybody', () => {
    account.apply()
    const young = { ...account.about(), openedAt: NOW, isIdentityPassed: false, cover: null }
    expect(loanRiskFlagsOf(account.state, account.loan(), young, NOW)).toEqual(['IDENTITY', 'NEW_ACCOUNT', 'COLLATERAL'])
    const early = { loanId: LOAN, about: young, reviewedAt: NOW - 1, today: TODAY, valueDate: TODAY }
    expect(reviewLoan(account.state, early, NOW)).toEqual({ entries: [] })
    expect(toldOf(account.book(reviewLoan(account.state, { ...early, reviewedAt: NOW }, NOW)))).toEqual(['loan.queued'])
    expect(reviewLoan(account.state, { ...early, about: account.about(), reviewedAt: NOW }, NOW)).toEqual({ entries: [] })
  })
  it.each([
    [false, false, 'NOT_AFFORDABLE'],
    [true, true, 'ACCOUNT_FROZEN'],
  ] as const)('is decided by staff once: approved %s, frozen %s', (isApproved, frozen, reason) => {
    account.apply()
    account.state.frozen = frozen
    const deciding = {
      loanId: LOAN,
      isApproved,
      reason: 'NOT_AFFORDABLE',
      cover: account.coverNow(),
      today: TODAY,
      valueDate: TODAY,
    } as const
    account.book(decideLoan(account.state, deciding, NOW))
    expect([account.loan().status, account.loan().reason, account.wallet().hold]).toEqual(['rejected', reason, 0n])
    expect(decideLoan(account.state, { ...deciding, isApproved: true }, NOW)).toEqual({ entries: [] })
    account.state.frozen = false
    expect(applyForLoan(account.state, account.asking({ id: 'again' }), NOW)).toMatchObject({ refusal: 'loan.open' })
    expect(applyForLoan(account.state, account.asking({ id: 'again' }), NOW + DAY_MS).ok).toBe(true)
  })
  it('is not paid out by staff when nothing covers it any more', () => {
    account.apply()
    const deciding = { loanId: LOAN, isApproved: true, reason: 'HISTORY', cover: null, today: TODAY, valueDate: TODAY } as const
    account.book(decideLoan(account.state, deciding, NOW))
    expect([account.loan().status, account.loan().reason]).toEqual(['rejected', 'COLLATERAL'])
  })
})

describe('repaying (rule book G.4)', () => {
  it('pays 5,095.00 for 5,000 that are seven days late: penalty, then interest, then what was lent', () => {
    account.lend()
    for (let day = 1; day <= 37; day += 1) account.pass(addDays(TODAY, day))
    expect([account.loan().status, account.loan().debt, interestDue(account.loan()), penaltyDue(account.loan())]).toEqual([
      'overdue',
      509_500n,
      7_400n,
      2_100n,
    ])
    const date = addDays(TODAY, 37)
    expect(linesOf(account.repay(null, date))).toEqual([['J72a', 'U:US_WALLET:CASH USD -509500', 'U:US_WALLET:HOLD USD 509500']])
    const paid = account.approve(date)
    expect(linesOf(paid)[0]?.slice(0, 5)).toEqual([
      'J72b',
      'U:US_WALLET:HOLD USD -509500',
      'H:PENINC:USD USD 2100',
      'H:INTINC:USD USD 7400',
      'H:LOANBOOK:USD USD 500000',
    ])
    expect([account.loan().status, account.loan().debt, account.wallet()]).toEqual(['repaid', 0n, { cash: 1_990_500n, hold: 0n }])
    expect(toldOf(paid)).toEqual(['loan.repaid'])
  })
  it('makes up at once for days that nobody counted, and counts none twice', () => {
    account.lend()
    account.pass(addDays(TODAY, 37))
    expect(account.loan().debt).toBe(509_500n)
    expect(account.pass(addDays(TODAY, 37)).entries).toEqual([])
    expect(account.pass(addDays(TODAY, 12)).entries).toEqual([])
  })
  it('costs one day on the date of the loan itself, and nothing for the date of the repayment', () => {
    account.lend()
    account.repay(null, TODAY)
    expect(account.approve(TODAY).entries.map(({ journal }) => journal)).toEqual(['J72b', 'J76'])
    expect(account.wallet().cash).toBe(1_999_800n)
  })
  it('counts nothing while it waits, and makes up for it on what is left', () => {
    account.lend()
    const [asked, decided] = [addDays(TODAY, 10), addDays(TODAY, 13)]
    account.repay(252_000n, asked)
    expect(account.pass(addDays(TODAY, 12)).entries).toEqual([])
    account.approve(decided)
    // Ten days on 5,000 are paid; three more on 2,500.
    expect([account.loan().principal, account.loan().debt]).toEqual([250_000n, 250_300n])
    account.repay(100n, decided, 'second')
    account.approve(addDays(decided, 1), 'second', false)
    expect(account.loan().debt).toBe(250_400n)
    expect(account.wallet().hold).toBe(1_000_000n)
  })
  it.each([
    [0n, 'loan.repayment'],
    [-1n, 'loan.repayment'],
    [500_201n, 'loan.repayment'],
  ])('of %s is refused', (amount, refusal) => {
    account.lend()
    const request = { id: 'r', loanId: LOAN, amount, wallet: 'US_WALLET', today: TODAY, reviewAt: NOW, valueDate: TODAY } as const
    expect(requestRepayment(account.state, request, NOW)).toMatchObject({ refusal })
    expect(requestRepayment(account.state, { ...request, loanId: 'other' }, NOW)).toMatchObject({ refusal: 'object.not_found' })
    expect(requestRepayment(account.state, { ...request, amount: 100n, wallet: 'BALANCE' }, NOW)).toMatchObject({
      refusal: 'parameter.invalid',
    })
    expect(requestRepayment(account.state, { ...request, amount: 100n, wallet: 'STOCK' }, NOW)).toMatchObject({
      refusal: 'wallet.insufficient',
    })
  })
  it('waits for one at a time, also of a frozen account, which staff look at', () => {
    account.lend()
    account.state.frozen = true
    account.repay(100n, TODAY)
    const request = { id: 'r', loanId: LOAN, amount: 100n, wallet: 'US_WALLET', today: TODAY, reviewAt: NOW, valueDate: TODAY } as const
    expect(requestRepayment(account.state, request, NOW)).toMatchObject({ refusal: 'loan.repayment', facts: { reason: 'pending' } })
    const reviewing = { repaymentId: 'repayment-1', reviewedAt: NOW, today: TODAY, valueDate: TODAY }
    account.book(reviewRepayment(account.state, reviewing, NOW))
    expect(reviewRepayment(account.state, reviewing, NOW)).toEqual({ entries: [] })
    account.approve(TODAY)
    expect(account.loan().debt).toBe(500_100n)
  })
})
