import { marginMarkets } from '@rueda/rules/markets/markets.ts'
import { MAX_CHOSEN_LOTS, lotMethods } from '@rueda/rules/positions/lots.ts'
import { z } from 'zod'
import { bringInput } from './bring.ts'
import { actions, directions, markets, orderTypes, sources, timesInForce } from './codes.ts'
import { wholeNumber } from './envelope.ts'
import { code, identifier, leverage, percent, positiveDecimal, price, quantity, signedPrice, text, ticker } from './fields.ts'

/** What an order is placed with (`docs/rules/orders.md` A.5): the fields that all markets share, and what shares, margin and Taiwan have of their own. */
const AMOUNT_DECIMALS = 2
const MAX_FEE_VERSION = 1_000_000

/** The version of the commissions that was shown before confirming (`docs/rules/fees.md` N.1); left out, the one that holds. */
export const feeVersion = wholeNumber(1, MAX_FEE_VERSION).optional()

/** The worst price that the review of an order at market has shown: it is executed at no worse one. Left out, the one of the moment. */
export const worstPrice = price.optional()

export const orderInput = z.object({
  stockCode: ticker,
  name: text().optional(),
  market: z.enum(markets).optional(),
  source: code(sources).optional(),
  direction: code(directions),
  orderType: code(orderTypes),
  price: price.optional(),
  quantity,
  stopPrice: price.optional(),
  trailPercent: percent.optional(),
  takeProfit: price.optional(),
  stopLoss: price.optional(),
  action: code(actions).optional(),
  positionId: identifier.optional(),
  tif: code(timesInForce).default(0),
  leverage: leverage.default(1),
  /** Settlement, where the market leaves a choice: the day after, or on the same day. */
  settle: z.enum(['24hs', 'CI']).optional(),
  feeVersion,
  worstPrice,
  ...bringInput,
})

const MAX_LOT_ID = 999_999_999_999
/** The lots that a sale uses up first (`docs/rules/positions.md` P.7); left out, the account's default. `lots` names those of CHOSEN, in their order. */
export const lotInput = {
  lotMethod: z.enum(lotMethods).optional(),
  lots: z.array(wholeNumber(1, MAX_LOT_ID)).min(1).max(MAX_CHOSEN_LOTS).optional(),
}

/** An order of shares names a quantity, or for a purchase the amount of money it may cost (`docs/rules/fractions.md` P.5). */
export const shareOrderInput = orderInput.extend({
  ...lotInput,
  quantity: quantity.optional(),
  amount: positiveDecimal(AMOUNT_DECIMALS).optional(),
})

/** The prices of a future may lie below zero. */
export const signedPrices = {
  price: signedPrice.optional(),
  stopPrice: signedPrice.optional(),
  takeProfit: signedPrice.optional(),
  stopLoss: signedPrice.optional(),
  worstPrice: signedPrice.optional(),
}

/** Futures, metals and pairs; the instrument has its name in `goldCode` or, as everywhere, in `stockCode`. */
export const marginOrderInput = orderInput.extend({
  stockCode: ticker.optional(),
  goldCode: ticker.optional(),
  goldName: text().optional(),
  market: z.enum(marginMarkets).optional(),
  ...signedPrices,
  leverage: leverage.optional(),
})

/** A quantity below a lot is an odd lot by itself; one above it is split, and the flag is only a confirmation. */
export const taiwanInput = orderInput.omit({ market: true, settle: true }).extend({ ...lotInput, oddLot: code([0, 1]).optional() })
