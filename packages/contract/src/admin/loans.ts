import { loanReasons, repaymentReasons } from '@rueda/rules/loans/loan.ts'
import { repaymentRiskFlags } from '@rueda/rules/loans/repay.ts'
import { loanRiskFlags } from '@rueda/rules/loans/review.ts'
import { z } from 'zod'
import { decimal, flag, identifier, timestamp } from '../fields.ts'
import { loan, loanProduct } from '../loans.ts'
import { approval } from './approvals.ts'
import { decided, staffEndpoint, why } from './endpoint.ts'
import { posting, signIn } from './evidence.ts'

/** Loans that the rules left to people, their repayments, and the terms that are offered. A case is claimed first; `id` is the case's. */
const scheduled = z.object({ date: z.string(), debt: decimal })

export const loanEvidence = z
  .object({
    accountId: z.string(),
    loan,
    person: z.string().nullable(),
    openedTimestamp: timestamp,
    findings: z.array(z.enum(loanRiskFlags)),
    approvalsNeeded: z.number().int(),
    /** What the collateral covers at this moment's prices; null while one of them is not known. */
    coverNow: decimal.nullable(),
    isCovered: flag,
    /** What would be owed on each of these days if nothing were paid back. */
    schedule: z.array(scheduled),
    /** The customer's other loans, newest first. */
    others: z.array(loan),
    signIns: z.array(signIn),
    postings: z.array(posting),
    waiting: approval.nullable(),
  })
  .meta({ id: 'LoanEvidence' })

export const repaymentEvidence = z
  .object({
    accountId: z.string(),
    loan,
    repaymentId: identifier,
    amount: decimal,
    currency: z.string(),
    walletType: z.string(),
    requestTimestamp: timestamp,
    findings: z.array(z.enum(repaymentRiskFlags)),
    wallet: z.object({ cash: decimal, hold: decimal, unsettled: decimal }),
    debtAfter: decimal,
    signIns: z.array(signIn),
    postings: z.array(posting),
  })
  .meta({ id: 'RepaymentEvidence' })

const offer = z
  .object({
    product: loanProduct,
    /** Loans that run, what is owed of them, and those that wait for a decision. */
    running: z.number().int(),
    owed: decimal,
    waiting: z.number().int(),
  })
  .meta({ id: 'LoanOffer' })
export type LoanOffer = z.output<typeof offer>

/** Loans by how late they are, in days. */
const bucket = z.object({ from: z.number().int(), to: z.number().int().nullable(), loans: z.number().int(), owed: decimal })

const accountId = z.string().regex(/^\d{1,18}$/u)
const decisions = ['object.not_found', 'case.not_claimed', 'case.closed', 'staff.factor_stale', 'loan.not_cancellable'] as const

export const loanDesk = {
  offers: staffEndpoint({
    method: 'GET',
    path: '/loans/offers',
    power: 'loans.see',
    summary: 'The terms of loans with what runs of each, and how late what is overdue is',
    input: z.object({}),
    data: z.object({
      offers: z.array(offer),
      overdue: z.array(bucket),
    }),
  }),
  open: staffEndpoint({
    method: 'POST',
    path: '/loans/open',
    power: 'loans.open',
    summary: 'Everything a decision about a loan needs',
    input: z.object({ ...why, accountId, loanId: identifier }),
    data: loanEvidence,
    refusals: ['object.not_found'],
  }),
  openRepayment: staffEndpoint({
    method: 'POST',
    path: '/loans/openRepayment',
    power: 'loans.open',
    summary: 'Everything a decision about a repayment needs',
    input: z.object({ ...why, accountId, repaymentId: identifier }),
    data: repaymentEvidence,
    refusals: ['object.not_found'],
  }),
  approve: staffEndpoint({
    method: 'POST',
    path: '/loans/approve',
    power: 'loans.approve',
    summary: 'Pay a loan out; above the limit two people have to. Refused while its collateral does not cover it',
    input: z.object({ ...why, id: identifier }),
    data: decided,
    refusals: [...decisions, 'approval.same_person', 'approval.changed', 'approval.decided', 'loan.collateral'],
  }),
  refuse: staffEndpoint({
    method: 'POST',
    path: '/loans/refuse',
    power: 'loans.refuse',
    summary: 'Reject a loan, with a reason its customer reads; its collateral is free again',
    input: z.object({ ...why, id: identifier, reasonCode: z.enum(loanReasons) }),
    data: decided,
    refusals: [...decisions],
  }),
  decideRepayment: staffEndpoint({
    method: 'POST',
    path: '/loans/decideRepayment',
    power: 'loans.decideRepayment',
    summary: 'Take a repayment, or give it back with a reason its customer reads',
    input: z.object({ ...why, id: identifier, reasonCode: z.enum(repaymentReasons).optional() }),
    data: decided,
    refusals: [...decisions],
  }),
} as const
