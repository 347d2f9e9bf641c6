import { planActs } from '@rueda/rules/plans/change.ts'
import { planSkips, planStatuses, rhythms } from '@rueda/rules/plans/plan.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { z } from 'zod'
import { markets } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { date, decimal, flag, identifier, positiveDecimal, sourceCode, ticker, timestamp, walletType } from './fields.ts'

/** Plans: buying a share regularly for an amount, and dividends that buy more of their share (`docs/rules/plans.md` P.6). */
const AMOUNT_DECIMALS = 2
const MAX_DAY = 31
const amount = positiveDecimal(AMOUNT_DECIMALS)

const planRun = z
  .object({
    id: z.string(),
    planId: identifier,
    /** The date it was due on, and the trade date it was looked at on. */
    dueDate: date,
    runDate: date,
    /** True for one that bought with a dividend. */
    isDividend: flag,
    amount: decimal,
    currency: z.string(),
    /** The order it became; null for a purchase that was not made, and then there is a reason. */
    orderId: identifier.nullable(),
    reason: z.enum(planSkips).nullable(),
    runTimestamp: timestamp,
  })
  .meta({ id: 'PlanRun' })
export type PlanRun = z.output<typeof planRun>

const plan = z
  .object({
    id: identifier,
    planNo: z.string(),
    kind: z.enum(['recurring', 'reinvestment']),
    name: z.string(),
    stockCode: z.string(),
    market: z.string(),
    source: sourceCode,
    localLogoUrl: z.string(),
    currency: z.string(),
    walletType,
    /** What the wallet has free now. */
    available: decimal,
    /** Null for one that reinvests dividends, and so is what follows up to the next dates. */
    amount: decimal.nullable(),
    /** Other wallets of the currency that give what its own lacks for a purchase (`docs/rules/transfers.md` P.18). */
    givers: z.array(walletType),
    rhythm: z.enum(rhythms).nullable(),
    /** 1 is Monday, or the day of the month. */
    day: z.number().int().nullable(),
    firstDate: date.nullable(),
    /** Of the next purchases, moved to sessions; none while it is paused or has ended. */
    nextDates: z.array(date),
    /** The moment of the next purchase: half an hour after the open. */
    nextTimestamp: timestamp.nullable(),
    /** Amounts of a year; null for one that reinvests. */
    yearAmount: decimal.nullable(),
    skipsInRow: z.number().int(),
    skipsToPause: z.number().int(),
    status: z.enum(planStatuses),
    pausedBy: z.enum(['customer', 'skips']).nullable(),
    lastRun: planRun.nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'Plan' })
export type Plan = z.output<typeof plan>

const instrument = { stockCode: ticker, market: z.enum(markets).default('US') }
const schedule = {
  amount,
  givers: z.array(walletType).max(walletTypes.length).optional(),
  rhythm: z.enum(rhythms),
  day: wholeNumber(1, MAX_DAY),
  firstDate: date,
}

const preview = z.object({
  /** What the amount buys at the price of now, and what that costs; null where there is no price. */
  quantity: decimal.nullable(),
  price: decimal.nullable(),
  /** The most a share may cost, and the price that the quantity is worked out at. */
  worstPrice: decimal.nullable(),
  fee: decimal.nullable(),
  /** What the quantity costs at the price of now, fee included. */
  cost: decimal.nullable(),
  /** The fee in percent of the amount. */
  feePercent: decimal.nullable(),
  /** The least amount that buys; null where this one is enough. */
  leastAmount: decimal.nullable(),
  nextDates: z.array(date),
  nextTimestamp: timestamp.nullable(),
  yearAmount: decimal,
  yearFee: decimal.nullable(),
  currency: z.string(),
  walletType,
  available: decimal,
})

export const plans = {
  list: endpoint({
    method: 'POST',
    path: '/plans/pageList',
    access: 'user',
    summary: 'The customer’s plans, those that buy first',
    input: z.object({
      ...pageInput,
      id: identifier.optional(),
      stockCode: ticker.optional(),
      market: z.enum(markets).optional(),
      isOpen: flag.optional(),
    }),
    data: pageOf(plan),
  }),
  runs: endpoint({
    method: 'POST',
    path: '/plans/runs',
    access: 'user',
    summary: 'The purchases of one plan, newest first: the order of each, or why none was made',
    input: z.object({ ...pageInput, id: identifier }),
    data: pageOf(planRun),
    refusals: ['object.not_found'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/plans/preview',
    access: 'user',
    summary: 'What a plan would buy, cost and when, without beginning it',
    input: z.object({ ...instrument, ...schedule }),
    data: preview,
    refusals: ['instrument.unknown', 'plan.instrument'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/plans/create',
    access: 'user',
    idempotent: true,
    act: () => 'beginPlan',
    summary: 'Begin to buy a share every week or every month for an amount',
    input: z.object({ ...instrument, ...schedule }),
    data: plan,
    refusals: ['instrument.unknown', 'plan.instrument', 'plan.too_many', 'amount.out_of_range', 'account.frozen', 'feature.disabled'],
  }),
  reinvest: endpoint({
    method: 'POST',
    path: '/plans/reinvest',
    access: 'user',
    idempotent: true,
    act: () => 'beginPlan',
    summary: 'Let the dividends of a share buy more of it, without a fee',
    input: z.object(instrument),
    data: plan,
    refusals: ['instrument.unknown', 'plan.instrument', 'plan.too_many', 'account.frozen', 'feature.disabled'],
  }),
  change: endpoint({
    method: 'POST',
    path: '/plans/change',
    access: 'user',
    idempotent: true,
    summary: 'Change a plan’s amount and dates, and who gives what its wallet lacks',
    input: z.object({ id: identifier, ...schedule }),
    data: plan,
    refusals: ['object.not_found', 'plan.ended', 'amount.out_of_range', 'agreement.required'],
  }),
  act: endpoint({
    method: 'POST',
    path: '/plans/act',
    access: 'user',
    idempotent: true,
    act: ({ action }) => (action === 'resume' ? 'resumePlan' : 'pauseOrEndPlan'),
    summary: 'Pause a plan, let it go on, or end it',
    input: z.object({ id: identifier, action: z.enum(planActs) }),
    data: plan,
    refusals: ['object.not_found', 'plan.ended', 'account.frozen'],
  }),
} as const
