import { SCALE } from '../decimal.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { moneyFact } from '../messages/message.ts'
import { messageKind } from '../messages/records.ts'
import { next } from '../machine.ts'
import { type MoneyMode, formatMinor } from '../money.ts'
import { type Refusal, type Result, ok, refuse } from '../result.ts'
import { isSuitable } from '../suitability/standing.ts'
import { type CalendarDate, DAY_MS, type Instant } from '../time.ts'
import { type Item, type Unsettled, coverOf, freeAll, freeOf, limitOn, lockAll, valueOfItem } from './collateral.ts'
import { type Loan, type Pledge, loanMachine } from './loan.ts'
import { LOAN_CURRENCY, type LoanProductId, MAX_LOAN, MIN_LOAN, RETRY_DAYS, loanProducts, penaltyRateOf } from './product.ts'
import { loanKind, openLoanIn, pledgesOf } from './records.ts'

/** Asking for a loan: its terms are fixed and its collateral is locked with the request (`docs/rules/loans.md` A.92). */
export type Application = Readonly<{
  id: string
  number: string
  productId: LoanProductId
  /** In minor units. */
  amount: bigint
  purpose: string | null
  /** Each with an id for its lock. */
  collateral: readonly (Item & Readonly<{ id: string }>)[]
  /** Everything the customer has free and could pledge: what an amount can be at most. */
  all: readonly Item[]
  unsettled: Unsettled
  moneyMode: MoneyMode
  reviewAt: Instant
  valueDate: CalendarDate
}>

type Changed = Readonly<{ loan: Loan; outcome: Outcome }>

/** Nothing on credit stands beside real money (`docs/rules/honesty.md` 0.1). */
export const isOffered = (moneyMode: MoneyMode): boolean => moneyMode === 'sim'

export function applyForLoan(state: AccountState, application: Application, now: Instant): Result<Changed> {
  const { id, number, productId, amount, purpose, collateral, reviewAt, valueDate } = application
  const refused = standingInTheWay(state, application, now) ?? wrongAmount(application) ?? wrongCollateral(state, application)
  if (refused !== null) return refused
  const { termDays, dailyRate } = loanProducts[productId]
  const loan: Loan = {
    ...{ id, number, accountId: state.accountId, productId, termDays, dailyRate, penaltyRate: penaltyRateOf(dailyRate) },
    ...{ amount, purpose, status: 'pending', reason: null, principal: 0n, interest: 0n, penalty: 0n, late: 0n },
    ...{ interestPaid: 0n, penaltyPaid: 0n, writtenOff: 0n, debt: 0n, lent: null, defaultCause: null, calledOn: null, steps: 0 },
    ...{ appliedAt: now, reviewAt, queuedAt: null, findings: [], examinedAt: null, lastPaidAt: null, endedAt: null, changedAt: now },
  }
  const pledges = collateral.map((item): Pledge => {
    const { kind, ref, quantity } = item
    const owned = { id: item.id, loanId: id, accountId: state.accountId }
    return { ...owned, kind, ref, quantity, startQuantity: quantity, startValue: valueOfItem(item) ?? 0n, saleId: null, changedAt: now }
  })
  const locked = lockAll(state, pledges, { loan, valueDate }, now)
  const stepped = { ...loan, steps: 1 }
  const facts = { amount: moneyFact(amount, LOAN_CURRENCY) }
  return ok({
    loan: stepped,
    outcome: {
      entries: locked.entries,
      records: [...loanKind.changed(stepped), ...(locked.records ?? [])],
      events: messageKind.happened({ template: 'loan.applied', facts, link: `loan:${id}` }),
    },
  })
}

/** Everything about the customer, before anything about the money (`docs/rules/suitability.md` P.8). */
function standingInTheWay(state: AccountState, { moneyMode }: Application, now: Instant): Refusal | null {
  if (!isOffered(moneyMode)) return refuse('feature.disabled', { feature: 'loans' })
  if (state.frozen) return refuse('account.frozen')
  if (!isSuitable(state, now)) return refuse('suitability.required')
  const open = openLoanIn(state)
  if (open !== null) return refuse('loan.open', { loanNo: open.number })
  const again = retryAt(state, now)
  return again === null ? null : refuse('loan.open', { retryAfterMs: again - now })
}

/** When an application is taken again after a rejection; null where nothing waits. */
export function retryAt(state: AccountState, now: Instant): Instant | null {
  const rejected = [...loanKind.of(state).values()].flatMap(({ status, examinedAt }) =>
    status === 'rejected' && examinedAt !== null ? [examinedAt + RETRY_DAYS * DAY_MS] : [],
  )
  const last = Math.max(0, ...rejected)
  return last > now ? last : null
}

const text = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)

function wrongAmount({ amount, all }: Application): Refusal | null {
  if (amount < MIN_LOAN) return refuse('amount.out_of_range', { field: 'amount', num: text(MIN_LOAN), currency: LOAN_CURRENCY })
  if (amount > MAX_LOAN) return refuse('amount.out_of_range', { field: 'amount', num: text(MAX_LOAN), currency: LOAN_CURRENCY })
  const limit = creditLimitOn(all)
  return amount > limit ? refuse('loan.limit', { field: 'amount', num: text(limit), currency: LOAN_CURRENCY }) : null
}

/** What could be lent on all of this; what has no price counts nothing. */
export function creditLimitOn(items: readonly Item[]): bigint {
  const limit = items.reduce((sum, item) => sum + limitOn(item.kind, valueOfItem(item) ?? 0n), 0n)
  return limit < MAX_LOAN ? limit : MAX_LOAN
}

function wrongCollateral(state: AccountState, { amount, collateral, unsettled }: Application): Refusal | null {
  const field = { field: 'collateral' }
  const keys = collateral.map(({ kind, ref }) => `${kind} ${ref}`)
  if (new Set(keys).size !== keys.length) return refuse('parameter.invalid', field)
  if (collateral.some((item) => item.quantity <= 0n || item.quantity > freeOf(state, item, unsettled)))
    return refuse('loan.collateral', { ...field, num: text(0n), currency: LOAN_CURRENCY })
  if (collateral.some(({ kind, quantity }) => kind === 'stock' && quantity % SCALE !== 0n))
    return refuse('quantity.step', { ...field, step: '1' })
  const cover = coverOf(collateral)
  if (cover === null) return refuse('quote.stale', field)
  return amount > cover.limit ? refuse('loan.collateral', { ...field, num: text(cover.limit), currency: LOAN_CURRENCY }) : null
}

type Ending = Readonly<{ loanId: string; valueDate: CalendarDate }>

/** J76: its customer takes it back, until it is decided. */
export function cancelApplication(state: AccountState, { loanId, valueDate }: Ending, now: Instant): Result<Changed> {
  const loan = loanKind.of(state).get(loanId)
  if (loan === undefined) return refuse('object.not_found', { field: 'id' })
  const status = next(loanMachine, loan.status, 'cancel')
  if (status === null) return refuse('loan.not_cancellable', { field: 'id' })
  return ok(ended(state, { ...loan, status, endedAt: now, changedAt: now }, valueDate, now))
}

/** Ends a loan and frees what is left of its collateral. */
export function ended(state: AccountState, loan: Loan, valueDate: CalendarDate, now: Instant): Changed {
  const freed = freeAll(state, pledgesOf(state, loan.id), { loan, valueDate }, now)
  const stepped = freed.entries.length === 0 ? loan : { ...loan, steps: loan.steps + 1 }
  return { loan: stepped, outcome: { ...freed, records: [...loanKind.changed(stepped), ...(freed.records ?? [])] } }
}

/** A loan was overdue or in default before. */
export const hasBadHistory = (state: AccountState, loanId: string): boolean =>
  [...loanKind.of(state).values()].some((other) => other.id !== loanId && (other.status === 'defaulted' || other.late > 0n))
