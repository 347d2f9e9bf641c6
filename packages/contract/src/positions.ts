import { z } from 'zod'
import { BLOCK_LIST, HOLDING_LIST, actions, directions, listSources, markets, orderTypes } from './codes.ts'
import { marginFigures } from '@rueda/rules/margin/derive-margin.ts'
import { holdingFigures } from '@rueda/rules/positions/derive-holding.ts'
import { derivation } from './derivation.ts'
import { endpoint } from './endpoint.ts'
import { pageFields, pageInput, pageOf, wholeNumber } from './envelope.ts'
import {
  code,
  date,
  dateRange,
  decimal,
  flag,
  identifier,
  leverage,
  positiveDecimal,
  quantity,
  signedPrice,
  sourceCode,
  ticker,
  timestamp,
} from './fields.ts'
import { lotMethods } from '@rueda/rules/positions/lots.ts'
import { orderResult, orderRow } from './orders.ts'
import { feeVersion, lotInput } from './order-inputs.ts'

/** Positions and the lists of the trade page (`docs/rules/positions.md` A.6). */
export const position = z
  .object({
    id: identifier,
    positionNum: z.string(),
    name: z.string(),
    stockCode: z.string(),
    /** The canonical id, "US:ARDV", by which quotes are told. */
    code: z.string(),
    market: z.string(),
    source: sourceCode,
    direction: z.number().int(),
    action: z.number().int(),
    quantity: decimal,
    availableQuantity: decimal,
    lockedQuantity: decimal,
    avgPrice: decimal,
    costAmount: decimal,
    currentPrice: decimal.nullable(),
    marketValue: decimal.nullable(),
    /** Floating result at the current price, fees of buying included. */
    profit: decimal.nullable(),
    zdf: decimal.nullable(),
    todayProfit: decimal.nullable(),
    sellProfit: decimal,
    isolatedPosition: flag,
    leverage: z.number(),
    /** Of a position on margin; null where the whole price was paid. */
    margin: decimal.nullable(),
    /** Of a position on margin: the customer's own part, its margin with the floating result. */
    equity: decimal.nullable(),
    maintMargin: decimal.nullable(),
    marginRatio: decimal.nullable(),
    marginState: z.enum(['NORMAL', 'WARN', 'CALL', 'LIQUIDATE']).nullable(),
    liquidationPrice: decimal.nullable(),
    swap: decimal.nullable(),
    topUpLeft: decimal.nullable(),
    closeReason: z.enum(['CUSTOMER', 'LIQUIDATION', 'EXPIRY']).nullable(),
    handlingFee: decimal,
    currency: z.string(),
    decimals: z.number().int(),
    localLogoUrl: z.string(),
    status: z.number().int(),
    openPrice: decimal,
    closePrice: decimal.nullable(),
    closedQuantity: decimal,
    createTimeTimestamp: timestamp,
    modifyTimeTimestamp: timestamp,
    marketDateTimestamp: timestamp.nullable(),
    stale: flag,
    venue: z.string(),
  })
  .meta({ id: 'Position' })
export type Position = z.output<typeof position>

/** The part of one purchase that is still held. */
const lot = z
  .object({
    /** The number by which a sale can choose it. */
    lotId: z.number().int(),
    /** Bought with a dividend of the share. */
    reinvested: flag,
    /** Units of its currency for a dollar when it was bought; null in dollars, and where it is not known. */
    unitsForDollar: decimal.nullable(),
    acquiredDate: date,
    quantity: decimal,
    avgPrice: decimal,
    costAmount: decimal,
    marketValue: decimal.nullable(),
    profit: decimal.nullable(),
  })
  .meta({ id: 'Lot' })

/** The part of one purchase that was sold. */
const disposal = z
  .object({
    lotId: z.number().int(),
    acquiredDate: date,
    disposedDate: date,
    quantity: decimal,
    proceeds: decimal,
    costAmount: decimal,
    profit: decimal,
    /** Sold at a loss and bought back on this date, within thirty days; for information only. */
    boughtBackDate: date.nullable(),
  })
  .meta({ id: 'Disposal' })

/** `status` 0: due on the pay date, 1: paid. */
const dividend = z
  .object({
    exDate: date,
    payDate: date,
    quantity: decimal,
    grossAmount: decimal,
    tax: decimal,
    netAmount: decimal,
    status: flag,
  })
  .meta({ id: 'Dividend' })

const source = code(listSources)

/** Figures of a position that can be explained, of shares and of one on margin, and those of all together. */
const positionFigures = [...new Set([...holdingFigures, ...marginFigures])] as const
export const holdingsFigures = ['value', 'floating'] as const

export const positions = {
  holding: endpoint({
    method: 'POST',
    path: '/position/me',
    access: 'user',
    summary: 'What the customer holds: everything, or what was bought in blocks',
    input: z.object({ ...pageInput, source: source.optional(), type: code([HOLDING_LIST, BLOCK_LIST]).default(HOLDING_LIST) }),
    data: z.object({ list: z.array(position), ...pageFields, totalMarketValue: decimal, totalProfit: decimal, currency: z.string() }),
  }),
  explain: endpoint({
    method: 'POST',
    path: '/position/explain',
    access: 'user',
    summary: 'How a figure of a position came about',
    input: z.object({ id: identifier, figure: z.enum(positionFigures) }),
    data: derivation,
    refusals: ['object.not_found', 'quote.stale', 'archive.away'],
  }),
  explainHoldings: endpoint({
    method: 'POST',
    path: '/position/explainAll',
    access: 'user',
    summary: 'How a figure of everything that is held came about, in dollars',
    input: z.object({ figure: z.enum(holdingsFigures) }),
    data: derivation,
  }),
  closed: endpoint({
    method: 'POST',
    path: '/position/flatList',
    access: 'user',
    summary: 'Closed positions',
    input: z.object({ ...pageInput, source: source.optional(), ...dateRange }),
    data: pageOf(position),
  }),
  byStock: endpoint({
    method: 'POST',
    path: '/position/getByStock',
    access: 'user',
    summary: 'The position and working orders in one instrument',
    input: z.object({ stockCode: ticker, market: z.enum(markets).default('US') }),
    data: z.object({ position: position.nullable(), positions: z.array(position), orders: z.array(orderRow) }),
    refusals: ['instrument.unknown'],
  }),
  taiwan: endpoint({
    method: 'POST',
    path: '/position/twStock/pageList',
    access: 'user',
    summary: 'Taiwan alone: what is held, what was closed, or the orders',
    input: z.object({ ...pageInput, status: wholeNumber(0, 2).default(0) }),
    data: pageOf(z.union([position, orderRow])),
  }),
  lots: endpoint({
    method: 'POST',
    path: '/position/lots',
    access: 'user',
    summary: 'One position with its lots, what was sold out of them, and its dividends',
    input: z.object({ id: identifier }),
    data: z.object({
      position,
      lots: z.array(lot),
      disposals: z.array(disposal),
      dividends: z.array(dividend),
      /** Realised by lots, as a tax return needs it; `sellProfit` is by average cost. */
      lotProfit: decimal,
      dividendsPaid: decimal,
      dividendsDue: decimal,
      /**
       * Of an open position in another currency than dollars: its floating result in dollars, by the price and by the exchange, which add up
       * exactly. Null where a rate or a price is not known.
       */
      inDollars: z
        .object({ cost: decimal, value: decimal, priceResult: decimal, exchangeResult: decimal, total: decimal, unitsForDollar: decimal })
        .nullable(),
      /** Floating, realised, and dividends that were paid, after tax. */
      totalProfit: decimal.nullable(),
    }),
    refusals: ['object.not_found', 'archive.away'],
  }),
  close: endpoint({
    method: 'POST',
    path: '/position/flatPosition',
    access: 'user',
    idempotent: true,
    summary: 'Close a position or part of it; never blocked by identity state',
    input: z.object({
      id: identifier,
      quantity: quantity.optional(),
      orderType: code(orderTypes).default(0),
      price: signedPrice.optional(),
      feeVersion,
      worstPrice: signedPrice.optional(),
      ...lotInput,
    }),
    data: orderResult,
    refusals: [
      'order.fees_changed',
      'object.not_found',
      'position.not_open',
      'position.insufficient',
      'position.locked',
      'market.closed',
      'instrument.halted',
      'quantity.below_minimum',
      'quantity.step',
      'price.tick',
      'price.outside_band',
      'order.type_unsupported',
      'order.risk_limit',
      'quote.stale',
    ],
  }),
  lotDefault: endpoint({
    method: 'POST',
    path: '/position/lotDefault',
    access: 'user',
    summary: 'The lots that sales use up where an order says nothing; with a method it is changed, for orders placed from then on',
    input: z.object({ lotMethod: z.enum(lotMethods).exclude(['CHOSEN']).optional() }),
    data: z.object({ lotMethod: z.enum(lotMethods) }),
  }),
  chooseLots: endpoint({
    method: 'POST',
    path: '/position/chooseLots',
    access: 'user',
    idempotent: true,
    summary: 'Choose the lots of a sale that has not filled yet',
    input: z.object({ orderId: identifier, ...lotInput, lotMethod: z.enum(lotMethods) }),
    data: orderRow,
    refusals: ['object.not_found', 'order.not_cancellable', 'position.insufficient'],
  }),
  addMargin: endpoint({
    method: 'POST',
    path: '/position/addPositionMargin',
    access: 'user',
    idempotent: true,
    summary: 'Add margin to one position, from its wallet; the liquidation price moves away',
    input: z.object({ id: identifier, amount: positiveDecimal(2) }),
    data: position,
    refusals: ['object.not_found', 'position.not_open', 'margin.amount', 'wallet.insufficient', 'account.frozen'],
  }),
  topUp: endpoint({
    method: 'POST',
    path: '/position/autoTopUp',
    access: 'user',
    idempotent: true,
    summary: 'Let margin be added by itself when it runs short, up to an amount; without an amount it is not',
    input: z.object({ id: identifier, amount: positiveDecimal(2).optional() }),
    data: position,
    refusals: ['object.not_found', 'position.not_open'],
  }),
  sizes: endpoint({
    method: 'POST',
    path: '/position/getHalfOrFullNum',
    access: 'user',
    summary: 'The largest order that can be placed, and half of it',
    input: z.object({
      stockCode: ticker,
      market: z.enum(markets).optional(),
      source: source.optional(),
      direction: code(directions),
      action: code(actions).optional(),
      orderType: code(orderTypes),
      price: signedPrice.optional(),
      leverage: leverage.default(1),
      positionId: identifier.optional(),
    }),
    data: z.object({
      half: decimal,
      full: decimal,
      /** The largest one with what other wallets of its currency can give. */
      fullWithOthers: decimal,
      /** What those wallets can give; null for an order that takes no money. */
      elsewhere: decimal.nullable(),
      available: decimal,
      minCount: decimal,
      step: decimal,
      /** The step of parts of shares where they are taken now; null where only whole shares are. */
      fractionStep: decimal.nullable(),
      usedPrice: decimal,
      estFee: decimal,
      /** Why it is no larger: what may be at risk, what other orders hold of it, or money for the smallest order; null where nothing is in the way. */
      limitedBy: z.enum(['exposure', 'orders', 'money']).nullable(),
      /** The quantity that the customer's other orders hold of what could be sold. */
      reserved: decimal,
      /** The money that the smallest order sets aside; null where it sets none aside. */
      leastHold: decimal.nullable(),
    }),
    refusals: ['instrument.unknown', 'instrument.quote_only'],
  }),
} as const
