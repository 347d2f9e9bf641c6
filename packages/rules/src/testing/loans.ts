import { scaled } from '../decimal.ts'
import { type AccountState, type Outcome, openAccountState, post, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { type Application, applyForLoan } from '../loans/apply.ts'
import { type Cover, type Item, coverOf, freeOf } from '../loans/collateral.ts'
import { passDays } from '../loans/default.ts'
import type { Loan } from '../loans/loan.ts'
import { loanKind, pledgeKind } from '../loans/records.ts'
import { decideRepayment, requestRepayment } from '../loans/repay.ts'
import { reviewLoan } from '../loans/review.ts'
import { messageKind } from '../messages/records.ts'
import type { Result } from '../result.ts'
import { type CalendarDate, DAY_MS } from '../time.ts'
import { passSuitability } from './suitability.ts'
import { NOW, TODAY, plainHash } from './us.ts'

/** An account with 20,000 dollars that has passed the questions, and what happens to its loan: by default 5,000 dollars for 30 days on 10,000 in cash. */
export const LOAN = 'loan-1'
const CENTS = 100n

export class LoanAccount {
  readonly state: AccountState = openAccountState('10002931')

  constructor() {
    this.grant('US_WALLET', 20_000n * CENTS)
    passSuitability(this.state, NOW)
  }

  book(outcome: Outcome, at = NOW): Outcome {
    post(this.state, outcome, at, plainHash)
    return outcome
  }

  grant(wallet: 'US_WALLET' | 'STOCK', minor: bigint): void {
    const lines = transfer({ from: 'H:PROMO:USD', to: `U:${wallet}:CASH`, asset: 'USD', amount: minor })
    this.book({ entries: [{ journal: 'J98', cause: { kind: 'grant', id: wallet, step: 0 }, lines, valueDate: TODAY }] })
  }

  asking(change: Partial<Application> = {}): Application {
    const all = [cashItem(freeOf(this.state, { kind: 'cash', ref: 'US_WALLET' }, () => 0n))]
    return {
      ...{ id: LOAN, number: 'L20261120-0000000001', productId: 'd30', amount: 5_000n * CENTS, purpose: null, all, unsettled: () => 0n },
      ...{ collateral: [{ ...cashItem(10_000n * CENTS), id: 'pledge-1' }], moneyMode: 'sim' },
      ...{ reviewAt: NOW, valueDate: TODAY },
      ...change,
    }
  }

  apply(change: Partial<Application> = {}): Outcome {
    return this.book(taken(applyForLoan(this.state, this.asking(change), NOW)).outcome)
  }

  coverNow(price: bigint | null = null): Cover | null {
    return coverOf([...pledgeKind.of(this.state).values()].map((pledge) => ({ ...pledge, price: pledge.kind === 'cash' ? null : price })))
  }

  about() {
    return { isIdentityPassed: true, openedAt: NOW - 8 * DAY_MS, cover: this.coverNow(scaled('182.36')) }
  }

  lend(change: Partial<Application> = {}): Outcome {
    this.apply(change)
    return this.book(reviewLoan(this.state, { loanId: LOAN, about: this.about(), reviewedAt: NOW, today: TODAY, valueDate: TODAY }, NOW))
  }

  loan(): Loan {
    return loanKind.of(this.state).get(LOAN) as Loan
  }

  wallet(type: 'US_WALLET' | 'STOCK' = 'US_WALLET') {
    const { cash, hold } = walletOf(this.state, type)
    return { cash, hold }
  }

  pass(date: CalendarDate): Outcome {
    return this.book(passDays(this.state, { loanId: LOAN, today: date, valueDate: date }, NOW))
  }

  repay(amount: bigint | null, today: CalendarDate, id = 'repayment-1'): Outcome {
    const request = { id, loanId: LOAN, amount, wallet: 'US_WALLET', today, reviewAt: NOW, valueDate: today } as const
    return this.book(taken(requestRepayment(this.state, request, NOW)).outcome)
  }

  approve(today: CalendarDate, repaymentId = 'repayment-1', isApproved = true): Outcome {
    return this.book(decideRepayment(this.state, { repaymentId, isApproved, reason: null, today, valueDate: today }, NOW))
  }
}

export const taken = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.refusal} ${JSON.stringify(result.facts)}`)
  return result.value
}
export const cashItem = (quantity: bigint): Item => ({ kind: 'cash', ref: 'US_WALLET', quantity, price: null })
export const linesOf = (outcome: Outcome) =>
  outcome.entries.map(({ journal, lines }) => [journal, ...lines.map(({ account, asset, amount }) => `${account} ${asset} ${amount}`)])
export const toldOf = (outcome: Outcome) => messageKind.in(outcome).map(({ template }) => template)
