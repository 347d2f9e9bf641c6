import { railIds } from '@rueda/rules/withdrawals/rails.ts'
import { withdrawalEventKinds, withdrawalReasons } from '@rueda/rules/withdrawals/withdrawal.ts'
import { z } from 'zod'
import { withdrawalStatuses } from './codes.ts'
import { endpoint, protectedInput } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, countryCode, currencyCode, decimal, flag, identifier, positiveDecimal, text, timestamp, walletType } from './fields.ts'

/** Money that leaves (`docs/rules/withdrawals.md` A.8, E.11). */
const AMOUNT_DECIMALS = 2
const amount = positiveDecimal(AMOUNT_DECIMALS)
const rail = z.enum(railIds)
const SIX_DIGITS = /^\d{6}$/u
const mailCode = z.string().regex(SIX_DIGITS)

/** The ways money leaves: to a bank account or an address one has saved, in yen, or by wire. */
export const withdrawalTypes = ['bank', 'vm', 'JPY', 'other'] as const
const way = z.enum(withdrawalTypes)

const step = z.object({
  kind: z.enum(withdrawalEventKinds),
  by: z.enum(['customer', 'rules', 'staff', 'payout']),
  timestamp,
})

export const withdrawal = z
  .object({
    id: identifier,
    withdrawalNo: z.string(),
    type: way,
    rail,
    walletType,
    amount: decimal,
    fee: decimal,
    netAmount: decimal,
    currency: z.string(),
    /** The amount that arrives, in its own currency. */
    receiveAmount: decimal,
    receiveCurrency: z.string(),
    /** Money is changed when it leaves: until then `receiveAmount` and `rate` are what that would give at the time of the request. */
    receiveEstimated: flag,
    rate: decimal.nullable(),
    /** 1 pending, 2 passed, 3 failed, 4 cancelled. */
    status: z.number().int(),
    /** 0 none, 1 sending, 2 sent, 3 returned. */
    payoutStatus: z.number().int(),
    reason: z.enum(withdrawalReasons).nullable(),
    /** Masked. */
    account: z.string(),
    cardId: identifier.nullable(),
    txHash: z.string().nullable(),
    /** True while a person has to look, which takes up to a day. */
    inQueue: flag,
    cancellable: flag,
    /** When it should have arrived; null once it has, or never will. */
    expectedTimestamp: timestamp.nullable(),
    createTimeTimestamp: timestamp,
    examineTimeTimestamp: timestamp.nullable(),
    sentTimestamp: timestamp.nullable(),
    timeline: z.array(step),
  })
  .meta({ id: 'Withdrawal' })
export type Withdrawal = z.output<typeof withdrawal>

export const withdrawalRail = z
  .object({
    rail,
    walletType,
    currency: z.string(),
    receiveCurrency: z.string(),
    /** In the wallet's currency: the flat part, the share of the amount, and the least; with the fee as it is written, in what arrives. */
    feeFixed: decimal,
    feeRate: decimal,
    feeMin: decimal,
    feeLeastReceived: decimal,
    min: decimal,
    max: decimal,
    rate: decimal.nullable(),
    mid: decimal.nullable(),
    spreadPct: decimal.nullable(),
    rateTimestamp: timestamp.nullable(),
    arrivesWithinMs: z.number().int(),
  })
  .meta({ id: 'WithdrawalRail' })
export type WithdrawalRail = z.output<typeof withdrawalRail>

export const withdrawalQuote = z
  .object({
    /** Null where nothing is converted and so nothing has to be held. */
    quoteId: identifier.nullable(),
    /** The version of the fee, to be sent with the application; null while it is the first. */
    termsId: identifier.nullable(),
    rail,
    amount: decimal,
    fee: decimal,
    netAmount: decimal,
    currency: z.string(),
    receiveAmount: decimal,
    receiveCurrency: z.string(),
    /** The cost is held until the quote expires; what arrives is worked out when it leaves. */
    receiveEstimated: flag,
    rate: decimal.nullable(),
    mid: decimal.nullable(),
    spreadPct: decimal.nullable(),
    rateTimestamp: timestamp.nullable(),
    expireTimestamp: timestamp.nullable(),
    valueUsd: decimal,
    /** The most time the review and the transfer take together; review by a person takes up to a day. */
    arrivesWithinMs: z.number().int(),
    byStaff: flag,
    needsCode: flag,
  })
  .meta({ id: 'WithdrawalQuote' })
export type WithdrawalQuote = z.output<typeof withdrawalQuote>

const usable = z.object({
  usable: decimal,
  min: decimal,
  max: decimal,
  dailyLeft: decimal,
  monthlyLeft: decimal,
  feeFixed: decimal,
  feeRate: decimal,
  feeMin: decimal,
  currency: z.string(),
  /** Why nothing can leave now, as the refusal that an application would get; null where it can. */
  reasonBlocked: z.string().nullable(),
  blockedUntilTimestamp: timestamp.nullable(),
})

const clock = z.object({
  /** Over the last thirty days, from the application to the payout; null while none was paid. */
  medianMs: z.number().int().nullable(),
  p95Ms: z.number().int().nullable(),
  paid: z.number().int(),
  open: z.number().int(),
  oldestOpenMs: z.number().int().nullable(),
  /** Open for more than three days. */
  overdue: z.number().int(),
  refusals: z.array(z.object({ reason: z.enum(withdrawalReasons), count: z.number().int() })),
  sinceTimestamp: timestamp,
  asOfTimestamp: timestamp,
})

const refusals = [
  'code.wrong',
  'wallet.insufficient',
  'funds.unsettled',
  'withdrawal.below_minimum',
  'withdrawal.above_maximum',
  'withdrawal.limit',
  'exchange.quote_expired',
  'quote.stale',
  'maintenance',
  'withdrawal.rail_closed',
] as const

export const withdrawals = {
  apply: endpoint({
    method: 'POST',
    path: '/withdrawal/withdrawal-apply',
    access: 'protected',
    idempotent: true,
    summary: 'Withdraw to a saved bank account or address; the money is on hold at once',
    input: z.object({
      ...protectedInput,
      walletType,
      type: z.enum(['bank', 'vm']),
      cardId: identifier,
      amount,
      quoteId: identifier.optional(),
      /** Of the quote: what was shown is what is charged. */
      termsId: identifier.nullable().optional(),
      code: mailCode.optional(),
    }),
    data: withdrawal,
    refusals: ['object.not_found', ...refusals],
  }),
  applyOther: endpoint({
    method: 'POST',
    path: '/withdrawal/other-withdrawal-apply',
    access: 'protected',
    idempotent: true,
    summary: 'Withdraw in yen, or by wire, to an account given with the application',
    input: z.object({
      ...protectedInput,
      type: z.enum(['JPY', 'other']),
      amount,
      currency: currencyCode,
      accountInfo: z.object({
        bankName: text(),
        branch: text().optional(),
        accountName: text(),
        accountNo: text(),
        swift: text().optional(),
        countryCode: countryCode.optional(),
      }),
      quoteId: identifier.optional(),
      /** Of the quote: what was shown is what is charged. */
      termsId: identifier.nullable().optional(),
      code: mailCode.optional(),
    }),
    data: withdrawal,
    refusals: ['card.checksum', 'card.name_mismatch', ...refusals],
  }),
  usable: endpoint({
    method: 'GET',
    path: '/withdrawal/getUsableWithdrawalAmount',
    access: 'user',
    summary: 'How much can leave now, and what would stop it',
    input: z.object({ walletType, type: way, rail: rail.optional() }),
    data: usable,
    refusals: ['withdrawal.rail_closed', 'quote.stale'],
  }),
  rails: endpoint({
    method: 'GET',
    path: '/withdrawal/rails',
    access: 'user',
    summary: 'The ways money leaves, with fees, limits and rates',
    input: z.object({}),
    data: z.array(withdrawalRail),
  }),
  quote: endpoint({
    method: 'POST',
    path: '/withdrawal/quote',
    access: 'user',
    summary: 'What one withdrawal costs and what arrives, held for a minute',
    input: z.object({ rail, amount }),
    data: withdrawalQuote,
    refusals: ['withdrawal.below_minimum', 'withdrawal.rail_closed', 'quote.stale'],
  }),
  detail: endpoint({
    method: 'GET',
    path: '/withdrawal/getWithdrawalDetail',
    access: 'user',
    summary: 'One withdrawal by its id, or the customer’s withdrawals, newest first',
    input: z.object({ ...pageInput, id: identifier.optional(), type: way.optional(), status: code(withdrawalStatuses).optional() }),
    data: z.union([withdrawal, pageOf(withdrawal)]),
    refusals: ['object.not_found'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/withdrawal/cancel',
    access: 'user',
    idempotent: true,
    summary: 'Take back a withdrawal that nobody has decided',
    input: z.object({ id: identifier }),
    data: withdrawal,
    refusals: ['object.not_found', 'withdrawal.not_cancellable'],
  }),
  clock: endpoint({
    method: 'GET',
    path: '/withdrawal/clock',
    access: 'public',
    summary: 'How long withdrawals take, for anybody to see',
    input: z.object({}),
    data: clock,
  }),
} as const
