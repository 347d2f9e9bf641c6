import { codeOfLoan, codeOfRepayment } from '@rueda/contract/codes.ts'
import type { Loan as LoanRow, LoanCollateral, LoanProduct, Repayment as RepaymentRow, RepaymentAnswer } from '@rueda/contract/loans.ts'
import { formatScaled, percentText } from '@rueda/rules/decimal.ts'
import type { FundId } from '@rueda/rules/funds/fund.ts'
import { countTo, defaultsAt, expiresAt, loanDateAt } from '@rueda/rules/loans/accrue.ts'
import { type Item, coverOf, levelsOf, limitOn, ltvOf, valueOfItem } from '@rueda/rules/loans/collateral.ts'
import { aprOf, effectiveRateOf } from '@rueda/rules/loans/cost.ts'
import { type Loan, type Pledge, type Repayment, interestDue, isLent, penaltyDue } from '@rueda/rules/loans/loan.ts'
import { LOAN_CURRENCY, type LoanProduct as Product, MAX_LOAN, MIN_LOAN, RETRY_DAYS, penaltyRateOf } from '@rueda/rules/loans/product.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { type Pricing, sharePrice } from './collateral.ts'
import type { Beside } from './store.ts'

/** The only place where loans become JSON. */
const text = (minor: bigint): string => formatMinor(minor, LOAN_CURRENCY)

export const presentProduct = (product: Product): LoanProduct => ({
  id: product.id,
  termDays: product.termDays,
  dailyRate: formatScaled(product.dailyRate),
  apr: formatScaled(aprOf({ amount: MAX_LOAN, ...product })),
  effectiveRate: formatScaled(effectiveRateOf(product.dailyRate)),
  feeRate: '0',
  penaltyDailyRate: formatScaled(penaltyRateOf(product.dailyRate)),
  minAmount: text(MIN_LOAN),
  maxAmount: text(MAX_LOAN),
  currency: LOAN_CURRENCY,
  ltvMax: { cash: String(levelsOf.cash.start), stock: String(levelsOf.stock.start), fund: String(levelsOf.fund.start) },
})

/** Units of a fund are told by their fund. */
type Named = Readonly<{ fundOf: (orderId: string) => FundId | null }>
const nobody: Named = { fundOf: () => null }

export function presentLoan(app: Pricing, known: Loan, { pledges, repayments }: Beside, now: Instant, named: Named = nobody): LoanRow {
  const own = pledges.filter(({ loanId }) => loanId === known.id)
  const paid = repayments.filter(({ loanId }) => loanId === known.id)
  const isWaiting = paid.some(({ status }) => status === 'pending')
  // What is shown is what a repayment of this moment would pay, also before the day is booked.
  const loan = isLent(known) && !isWaiting ? countTo(known, loanDateAt(now)) : known
  const { lent } = loan
  const cover = coverOf(
    own.filter(({ quantity }) => quantity > 0n).map((pledge): Item => ({ ...pledge, price: priceOf(app, pledge, named) })),
  )
  const ltv = cover === null || cover.value === 0n ? null : ltvOf(loan.status === 'pending' ? loan.amount : loan.debt, cover.value)
  return {
    ...{ id: loan.id, loanNo: loan.number, productId: loan.productId, amount: text(loan.amount), currency: LOAN_CURRENCY },
    ...{ termDays: loan.termDays, dailyRate: formatScaled(loan.dailyRate), penaltyDailyRate: formatScaled(loan.penaltyRate) },
    apr: formatScaled(aprOf(loan)),
    totalDebt: text(loan.debt),
    principal: text(loan.principal),
    totalInterest: text(interestDue(loan)),
    penaltyAmount: text(penaltyDue(loan)),
    paidAmount: text(paid.reduce((sum, { status, amount }) => sum + (status === 'approved' ? amount : 0n), 0n)),
    writtenOff: text(loan.writtenOff),
    status: codeOfLoan[loan.status],
    stage: loan.status,
    purpose: loan.purpose,
    rejectReason: loan.reason,
    retryTimestamp: loan.status === 'rejected' && loan.examinedAt !== null ? loan.examinedAt + RETRY_DAYS * DAY_MS : null,
    defaultCause: loan.defaultCause,
    ltv: ltv === null ? null : percentText(ltv),
    collateralValue: cover === null ? null : text(cover.value),
    callDebt: cover === null ? null : text(cover.callAbove),
    defaultDebt: cover === null ? null : text(cover.failAbove),
    collateral: own.map((pledge) => presentPledge(app, pledge, named)),
    cancellable: loan.status === 'pending' ? 1 : 0,
    repayable: isLent(loan) && !isWaiting ? 1 : 0,
    createTimeTimestamp: loan.appliedAt,
    reviewTimestamp: loan.status === 'pending' ? loan.reviewAt : null,
    isQueued: loan.queuedAt === null ? 0 : 1,
    examineTimeTimestamp: loan.examinedAt,
    startDate: lent?.from ?? null,
    dueDate: lent?.dueOn ?? null,
    expireTimeTimestamp: lent === null ? null : expiresAt(lent.dueOn),
    defaultsTimeTimestamp: lent === null ? null : defaultsAt(lent.dueOn),
    lastPayBackDateTimestamp: loan.lastPaidAt,
    endTimestamp: loan.endedAt,
    repayments: paid.map(presentRepayment),
  }
}

function priceOf(app: Pricing, { kind, ref }: Pick<Pledge, 'kind' | 'ref'>, { fundOf }: Named): bigint | null {
  if (kind === 'cash') return null
  if (kind === 'stock') return sharePrice(app, ref)
  const fundId = fundOf(ref)
  return fundId === null ? null : (app.navs.latest(fundId)?.nav ?? null)
}

function presentPledge(app: Pricing, pledge: Pledge, named: Named): LoanRow['collateral'][number] {
  const { kind, ref, quantity, startQuantity, startValue } = pledge
  const value = valueOfItem({ kind, quantity, price: priceOf(app, pledge, named) })
  return {
    ...{ type: kind, ref, name: nameOf(app, pledge, named) },
    quantity: quantityText(kind, quantity),
    startQuantity: quantityText(kind, startQuantity),
    startValue: text(startValue),
    value: value === null ? null : text(value),
  }
}

/** A wallet and a fund have names of each language in the app; a share has its own. */
function nameOf({ venue }: Pricing, { kind, ref }: Pick<Pledge, 'kind' | 'ref'>, { fundOf }: Named): string {
  if (kind === 'stock') return venue.instruments.get(ref)?.name ?? ref
  return kind === 'fund' ? (fundOf(ref) ?? ref) : ref
}

const quantityText = (kind: Pledge['kind'], quantity: bigint): string => (kind === 'cash' ? text(quantity) : formatScaled(quantity))

export function presentCollateral(app: Pricing, item: Item, named: Named): LoanCollateral {
  const { kind, ref, quantity, price } = item
  const value = valueOfItem(item) ?? 0n
  const { start, call, fail } = levelsOf[kind]
  return {
    ...{ type: kind, ref, name: nameOf(app, item, named), quantity: quantityText(kind, quantity) },
    price: price === null ? null : formatScaled(price),
    value: text(value),
    limit: text(limitOn(kind, value)),
    ltv: String(start),
    callLevel: String(call),
    defaultLevel: String(fail),
  }
}

export const presentRepayment = (repayment: Repayment): RepaymentRow => ({
  id: repayment.id,
  amount: text(repayment.amount),
  walletType: repayment.wallet,
  status: codeOfRepayment[repayment.status],
  rejectReason: repayment.reason,
  allocation: allocationOf(repayment),
  createTimeTimestamp: repayment.requestedAt,
  decideTimestamp: repayment.decidedAt,
})

const allocationOf = ({ penalty, interest, principal }: Repayment): RepaymentRow['allocation'] => ({
  penalty: text(penalty),
  interest: text(interest),
  principal: text(principal),
})

export const presentRepaymentAnswer = (repayment: Repayment): RepaymentAnswer => ({
  repaymentId: repayment.id,
  status: codeOfRepayment[repayment.status],
  allocation: allocationOf(repayment),
})
