import { lotMethods } from '@rueda/rules/positions/lots.ts'
import { z } from 'zod'
import { CLOSES, listSources, markets, sideOfDirection } from './codes.ts'
import { exchangeOffer } from './bring.ts'
import { orderFigures } from '@rueda/rules/orders/derive-cost.ts'
import { derivation } from './derivation.ts'
import { endpoint } from './endpoint.ts'
import { marginOrderInput, shareOrderInput, signedPrices, taiwanInput } from './order-inputs.ts'
import { pageInput, pageOf, wholeNumber } from './envelope.ts'
import { orderEvent, orderFill, ownFill } from './order-history.ts'
import { oddLotCalls } from './quote-shapes.ts'
import { code, decimal, flag, identifier, percent, quantity, signedPrice, sourceCode, ticker, timestamp, walletType } from './fields.ts'

/** Orders (`docs/rules/orders.md` A.5, D.1). */
export const orderResult = z
  .object({
    orderId: identifier,
    orderNo: z.string(),
    /** The two orders that a board lot and an odd lot are. */
    parts: z.array(z.object({ orderId: identifier, orderNo: z.string(), quantity: decimal })).optional(),
    status: z.number().int(),
    subStatus: z.string(),
    filledQuantity: decimal,
    avgPrice: decimal.nullable(),
    holdAmount: decimal,
    handlingFee: decimal,
    currency: z.string(),
    warnings: z.array(z.string()).optional(),
    createTimeTimestamp: timestamp,
    venue: z.string(),
  })
  .meta({ id: 'OrderResult' })

const LAST_MOMENT = 9_999_999_999_999

export const orderRow = z
  .object({
    id: identifier,
    orderNo: z.string(),
    name: z.string(),
    stockCode: z.string(),
    market: z.string(),
    source: sourceCode,
    direction: z.number().int(),
    action: z.number().int(),
    orderType: z.number().int(),
    tif: z.number().int(),
    price: decimal.nullable(),
    stopPrice: decimal.nullable(),
    trailPercent: decimal.nullable(),
    takeProfit: decimal.nullable(),
    stopLoss: decimal.nullable(),
    /** The other order for the same shares, and the purchase whose shares this one sells. */
    siblingId: identifier.nullable(),
    parentId: identifier.nullable(),
    /** The order this is a part of: a board lot or an odd lot of one request. */
    splitFrom: identifier.nullable(),
    /** The lots that a sale uses up first; null for a purchase and on margin. */
    lotMethod: z.enum(lotMethods).nullable(),
    lots: z.array(z.number().int()),
    /** Set where its customer did not place it by hand: a recurring buy, a dividend that is reinvested, or collateral that pays a loan in default. */
    origin: z.enum(['plan', 'reinvestment', 'loan']).nullable(),
    /** "24hs" or "CI" where the market leaves a choice. */
    settle: z.string().nullable(),
    quantity: decimal,
    filledQuantity: decimal,
    avgPrice: decimal.nullable(),
    amount: decimal,
    holdAmount: decimal,
    handlingFee: decimal,
    tax: decimal,
    leverage: z.number(),
    /** The rental of the robot that gave it; null for the customer's own. */
    rentalId: identifier.nullable(),
    /** The position on margin it opened or closes. */
    positionId: identifier.nullable(),
    status: z.number().int(),
    subStatus: z.string(),
    reason: z.string().optional(),
    currency: z.string(),
    decimals: z.number().int(),
    localLogoUrl: z.string(),
    createTimeTimestamp: timestamp,
    modifyTimeTimestamp: timestamp,
    expireDate: z.string().nullable(),
    cancellable: flag,
    /** The calls it waits for; null where it waits on a board, or no more. */
    oddLots: oddLotCalls.nullable(),
    /** When it trades at the closing price of the session that was over when it came; null for others. */
    closingPriceTimestamp: timestamp.nullable(),
    /** The edge of the day's limits that its price lies beyond: it waits for a day that reaches it. */
    beyondLimit: decimal.nullable(),
    fills: z.array(orderFill).optional(),
    timeline: z.array(orderEvent).optional(),
    venue: z.string(),
  })
  .meta({ id: 'OrderRow' })
export type OrderRow = z.output<typeof orderRow>

const orderRefusals = [
  'account.frozen',
  'kyc.required',
  'permission.required',
  'instrument.unknown',
  'instrument.quote_only',
  'market.closed',
  'instrument.halted',
  'instrument.close_only',
  'quantity.below_minimum',
  'quantity.step',
  'price.tick',
  'price.outside_band',
  'order.type_unsupported',
  'order.leverage',
  'order.risk_limit',
  'quote.stale',
  'wallet.insufficient',
  'position.insufficient',
  'position.locked',
] as const

/** Fields that are left out stay as they are. */
const amendInput = z.object({
  orderId: identifier,
  price: signedPrice.optional(),
  quantity: quantity.optional(),
  stopPrice: signedPrice.optional(),
  trailPercent: percent.optional(),
})

export const feeLine = z.object({
  kind: z.string(),
  amount: decimal,
  rate: z.string(),
  /** 1: the rate alone would come to less; this is the least that is taken. */
  minimum: flag,
})

export const orders = {
  create: endpoint({
    method: 'POST',
    path: '/stock/create',
    access: 'user',
    idempotent: true,
    act: ({ direction }) => (sideOfDirection[direction] === 'buy' ? 'buyShares' : 'sellShares'),
    summary: 'Place a stock order',
    input: shareOrderInput,
    data: orderResult,
    refusals: ['order.fees_changed', ...orderRefusals, 'amount.out_of_range', 'feature.disabled'],
  }),
  createMargin: endpoint({
    method: 'POST',
    path: '/gold/create',
    access: 'user',
    idempotent: true,
    act: ({ action }) => (action === CLOSES ? 'closeOnMargin' : 'openOnMargin'),
    summary: 'Place an order on margin: open a position in a future, a metal or a pair, or close one',
    input: marginOrderInput,
    data: orderResult,
    refusals: ['order.fees_changed', ...orderRefusals, 'suitability.required', 'position.not_open'],
  }),
  createInTaiwan: endpoint({
    method: 'POST',
    path: '/twStock/create',
    access: 'user',
    idempotent: true,
    act: ({ direction }) => (sideOfDirection[direction] === 'buy' ? 'buyShares' : 'sellShares'),
    summary: 'Place an order in Taiwan; what is more than whole lots becomes a second order in the odd-lot book',
    input: taiwanInput,
    data: orderResult,
    refusals: ['order.fees_changed', ...orderRefusals],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/order/preview',
    access: 'user',
    summary: 'What an order would cost, before it is placed',
    input: shareOrderInput.extend(signedPrices),
    data: z
      .object({
        /** The quantity asked for, or the one the amount pays for. */
        quantity: decimal,
        estPrice: decimal,
        worstPrice: decimal,
        estAmount: decimal,
        estFee: decimal,
        estCost: decimal,
        spreadCost: decimal,
        /** What an order at market would get now from the book as everybody sees it; null for another one, and while nothing is matched. */
        fromDepth: z.object({ covered: decimal, average: decimal.nullable() }).nullable(),
        fees: z.array(feeLine),
        /** The version of the commissions these are by, to be sent with the order. */
        feeVersion: z.number().int(),
        hold: decimal,
        availableBefore: decimal,
        availableAfter: decimal,
        /** What other wallets of its currency could give to it. */
        elsewhere: decimal,
        /** What to bring of it so that the order can be held for; empty where nothing is missing, or more than there is. */
        bring: z.array(z.object({ walletType, amount: decimal })),
        exchange: exchangeOffer,
        breakEven: decimal.nullable(),
        /** The stop's first price; of a trailing order it is worked out. */
        stopPrice: decimal.nullable(),
        /** The results the exits would realise, charges of both sides paid. */
        takeProfitResult: decimal.nullable(),
        stopLossResult: decimal.nullable(),
        estResult: decimal.nullable(),
        walletType: z.string(),
        currency: z.string(),
        queued: flag,
        /** 1: such an order is not taken before the questions of suitability are answered. */
        questionsFirst: flag,
        margin: decimal.nullable(),
        maintMargin: decimal.nullable(),
        liquidationPrice: decimal.nullable(),
        /** Its distance from the estimated price, in percent points with its sign. */
        liquidationPercent: decimal.nullable(),
        /** The most there is to lose by opening it: its margin and the fee. */
        worstLoss: decimal.nullable(),
        closingFee: decimal.nullable(),
        /** The part of a position's margin that belongs to what is closed, before its result. */
        releasedMargin: decimal.nullable(),
        swapPerNight: decimal.nullable(),
        /** Of a pair: what a pip of the order is worth, how many pips bid and ask lie apart, and how many they usually do. */
        pipValue: decimal.nullable(),
        spreadPips: decimal.nullable(),
        usualSpreadPips: decimal.nullable(),
        warnings: z.array(z.string()),
        quoteTimestamp: timestamp,
        venue: z.string(),
      })
      .meta({ id: 'OrderPreview' }),
    refusals: [...orderRefusals, 'amount.out_of_range', 'feature.disabled', 'order.no_liquidity', 'position.not_open'],
  }),
  explainPreview: endpoint({
    method: 'POST',
    path: '/order/explainPreview',
    access: 'user',
    summary: 'How a figure of an order came about, before it is placed',
    input: shareOrderInput.extend({ ...signedPrices, figure: z.enum(orderFigures) }),
    data: derivation,
    refusals: [...orderRefusals, 'amount.out_of_range', 'feature.disabled', 'object.not_found', 'order.no_liquidity', 'position.not_open'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/position/cancelOrder',
    access: 'user',
    idempotent: true,
    summary: 'Cancel what is still working of an order',
    input: z.object({ orderId: identifier }),
    data: orderRow,
    refusals: ['object.not_found', 'order.not_cancellable'],
  }),
  amend: endpoint({
    method: 'POST',
    path: '/order/amend',
    access: 'user',
    idempotent: true,
    summary: 'Change what is still working of an order; a smaller quantity keeps its place in the queue',
    input: amendInput,
    data: orderRow,
    refusals: [
      'object.not_found',
      'order.not_cancellable',
      'order.fees_older',
      'agreement.required',
      ...orderRefusals,
      'suitability.required',
    ],
  }),
  previewAmend: endpoint({
    method: 'POST',
    path: '/order/previewAmend',
    access: 'user',
    summary: 'What changing an order would do, before it is changed; money that is missing refuses nothing',
    input: amendInput,
    data: z
      .object({
        estPrice: decimal,
        worstPrice: decimal,
        /** The rest of the order at the estimated price, and the charge on it. */
        estAmount: decimal,
        estFee: decimal,
        /** The money that is set aside now and then; null for an order that sets shares or a position aside. */
        holdBefore: decimal.nullable(),
        holdAfter: decimal.nullable(),
        availableBefore: decimal,
        availableAfter: decimal,
        missing: decimal.nullable(),
        bid: decimal.nullable(),
        ask: decimal.nullable(),
        /** 1: the market reaches its limit, so that it trades at once. */
        executes: flag,
        /** 1: it trades at once, sets more aside, or is for more: it is confirmed like a new order. */
        asksMore: flag,
        walletType: z.string(),
        currency: z.string(),
        quoteTimestamp: timestamp,
        venue: z.string(),
      })
      .meta({ id: 'AmendPreview' }),
    refusals: ['object.not_found', 'order.not_cancellable', 'order.fees_older', ...orderRefusals, 'suitability.required'],
  }),
  list: endpoint({
    method: 'POST',
    path: '/position/consignList',
    access: 'user',
    summary: 'Orders, newest first; `orderId` gives one with its fills',
    input: z.object({
      ...pageInput,
      source: code(listSources).optional(),
      status: wholeNumber(0, 3).optional(),
      working: wholeNumber(0, 1).optional(),
      orderId: identifier.optional(),
    }),
    data: pageOf(orderRow),
    refusals: ['archive.away'],
  }),
  fills: endpoint({
    method: 'POST',
    path: '/order/fills',
    access: 'user',
    summary: "The customer's own executions in one instrument between two moments, oldest first; the newest five hundred",
    input: z.object({
      stockCode: ticker,
      market: z.enum(markets).default('US'),
      startTimestamp: wholeNumber(0, LAST_MOMENT).default(0),
      endTimestamp: wholeNumber(0, LAST_MOMENT).default(LAST_MOMENT),
    }),
    data: z.array(ownFill),
    refusals: ['instrument.unknown', 'archive.away'],
  }),
} as const
