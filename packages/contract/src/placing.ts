import { z } from 'zod'
import { bringInput } from './bring.ts'
import { placingCodes, subscriptionCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, date, decimal, flag, identifier, price, quantity, ticker, timestamp, walletType } from './fields.ts'

/** Placings: listed shares that their issuer sells at a discount (`docs/rules/placing.md` A.45 to A.85, E.3). */
const placing = z
  .object({
    id: identifier,
    /** Its name in the catalogue of what is offered. */
    offeringId: z.string(),
    name: z.string(),
    stockCode: ticker,
    market: z.string(),
    currency: z.string(),
    /** Fixed when the window opens; null before, as everything that follows from it. */
    price: decimal.nullable(),
    discountPct: decimal,
    /** The close that the discount is taken off, and its day. */
    referencePrice: decimal.nullable(),
    referenceDate: date.nullable(),
    /** The last price of the share in the market; null where it has none now. */
    marketPrice: decimal.nullable(),
    /** Shares. */
    lotSize: decimal.nullable(),
    minCount: decimal.nullable(),
    maxCountPerUser: decimal.nullable(),
    totalQuantity: decimal.nullable(),
    askedQuantity: decimal,
    /** What nobody has asked for yet; zero where more was asked for than there is. */
    remainQuantity: decimal.nullable(),
    allotQuantity: decimal,
    saleStartTimestamp: timestamp,
    saleEndTimestamp: timestamp,
    /** Trading days for which the shares cannot be sold. */
    lockDays: z.number().int(),
    /** The trading day from which on they can; null before the allotment. */
    unlockDate: date.nullable(),
    /** Who may apply: an institution, or whoever owns this many dollars and has passed the suitability questions. */
    eligibility: z.object({ institution: flag, minEquity: decimal, suitability: flag }),
    /** SHA-256 of the list of the close; null before. */
    listHash: z.string().nullable(),
    /** 0 upcoming, 1 open, 2 closed, 3 allotted, 5 withdrawn. */
    status: z.number().int(),
    simulated: flag,
  })
  .meta({ id: 'PlacingItem' })
export type PlacingItem = z.output<typeof placing>

const placingOrder = z
  .object({
    id: identifier,
    orderNo: z.string(),
    placingId: identifier,
    name: z.string(),
    stockCode: ticker,
    market: z.string(),
    price: decimal,
    currency: z.string(),
    quantity: decimal,
    allotQuantity: decimal,
    amount: decimal,
    paidAmount: decimal,
    pendingAmount: decimal,
    refundAmount: decimal,
    /** 0 waiting, 1 allotted, 2 not allotted, 3 cancelled. */
    status: z.number().int(),
    /** Set where the placing was withdrawn, and not the application by its customer. */
    offeringWithdrawn: flag,
    cancellable: flag,
    saleEndTimestamp: timestamp,
    /** The trading day from which on the shares can be sold; null where there are none. */
    unlockDate: date.nullable(),
    /** Of what was allotted: what can be sold now, and what is locked. */
    availableQuantity: decimal,
    lockedQuantity: decimal,
    /** What is asked for, or locked, at the last price of the market, and what that is more or less than its price; null for all others. */
    valueNow: decimal.nullable(),
    floatProfit: decimal.nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'PlacingOrder' })
export type PlacingOrder = z.output<typeof placingOrder>

export const placings = {
  saleList: endpoint({
    method: 'POST',
    path: '/placing_stock/sale_list',
    access: 'public',
    summary: 'Placings, the latest first',
    input: z.object({ ...pageInput, status: code(placingCodes).optional() }),
    data: pageOf(placing),
  }),
  saleTime: endpoint({
    method: 'POST',
    path: '/placing_stock/get_sale_time',
    access: 'public',
    summary: 'The window of a placing, or of the one that is open or comes next',
    input: z.object({ id: identifier.optional() }),
    data: z.object({ startTimestamp: timestamp, endTimestamp: timestamp, nowTimestamp: timestamp, status: z.number().int() }),
    refusals: ['object.not_found'],
  }),
  eligibility: endpoint({
    method: 'POST',
    path: '/placing_order/eligibility',
    access: 'user',
    summary: 'Whether the customer may apply for placings, and what is missing',
    input: z.object({}),
    data: z.object({ eligible: flag, institution: flag, equity: decimal, minEquity: decimal, suitability: flag }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/placing_order/create',
    access: 'user',
    idempotent: true,
    act: () => 'applyForPlacing',
    summary: 'Apply for shares of a placing while its window is open; the whole price is held',
    input: z.object({
      id: identifier,
      quantity,
      /** The price of the placing, as the customer has seen it. */
      price,
      walletType: walletType.optional(),
      ...bringInput,
    }),
    data: z.object({ orderId: identifier, holdAmount: decimal, status: z.number().int() }),
    refusals: [
      'object.not_found',
      'account.frozen',
      'kyc.required',
      'placing.not_eligible',
      'subscription.closed',
      'subscription.above_maximum',
      'subscription.exists',
      'quantity.below_minimum',
      'quantity.step',
      'wallet.insufficient',
      'feature.disabled',
      'offering.paused',
      'offering.closed',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/placing_order/cancel',
    access: 'user',
    idempotent: true,
    summary: 'Take an application back while the window is open; all of it is free again',
    input: z.object({ id: identifier }),
    data: placingOrder,
    refusals: ['object.not_found', 'subscription.not_cancellable'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/position/placing_subscription',
    access: 'user',
    summary: 'The customer’s applications for placings, newest first',
    input: z.object({ ...pageInput, status: code(subscriptionCodes).optional() }),
    data: pageOf(placingOrder),
  }),
  flatCount: endpoint({
    method: 'POST',
    path: '/position/getPlacingFlatCount',
    access: 'user',
    summary: 'How many shares of placings can be sold now, and how many are locked until when',
    input: z.object({ id: identifier.optional(), stockCode: ticker.optional() }),
    data: z.object({ count: decimal, lockedCount: decimal, unlockDate: date.nullable() }),
    refusals: ['object.not_found', 'parameter.missing'],
  }),
} as const
