import { MAX_LOSS_LIMIT, MIN_LOSS_LIMIT, agencyIds, terms } from '@rueda/rules/follow/agency.ts'
import { endReasons } from '@rueda/rules/follow/mandate.ts'
import { z } from 'zod'
import { agencyStatuses, followOrderCodes, followRecordKinds, followSorts } from './codes.ts'
import { endpoint, protectedInput } from './endpoint.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, timestamp } from './fields.ts'

/** Following an agency: a published strategy in a pooled account (`docs/rules/mandates.md` A.97, A.98, A.102, E.7, P.9). */
const AMOUNT_DECIMALS = 2
const agencyId = z.enum(agencyIds)
const lossLimit = wholeNumber(MIN_LOSS_LIMIT, MAX_LOSS_LIMIT)

const point = z.object({
  date: z.string(),
  nav: decimal,
  /** Below the highest value before, in percent; at most zero. */
  drawdown: decimal,
})

const record = z.object({
  /** `BACKTEST` is hypothetical: what the rule would have done before the record began. `LIVE_SIM` is what it has done. */
  kind: z.enum(followRecordKinds),
  since: z.string(),
  through: z.string(),
  nav: z.array(point),
  /** In percent. */
  totalReturn: decimal,
  /** In percent; null before a year. */
  annualised: decimal.nullable(),
  /** Of the last twelve months, in percent; null before a year. */
  return12m: decimal.nullable(),
  /** Of a year, in percent; null before there are enough days. */
  volatility: decimal.nullable(),
  maxDrawdown: decimal,
  winMonths: z.number().int(),
  months: z.number().int(),
  /** The US 500 index held over the same days, in percent; null where it is not listed. */
  buyAndHold: decimal.nullable(),
  /** What spreads, charges and the management fee have cost, in percent of the first value. */
  costs: decimal,
})
export type FollowRecord = z.output<typeof record>

export const agency = z
  .object({
    id: agencyId,
    name: z.string(),
    description: z.string(),
    strategy: z.enum(['equal', 'sectorRotation', 'momentum', 'meanReversion', 'lowVolatility', 'carry']),
    riskLevel: z.number().int(),
    terms: z.array(z.number().int()),
    /** Shares of one. */
    profitShareRate: decimal,
    mgmtFeeRate: decimal,
    exitFeeRate: decimal,
    minAmount: decimal,
    maxAmount: decimal,
    capacity: decimal,
    /** What mandates are worth together, and what waits to be confirmed. */
    raised: decimal,
    remain: decimal,
    status: z.enum(agencyStatuses),
    /** The last strike of an agency that ends or has ended; null for one that goes on. */
    endsOn: z.string().nullable(),
    nav: decimal,
    navDate: z.string(),
    record,
    /** Hypothetical, and never joined to the record; null where there is none. */
    backtest: record.nullable(),
    simulated: flag,
    /** The strike at which an order of this moment is confirmed, and until when it can be cancelled. */
    dealDate: z.string(),
    cutOffTimestamp: timestamp,
  })
  .meta({ id: 'FollowAgency' })
export type FollowAgency = z.output<typeof agency>

const holding = z.object({
  instrumentId: z.string(),
  name: z.string(),
  /** Of the account's value, in percent; below zero for a currency that is sold. */
  weight: decimal,
})
const trade = z.object({
  instrumentId: z.string(),
  name: z.string(),
  side: z.enum(['buy', 'sell']),
  quantity: decimal,
  price: decimal,
  value: decimal,
  spread: decimal,
  charges: decimal,
})

const strike = z
  .object({
    date: z.string(),
    /** With all of its digits: in the account of a million dollars, the cents. */
    nav: decimal,
    /** In dollars of the account. */
    cash: decimal,
    carry: decimal,
    managementFees: decimal,
    positions: z.array(z.object({ instrumentId: z.string(), value: decimal })),
    moves: z.array(
      z.object({
        instrumentId: z.string(),
        before: decimal,
        open: decimal,
        close: decimal,
        printed: decimal.nullable(),
        isInverse: flag,
      }),
    ),
    trades: z.array(trade),
    plan: z.array(z.object({ instrumentId: z.string(), weight: decimal })).nullable(),
  })
  .meta({ id: 'FollowStrike' })
export type FollowStrike = z.output<typeof strike>

export const followOrder = z
  .object({
    id: identifier,
    orderNo: z.string(),
    agencyId,
    currency: z.string(),
    amount: decimal,
    termDays: z.number().int(),
    /** 0 waits to be confirmed, 1 to be settled, 2 settled, 3 rejected or cancelled. */
    status: z.number().int(),
    /** True for one that the customer cancelled. */
    cancelled: flag,
    units: decimal,
    /** The value of a unit it began at; null before. */
    navIn: decimal.nullable(),
    currentNav: decimal.nullable(),
    currentValue: decimal,
    /** What it has brought: its value, or what was paid, less the amount. */
    income: decimal,
    /** The income as a share of the amount, in percent. */
    zdf: decimal,
    /** What an end before the term would pay at the last value; null where nothing can be ended. */
    ifEnded: z.object({ exitFee: decimal, profitShare: decimal, payout: decimal }).nullable(),
    /** The strike that confirms it, or confirmed it. */
    confirmDate: z.string(),
    expireTimeTimestamp: timestamp.nullable(),
    expireDate: z.string().nullable(),
    /** The strike that settles its term. */
    settleDate: z.string().nullable(),
    renews: flag,
    renewals: z.number().int(),
    highWater: decimal,
    /** In percent of the amount; null for none. */
    lossLimit: z.number().int().nullable(),
    /** Asked for before the term. */
    ending: z.object({ date: z.string(), reason: z.enum(['request', 'limit']) }).nullable(),
    cancellable: flag,
    endable: flag,
    renewable: flag,
    /** Until when it, or the end that was asked for, can be taken back. */
    cutOffTimestamp: timestamp.nullable(),
    profitShare: decimal,
    settled: z
      .object({
        date: z.string(),
        reason: z.enum(endReasons),
        nav: decimal,
        value: decimal,
        exitFee: decimal,
        payout: decimal,
      })
      .nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'FollowOrder' })
export type FollowOrder = z.output<typeof followOrder>

const changing = ['object.not_found', 'mandate.over', 'mandate.ending', 'quote.stale'] as const

export const follow = {
  agencies: endpoint({
    method: 'GET',
    path: '/userFollowInvest/getInvestAgencyList',
    access: 'public',
    summary: 'The agencies with their rule, costs and record; those that have ended stay',
    input: z.object({ ...pageInput, sort: code(followSorts).optional() }),
    data: z.array(agency),
  }),
  evidence: endpoint({
    method: 'GET',
    path: '/userFollowInvest/agency',
    access: 'public',
    summary: 'The rule of an agency with its hash, what it holds, and every strike with the prices and trades it follows from',
    input: z.object({ ...pageInput, agencyId, kind: code(followRecordKinds).optional() }),
    data: z.object({
      /** The rule and its parameters, word for word, and the SHA-256 of that text. */
      rule: z.string(),
      ruleHash: z.string(),
      cash: decimal,
      holdings: z.array(holding),
      strikes: pageOf(strike),
    }),
    refusals: ['object.not_found'],
  }),
  stat: endpoint({
    method: 'GET',
    path: '/userFollowInvest/stat',
    access: 'user',
    summary: 'What the customer’s mandates are worth together, and have brought',
    input: z.object({}),
    data: z.object({ value: decimal, waiting: decimal, income: decimal, currency: z.string() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/userFollowInvest/add',
    access: 'protected',
    idempotent: true,
    act: () => 'followAgency',
    summary: 'Follow an agency with an amount for a term; confirmed at the next strike',
    input: z.object({
      ...protectedInput,
      agencyId,
      amount: positiveDecimal(AMOUNT_DECIMALS),
      termDays: code(terms),
      /** The risk was shown and agreed to. */
      agreeRisk: code([1]),
      lossLimit: lossLimit.optional(),
    }),
    data: followOrder,
    refusals: [
      'object.not_found',
      'suitability.required',
      'mandate.closed',
      'mandate.range',
      'mandate.step',
      'mandate.capacity',
      'wallet.insufficient',
      'feature.disabled',
      'offering.paused',
      'offering.closed',
      'quote.stale',
    ],
  }),
  orders: endpoint({
    method: 'GET',
    path: '/userFollowInvest/orders',
    access: 'user',
    summary: 'The customer’s mandates, newest first',
    input: z.object({
      ...pageInput,
      id: identifier.optional(),
      status: code(followOrderCodes).optional(),
      isOpen: code([0, 1]).optional(),
    }),
    data: pageOf(followOrder),
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/userFollowInvest/cancel',
    access: 'user',
    idempotent: true,
    summary: 'Cancel a mandate that waits, or take back an end that was asked for, before its cut-off',
    input: z.object({ id: identifier }),
    data: followOrder,
    refusals: ['object.not_found', 'mandate.cut_off', 'mandate.not_cancellable'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/userFollowInvest/end',
    access: 'user',
    idempotent: true,
    summary: 'End a mandate before its term at the next strike, for the exit fee',
    input: z.object({
      id: identifier,
      /** True when the exit fee was shown and taken. */
      takesExitFee: flag.optional(),
    }),
    data: followOrder,
    refusals: [...changing, 'mandate.exit_fee'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/userFollowInvest/renew',
    access: 'user',
    idempotent: true,
    act: ({ renews }) => (renews === 1 ? 'renewMandate' : 'letMandateEnd'),
    summary: 'Ask for another term after this one, or take that back',
    input: z.object({ id: identifier, renews: flag }),
    data: followOrder,
    refusals: changing,
  }),
  limit: endpoint({
    method: 'POST',
    path: '/userFollowInvest/limit',
    access: 'user',
    idempotent: true,
    summary: 'Set the loss at which a mandate asks for its own end, or take it away',
    /** In percent of the amount; 0 takes it away. */
    input: z.object({ id: identifier, lossLimit: wholeNumber(0, MAX_LOSS_LIMIT) }),
    data: followOrder,
    refusals: changing,
  }),
} as const
