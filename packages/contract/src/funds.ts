import { fundIds } from '@rueda/rules/funds/fund.ts'
import { z } from 'zod'
import { bringInput } from './bring.ts'
import { fundKinds, fundOrderCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, flag, identifier, positiveDecimal, timestamp, walletType } from './fields.ts'

/** Funds: units of published holdings, valued once a day (`docs/rules/funds.md` A.86 to A.89, E.5). */
const AMOUNT_DECIMALS = 2
const UNIT_DECIMALS = 4
const fundId = z.enum(fundIds)
const kind = z.enum(fundKinds)

const holding = z.object({
  /** Null for short bills, which have a rate and no price. */
  instrumentId: z.string().nullable(),
  /** What its price is turned into the fund's currency with; null where it is in that currency. */
  per: z.string().nullable(),
  name: z.string(),
  /** In percent. */
  weight: decimal,
})

const point = z.object({ date: z.string(), nav: decimal })

export const fundProduct = z
  .object({
    id: fundId,
    type: kind,
    currency: z.string(),
    walletType,
    termDays: z.number().int().nullable(),
    nav: decimal,
    navDate: z.string(),
    navHistory30: z.array(point),
    /** In percent: a week, and the same as a yearly rate, a month, a year, and the deepest fall from a high; null before it is old enough. */
    returns: z.object({
      d7: decimal.nullable(),
      d7Annualised: decimal.nullable(),
      m1: decimal.nullable(),
      y1: decimal.nullable(),
      maxDrawdown: decimal,
    }),
    minAmount: decimal,
    maxAmount: decimal,
    /** Shares of one. */
    mgmtFeeRate: decimal,
    subscribeFeeRate: decimal,
    earlyRedeemFeeRate: decimal,
    riskLevel: z.number().int(),
    /** How the weights are set each month. */
    rule: z.enum(['fixed', 'momentum', 'lowVolatility', 'riskParity']),
    /** A year's interest on the short bills it holds, as a share of one; null where it holds none. */
    billRate: decimal.nullable(),
    holdingsTop: z.array(holding),
    capacity: decimal,
    remain: decimal,
    /** When the next subscription is dealt, until when it can be taken back, and when a redemption asked for now is paid. */
    dealDate: z.string(),
    cutOffTimestamp: timestamp,
    payDate: z.string(),
    /** Days that were not struck yet although their moment has come: nothing is dealt until they are. */
    suspended: flag,
  })
  .meta({ id: 'FundProduct' })
export type FundProduct = z.output<typeof fundProduct>

export const fundOrder = z
  .object({
    id: identifier,
    orderNo: z.string(),
    productId: fundId,
    type: kind,
    currency: z.string(),
    amount: decimal,
    fee: decimal,
    /** Held now, with four decimals; none before it is confirmed. */
    units: decimal,
    /** The value of a unit it was bought at; null before. */
    nav: decimal.nullable(),
    currentNav: decimal.nullable(),
    currentValue: decimal,
    income: decimal,
    /** The income as a share of the amount, in percent. */
    zdf: decimal,
    /** 0 confirming, 1 holding, 2 redeeming, 3 redeemed, 4 rejected or taken back, 5 frozen. */
    status: z.number().int(),
    /** True for one that the customer took back, rather than the fund. */
    cancelled: flag,
    /** The strike it is dealt at: the purchase, or the redemption under way. */
    confirmDate: z.string(),
    cancellable: flag,
    cutOffTimestamp: timestamp.nullable(),
    redeemUnits: decimal.nullable(),
    /** What the redemption pays and costs; null before its strike. */
    redeemAmount: decimal.nullable(),
    redeemFee: decimal.nullable(),
    /** When the redemption is paid; null while its strike is to come. */
    payDate: z.string().nullable(),
    paidAmount: decimal,
    /** The end of a fixed term, at New York's midnight; null for a fund of no term, and before the purchase. */
    expireTimeTimestamp: timestamp.nullable(),
    /** The same as a date, which is one everywhere. */
    expireDate: z.string().nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'FundOrder' })
export type FundOrder = z.output<typeof fundOrder>

const statistics = z.object({
  currentAmount: decimal,
  currentIncome: decimal,
  regularAmount: decimal,
  regularIncome: decimal,
  /** On hold for subscriptions whose strike is to come. */
  pendingAmount: decimal,
  totalIncome: decimal,
  /** Of the last strike. */
  yesterdayIncome: decimal,
  currency: z.string(),
})

export const funds = {
  stat: endpoint({
    method: 'POST',
    path: '/user_fund_orders/stat',
    access: 'user',
    summary: 'What the customer has in funds, and what it has brought',
    input: z.object({}),
    data: statistics,
  }),
  products: endpoint({
    method: 'POST',
    path: '/user_fund_orders/productPageList',
    access: 'public',
    summary: 'The funds, with what they hold, cost and did',
    input: z.object({ ...pageInput, type: kind.optional() }),
    data: pageOf(fundProduct),
  }),
  history: endpoint({
    method: 'GET',
    path: '/user_fund_orders/nav',
    access: 'public',
    summary: 'All values of a unit of one fund, and its last holdings at their prices',
    input: z.object({ productId: fundId }),
    data: z.object({ navs: z.array(point), holdings: z.array(holding.extend({ price: decimal.nullable() })) }),
    refusals: ['object.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/user_fund_orders/create',
    access: 'user',
    idempotent: true,
    act: ({ action }) => (action === 'subscribe' ? 'subscribeToFund' : 'redeemFund'),
    summary: 'Buy units for an amount, or give units back; both are dealt at the next strike',
    input: z.object({
      productId: fundId,
      action: z.enum(['subscribe', 'redeem']),
      /** To subscribe. */
      amount: positiveDecimal(AMOUNT_DECIMALS).optional(),
      ...bringInput,
      /** To redeem: of one subscription, all of it or some units. */
      orderId: identifier.optional(),
      units: positiveDecimal(UNIT_DECIMALS).optional(),
      /** True when the fee for ending before the term was shown and taken. */
      takesEarlyFee: flag.optional(),
    }),
    data: fundOrder,
    refusals: [
      'object.not_found',
      'parameter.missing',
      'amount.out_of_range',
      'fund.above_maximum',
      'fund.capacity',
      'fund.locked',
      'fund.not_held',
      'position.insufficient',
      'position.locked',
      'wallet.insufficient',
      'feature.disabled',
      'offering.paused',
      'offering.closed',
      'quote.stale',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/user_fund_orders/cancel',
    access: 'user',
    idempotent: true,
    summary: 'Take back a subscription or a redemption before its cut-off',
    input: z.object({ id: identifier }),
    data: fundOrder,
    refusals: ['object.not_found', 'fund.cut_off', 'fund.not_cancellable'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/user_fund_orders/pageList',
    access: 'user',
    summary: 'The customer’s subscriptions, newest first',
    input: z.object({
      ...pageInput,
      id: identifier.optional(),
      type: kind.optional(),
      status: code(fundOrderCodes).optional(),
      isOpen: flag.optional(),
    }),
    data: pageOf(fundOrder),
  }),
} as const
