import { withdrawalRiskFlags } from '@rueda/rules/withdrawals/review.ts'
import { withdrawalReasons } from '@rueda/rules/withdrawals/withdrawal.ts'
import { z } from 'zod'
import { decimal, flag, identifier, timestamp } from '../fields.ts'
import { withdrawal } from '../withdrawals.ts'
import { approval } from './approvals.ts'
import { approvalRefusals, decided, staffEndpoint, why } from './endpoint.ts'
import { posting, signIn } from './evidence.ts'

/** Withdrawals that the rules left to people. A case is claimed first; `id` is the case's. */
export const withdrawalEvidence = z
  .object({
    accountId: z.string(),
    withdrawal,
    /** The name on the destination and that of the customer's papers; null for an address. */
    holder: z.string().nullable(),
    person: z.string().nullable(),
    findings: z.array(z.enum(withdrawalRiskFlags)),
    approvalsNeeded: z.number().int(),
    /** The customer's other withdrawals, newest first. */
    others: z.array(withdrawal),
    coolingEndTimestamp: timestamp.nullable(),
    /** The wallet as it is and as the payout will leave it; the amount is on hold already. */
    wallet: z.object({ currency: z.string(), cash: decimal, hold: decimal, cashAfter: decimal, holdAfter: decimal }),
    /** Since when the customer has the destination; new ones are less than a day old. */
    destination: z.object({ addedTimestamp: timestamp, isNew: flag, paidBefore: flag }),
    signIns: z.array(signIn),
    postings: z.array(posting),
    /** The first person's request, where two have to agree. */
    waiting: approval.nullable(),
  })
  .meta({ id: 'WithdrawalEvidence' })

export const withdrawalReviews = {
  open: staffEndpoint({
    method: 'POST',
    path: '/withdrawals/open',
    power: 'withdrawals.open',
    summary: 'Everything a decision about a withdrawal needs',
    input: z.object({ ...why, accountId: z.string().regex(/^\d{1,18}$/u), withdrawalId: identifier }),
    data: withdrawalEvidence,
    refusals: ['object.not_found'],
  }),
  approve: staffEndpoint({
    method: 'POST',
    path: '/withdrawals/approve',
    power: 'withdrawals.approve',
    summary: 'Let a withdrawal go; above the limit two people have to',
    input: z.object({ ...why, id: identifier }),
    data: decided,
    refusals: ['object.not_found', 'case.not_claimed', 'case.closed', ...approvalRefusals, 'withdrawal.not_cancellable'],
  }),
  refuse: staffEndpoint({
    method: 'POST',
    path: '/withdrawals/refuse',
    power: 'withdrawals.refuse',
    summary: 'Refuse a withdrawal, with a reason its customer reads',
    input: z.object({ ...why, id: identifier, reasonCode: z.enum(withdrawalReasons) }),
    data: decided,
    refusals: ['object.not_found', 'case.not_claimed', 'case.closed', 'withdrawal.not_cancellable'],
  }),
} as const
