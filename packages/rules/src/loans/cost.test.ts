import { describe, expect, it } from 'vitest'
import { percentText, scaled } from '../decimal.ts'
import { addDays } from '../calendar-date.ts'
import { NOW, TODAY } from '../testing/us.ts'
import { DAY_MS } from '../time.ts'
import { accrue, countTo, countedDateAt, defaultsAt, expiresAt, loanDateAt } from './accrue.ts'
import { aprOf, effectiveRateOf, interestOver } from './cost.ts'
import { type Loan, interestDue } from './loan.ts'
import { loanProducts } from './product.ts'

/** What money costs, by the day and by the year (`docs/rules/loans.md` E.6). */
const baseLoan: Loan = {
  ...{ id: 'loan-1', number: 'L', accountId: '10002931', productId: 'd30', termDays: 30, dailyRate: scaled('0.0004') },
  ...{ penaltyRate: scaled('0.0006'), amount: 500_000n, purpose: null, status: 'active', reason: null, principal: 500_000n },
  ...{ interest: 0n, penalty: 0n, late: 0n, interestPaid: 0n, penaltyPaid: 0n, writtenOff: 0n, debt: 500_000n },
  ...{ lent: { from: TODAY, dueOn: addDays(TODAY, 30), countedTo: TODAY }, defaultCause: null, calledOn: null, steps: 0 },
  ...{ appliedAt: NOW, reviewAt: NOW, queuedAt: null, findings: [], examinedAt: NOW, lastPaidAt: null, endedAt: null, changedAt: NOW },
}

describe('what a loan costs (rule book E.6)', () => {
  it('has an annual rate of 14.60 % at 0.04 % a day, and 15.72 % with interest on interest', () => {
    const { dailyRate, termDays } = loanProducts.d30
    expect(percentText(aprOf({ amount: 500_000n, dailyRate, termDays }))).toBe('14.60')
    expect(percentText(effectiveRateOf(dailyRate))).toBe('15.72')
  })
  it('would have one of 27.04 % with a fee of a hundredth, which is why there is none', () => {
    const { dailyRate, termDays } = loanProducts.d30
    expect(percentText(aprOf({ amount: 500_000n, dailyRate, termDays, fee: 5_000n }))).toBe('27.04')
  })
  it('is 60.00 for 5,000 over 30 days', () => {
    expect(interestOver({ amount: 500_000n, dailyRate: loanProducts.d30.dailyRate }, 30)).toBe(6_000n)
  })
  it.each([
    ['the end of February in a leap year', '2028-02-27', 5],
    ['the end of February in another', '2027-02-27', 5],
    ['the end of a year', '2026-12-30', 5],
    ['the change of clocks in New York', '2026-10-30', 5],
    ['the change of clocks in Berlin', '2027-03-26', 5],
  ])('counts every date once over %s', (_, from, days) => {
    const lent = { ...baseLoan, lent: { from, dueOn: addDays(from, 30), countedTo: from } }
    const whole = countTo(lent, addDays(from, days))
    let each: Loan = lent
    for (let day = 1; day <= days; day += 1) each = countTo(each, addDays(from, day))
    expect(each).toEqual(whole)
    expect(interestDue(whole)).toBe(interestOver({ amount: 500_000n, dailyRate: whole.dailyRate }, days))
  })
  it('is never more than a fifth of the loan after the due date, counted at once or by the day', () => {
    const dear: Loan = { ...baseLoan, dailyRate: scaled('0.011'), penaltyRate: scaled('0.0165') }
    const whole = countTo(dear, '2027-03-01')
    let each = dear
    for (let day = 1; day <= 200; day += 1) each = countTo(each, addDays(TODAY, day))
    expect(whole.late).toBe(500_000n * scaled('0.2'))
    expect([each.interest, each.penalty]).toEqual([whole.interest, whole.penalty])
  })
  it('goes by dates of UTC, five minutes after they begin', () => {
    const midnight = Date.UTC(2026, 10, 21)
    expect([loanDateAt(midnight), loanDateAt(midnight - 1)]).toEqual(['2026-11-21', '2026-11-20'])
    expect([countedDateAt(midnight + 299_999), countedDateAt(midnight + 300_000)]).toEqual(['2026-11-20', '2026-11-21'])
    expect([expiresAt(TODAY), defaultsAt(TODAY)]).toEqual([midnight - 1, midnight - 1 + 30 * DAY_MS])
  })
  it('has an entry for each amount and none for nothing', () => {
    expect(accrue(baseLoan, TODAY, TODAY)).toEqual({ loan: baseLoan, entries: [] })
  })
})
