import { loanReasons, loanStatuses, pledgeKinds, repaymentReasons } from '@rueda/rules/loans/loan.ts'
import { loanProductIds } from '@rueda/rules/loans/product.ts'
import { z } from 'zod'
import { bringInput } from './bring.ts'
import { loanCodes } from './codes.ts'
import { endpoint, protectedInput } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, quantity, text, timestamp, walletType } from './fields.ts'

/** Loans: money lent against collateral (`docs/rules/loans.md` A.90 to A.94, E.6). All amounts are dollars. */
const AMOUNT_DECIMALS = 2
const MAX_REF = 64
const MAX_PLEDGES = 20
const productId = z.enum(loanProductIds)

export const loanProduct = z
  .object({
    id: productId,
    termDays: z.number().int(),
    /** Shares of one: interest a day, the annual percentage rate, the same with interest on interest, a fee, and the penalty a day. */
    dailyRate: decimal,
    apr: decimal,
    effectiveRate: decimal,
    feeRate: decimal,
    penaltyDailyRate: decimal,
    minAmount: decimal,
    maxAmount: decimal,
    currency: z.string(),
    /** In percent of the value, by the kind of collateral. */
    ltvMax: z.object({ cash: decimal, stock: decimal, fund: decimal }),
  })
  .meta({ id: 'LoanProduct' })
export type LoanProduct = z.output<typeof loanProduct>

const pledged = {
  type: z.enum(pledgeKinds),
  /** The wallet, the instrument, or the subscription to a fund. */
  ref: z.string(),
  /** The wallet, the name of the share, or the fund. */
  name: z.string(),
}

export const loanCollateral = z
  .object({
    ...pledged,
    /** Free to be pledged. */
    quantity: decimal,
    price: decimal.nullable(),
    value: decimal,
    /** What is lent on it at most. */
    limit: decimal,
    /** In percent of the value: a loan at its beginning, the debt that more is asked for above, and the one it is sold above. */
    ltv: decimal,
    callLevel: decimal,
    defaultLevel: decimal,
  })
  .meta({ id: 'LoanCollateral' })
export type LoanCollateral = z.output<typeof loanCollateral>

const allocation = z.object({ penalty: decimal, interest: decimal, principal: decimal })

const repayment = z
  .object({
    id: identifier,
    amount: decimal,
    walletType,
    /** 1 under review, 2 approved, 3 rejected. */
    status: z.number().int(),
    rejectReason: z.enum(repaymentReasons).nullable(),
    allocation,
    createTimeTimestamp: timestamp,
    decideTimestamp: timestamp.nullable(),
  })
  .meta({ id: 'LoanRepayment' })
export type Repayment = z.output<typeof repayment>

export const loan = z
  .object({
    id: identifier,
    loanNo: z.string(),
    productId,
    amount: decimal,
    currency: z.string(),
    termDays: z.number().int(),
    dailyRate: decimal,
    penaltyDailyRate: decimal,
    apr: decimal,
    /** Owed now: all of it, and its parts. */
    totalDebt: decimal,
    principal: decimal,
    totalInterest: decimal,
    penaltyAmount: decimal,
    paidAmount: decimal,
    /** What the house bore in the end. */
    writtenOff: decimal,
    /** 0 under review, 1 in use, 2 rejected or taken back, 3 repaid, 4 overdue, 5 in default. */
    status: z.number().int(),
    /** The same in more words: what was taken back apart from what was rejected, and a default that is under way from one that is over. */
    stage: z.enum(loanStatuses),
    purpose: z.string().nullable(),
    rejectReason: z.enum(loanReasons).nullable(),
    /** When another application is taken after a rejection. */
    retryTimestamp: timestamp.nullable(),
    defaultCause: z.enum(['value', 'time']).nullable(),
    /** The debt, or the amount asked for, in percent of what covers it; null while a price is not known, and where nothing covers it. */
    ltv: decimal.nullable(),
    collateralValue: decimal.nullable(),
    /** The debts that more cover is asked for above, and that the collateral is sold above, at this moment's prices. */
    callDebt: decimal.nullable(),
    defaultDebt: decimal.nullable(),
    collateral: z.array(
      z.object({ ...pledged, quantity: decimal, startQuantity: decimal, startValue: decimal, value: decimal.nullable() }),
    ),
    cancellable: flag,
    repayable: flag,
    createTimeTimestamp: timestamp,
    /** When the rules look at it; null once they did, and `isQueued` where staff decide. */
    reviewTimestamp: timestamp.nullable(),
    isQueued: flag,
    examineTimeTimestamp: timestamp.nullable(),
    startDate: z.string().nullable(),
    dueDate: z.string().nullable(),
    expireTimeTimestamp: timestamp.nullable(),
    defaultsTimeTimestamp: timestamp.nullable(),
    lastPayBackDateTimestamp: timestamp.nullable(),
    endTimestamp: timestamp.nullable(),
    /** The newest first. */
    repayments: z.array(repayment),
  })
  .meta({ id: 'Loan' })
export type Loan = z.output<typeof loan>

const repaymentAnswer = z.object({ repaymentId: identifier, status: z.number().int(), allocation })
export type RepaymentAnswer = z.output<typeof repaymentAnswer>

export const loans = {
  rates: endpoint({
    method: 'GET',
    path: '/assist/getLoadsRate',
    access: 'public',
    summary: 'The terms for which money is lent, with what they cost',
    input: z.object({}),
    data: z.array(loanProduct),
  }),
  state: endpoint({
    method: 'GET',
    path: '/assist/getUserLoans',
    access: 'user',
    summary: 'What the customer owes, could borrow, and the loan that is open',
    input: z.object({}),
    data: z.object({
      /** What everything the customer could pledge and has pledged would give. */
      creditLimit: decimal,
      usedLimit: decimal,
      available: decimal,
      totalDebt: decimal,
      totalInterest: decimal,
      penaltyAmount: decimal,
      currency: z.string(),
      /** When an application is taken again after a rejection; null where nothing waits. */
      retryTimestamp: timestamp.nullable(),
      /** Whether the questions of suitability are passed. */
      isSuitable: flag,
      loans: z.array(loan),
    }),
  }),
  collateral: endpoint({
    method: 'GET',
    path: '/assist/collateral',
    access: 'user',
    summary: 'What the customer has free and could pledge, with what each gives',
    input: z.object({}),
    data: z.array(loanCollateral),
  }),
  apply: endpoint({
    method: 'POST',
    path: '/assist/saveAssist',
    access: 'protected',
    idempotent: true,
    act: () => 'applyForLoan',
    summary: 'Ask for a loan; its collateral is locked at once',
    input: z.object({
      ...protectedInput,
      productId,
      amount: positiveDecimal(AMOUNT_DECIMALS),
      purpose: text().optional(),
      collateral: z
        .array(z.object({ type: z.enum(pledgeKinds), ref: text(MAX_REF), quantity }))
        .min(1)
        .max(MAX_PLEDGES),
      agreeTerms: z.literal(1),
    }),
    data: loan,
    refusals: [
      'account.frozen',
      'suitability.required',
      'feature.disabled',
      'offering.paused',
      'offering.closed',
      'loan.open',
      'amount.out_of_range',
      'loan.limit',
      'loan.collateral',
      'quantity.step',
      'quote.stale',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/assist/cancelAssist',
    access: 'user',
    idempotent: true,
    summary: 'Take an application back while it is under review',
    input: z.object({ id: identifier }),
    data: loan,
    refusals: ['object.not_found', 'loan.not_cancellable'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/assist/getLandsPage',
    access: 'user',
    summary: 'The customer’s loans, newest first',
    input: z.object({ ...pageInput, id: identifier.optional(), status: code(loanCodes).optional() }),
    data: pageOf(loan),
  }),
  repay: endpoint({
    method: 'POST',
    path: '/assist/repaymentLoans',
    access: 'user',
    idempotent: true,
    summary: 'Pay a loan back, all of it or a part; the money is on hold until it is approved',
    input: z.object({
      id: identifier,
      amount: positiveDecimal(AMOUNT_DECIMALS).optional(),
      all: flag.optional(),
      walletType: walletType.optional(),
      ...bringInput,
    }),
    data: repaymentAnswer,
    refusals: ['object.not_found', 'parameter.missing', 'loan.repayment', 'wallet.insufficient', 'feature.disabled'],
  }),
} as const
