import { z } from 'zod'
import { bringInput } from './bring.ts'
import { ipoCodes, subscriptionCodes } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { pageInput, pageOf } from './envelope.ts'
import { code, decimal, flag, identifier, quantity, ticker, timestamp, walletType } from './fields.ts'

/** New shares before they are listed (`docs/rules/ipo.md` A.25 to A.61, A.108, E.1). */
const ipo = z
  .object({
    id: identifier,
    name: z.string(),
    stockCode: ticker,
    exchangeCode: z.string(),
    market: z.string(),
    price: decimal,
    currency: z.string(),
    /** Shares. */
    lotSize: decimal,
    minCount: decimal,
    maxCountPerUser: decimal,
    totalQuantity: decimal,
    userQuota: decimal,
    purchaseStartDate: timestamp,
    purchaseEndDate: timestamp,
    drawDate: timestamp,
    /** The first trading day, at its open. */
    listDate: timestamp,
    prospectusDate: timestamp,
    fundRaised: decimal,
    industry: z.string(),
    sector: z.string(),
    description: z.string(),
    underwriter: z.string(),
    chiefExecutive: z.string(),
    employees: z.number().int(),
    sharesOutstanding: decimal,
    /** Earnings a share by the price; null where it loses money. */
    pe: decimal.nullable(),
    /** How often the whole issue is asked for: by customers and by the simulated public. */
    oversubscription: decimal.nullable(),
    customerLots: decimal,
    publicLots: decimal,
    /** 0 upcoming, 1 open, 2 closed, 3 allotted, 4 listed, 5 withdrawn. */
    status: z.number().int(),
    commitHash: z.string(),
    /** The secret, once it is drawn. */
    seedReveal: z.string().nullable(),
    simulated: flag,
  })
  .meta({ id: 'IpoItem' })
export type IpoItem = z.output<typeof ipo>

const ipoOrder = z
  .object({
    id: identifier,
    orderNo: z.string(),
    ipoId: identifier,
    name: z.string(),
    stockCode: ticker,
    price: decimal,
    currency: z.string(),
    quantity: decimal,
    totalAmount: decimal,
    allotQuantity: decimal,
    paidAmount: decimal,
    pendingAmount: decimal,
    refundAmount: decimal,
    /** 0 waiting, 1 allotted, 2 not allotted, 3 cancelled. */
    status: z.number().int(),
    /** Set where the offering was withdrawn, and not the application by its customer. */
    offeringWithdrawn: flag,
    /** Set once the shares are a position. */
    delivered: flag,
    cancellable: flag,
    listDate: timestamp,
    purchaseEndDate: timestamp,
    drawDate: timestamp,
    drawKey: z.string().nullable(),
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'IpoOrder' })
export type IpoOrder = z.output<typeof ipoOrder>

const fairness = z
  .object({
    id: identifier,
    name: z.string(),
    stockCode: ticker,
    status: z.number().int(),
    commitHash: z.string(),
    commitTimestamp: timestamp,
    purchaseEndDate: timestamp,
    drawDate: timestamp,
    /** Lots that customers of this house share. */
    quota: z.number().int(),
    lotSize: decimal,
    /** Of the list of the close; null before. */
    listHash: z.string().nullable(),
    list: z.array(z.object({ number: z.string(), lots: z.number().int() })),
    /** Where the public value comes from: a beacon's round that was fixed in advance, or the id of the offering. */
    entropySource: z.enum(['beacon', 'offering']),
    beaconUrl: z.string().nullable(),
    beaconRound: z.number().int().nullable(),
    /** The public value, the secret, the seed and the result; null before the draw. */
    E: z.string().nullable(),
    S: z.string().nullable(),
    seed: z.string().nullable(),
    keys: z.array(z.object({ number: z.string(), key: z.string(), rank: z.number().int() })),
    allotments: z.array(z.object({ number: z.string(), lots: z.number().int() })),
    /** A program that does the draw again, for whoever does not trust this page. */
    verifyCode: z.string(),
  })
  .meta({ id: 'IpoFairness' })
export type IpoFairness = z.output<typeof fairness>

export const subscriptions = {
  newStock: endpoint({
    method: 'GET',
    path: '/m_ft/webull/new/stock',
    access: 'public',
    summary: 'New shares that are offered, that will be, and that were lately',
    input: z.object({}),
    data: z.array(ipo),
  }),
  saleList: endpoint({
    method: 'POST',
    path: '/m_ft/sale_list',
    access: 'public',
    summary: 'All offerings of new shares, the latest first',
    input: z.object({ ...pageInput, status: code(ipoCodes).optional() }),
    data: pageOf(ipo),
  }),
  fairness: endpoint({
    method: 'GET',
    path: '/ipo/{id}/fairness',
    access: 'public',
    summary: 'Everything that an allotment was drawn from, so that anybody can draw it again',
    input: z.object({ id: identifier }),
    data: fairness,
    refusals: ['object.not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/NewShares/create',
    access: 'user',
    idempotent: true,
    act: () => 'applyForNewShares',
    summary: 'Apply for new shares while the window is open; the whole price is held',
    input: z.object({
      id: identifier,
      quantity,
      walletType: walletType.optional(),
      ...bringInput,
      /** True when the prospectus was read and it was understood that nothing is guaranteed. */
      agreeProspectus: flag,
    }),
    data: z.object({ orderId: identifier, holdAmount: decimal, status: z.number().int() }),
    refusals: [
      'object.not_found',
      'parameter.missing',
      'account.frozen',
      'kyc.required',
      'subscription.closed',
      'subscription.above_maximum',
      'subscription.exists',
      'quantity.below_minimum',
      'quantity.step',
      'wallet.insufficient',
      'feature.disabled',
    ],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/NewShares/cancel',
    access: 'user',
    idempotent: true,
    summary: 'Take an application back while the window is open; all of it is free again',
    input: z.object({ id: identifier }),
    data: ipoOrder,
    refusals: ['object.not_found', 'subscription.not_cancellable'],
  }),
  running: endpoint({
    method: 'POST',
    path: '/position/subscription',
    access: 'user',
    summary: 'The customer’s applications that are under way, newest first',
    input: z.object({ ...pageInput, status: code(subscriptionCodes).optional() }),
    data: pageOf(ipoOrder),
  }),
  list: endpoint({
    method: 'POST',
    path: '/position/subscriptionOrder/pageList',
    access: 'user',
    summary: 'All of the customer’s applications, newest first',
    input: z.object({ ...pageInput, status: code(subscriptionCodes).optional() }),
    data: pageOf(ipoOrder),
  }),
  fullNumber: endpoint({
    method: 'POST',
    path: '/position/getIpoFullNum',
    access: 'user',
    summary: 'The most shares that the customer can apply for now',
    input: z.object({ id: identifier }),
    data: z.object({ full: decimal, min: decimal, step: decimal, price: decimal, available: decimal }),
    refusals: ['object.not_found'],
  }),
} as const
