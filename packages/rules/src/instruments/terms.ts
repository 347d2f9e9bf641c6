import { formatScaled } from '../decimal.ts'
import { type FeeSchedule, usStockFees } from '../fees/schedule.ts'
import type { OrderType, TimeInForce } from '../orders/order.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Instrument, type MarketName, decimalsAt } from './instrument.ts'

/** What trading in a market means: the wallet that pays, the fees, the days until a trade settles, the orders it takes. */
export type MarketTerms = Readonly<{
  wallet: WalletType
  fees: FeeSchedule
  settlementDays: number
  orderTypes: readonly OrderType[]
  timesInForce: readonly TimeInForce[]
  /** How many times the margin an order may be worth; 1 where everything is paid in full. */
  largestLeverage: number
}>

const terms: Readonly<Record<MarketName, MarketTerms | null>> = {
  US: {
    wallet: 'STOCK',
    fees: usStockFees,
    settlementDays: 1,
    orderTypes: ['market', 'limit'],
    timesInForce: ['DAY', 'GTC', 'IOC', 'FOK'],
    largestLeverage: 1,
  },
  AR: null,
  TW: null,
  FUT: null,
  FX: null,
  // Reference values: nothing is traded.
  IDX: null,
}

export const marketTermsOf = (market: MarketName): MarketTerms | null => terms[market]

/** A price with the decimals of its tick (`domain.md` O.8, O.21). */
export const formatPrice = (instrument: Instrument, price: bigint): string => formatScaled(price, decimalsAt(instrument, price))
