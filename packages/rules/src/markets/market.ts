import { scaled } from '../decimal.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import type { Instrument, MarketName } from '../instruments/instrument.ts'
import type { Currency } from '../money.ts'
import type { OrderType, TimeInForce } from '../orders/order.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { PriceGuard } from './price-guards.ts'
import type { Scope } from './scope.ts'

/**
 * All facts of a market, in one file each (`docs/rules/markets.md` B). Code that treats markets differently reads a fact and not a name, so
 * that a new market is described by its own file alone.
 */
export type MarketFacts = Readonly<{
  lists: Listed
  /** The exchanges its instruments are listed on, as quotes name them. */
  exchanges: readonly [string, ...string[]]
  /** The terms of trading there; null where values are calculated and nothing is traded. */
  terms: MarketTerms | null
  /** The guard that pauses a runaway price; null where there is none. */
  guard: PriceGuard | null
  /** Exchanges with days of their own. Currencies and futures go on around the clock, whatever one city's weather is. */
  hasClosableDays: boolean
  /** The market whose closed days this one shares; null for none. */
  restsWith: MarketName | null
  /** The currency whose banks keep the days of this market's settlement table; null where another market's do, or none. */
  banksOf: Currency | null
  /** True when prices may not leave limits around the close of the day before. */
  hasDailyLimits: boolean
  /** True when the session after the close trades at the closing price alone, so that no newer quote is waited for. */
  keepsClosingPrice: boolean
  /** True when shares can also be had in block trades, subscriptions and placings. */
  hasOfferings: boolean
  /** True when everybody's first screen shows it, so that its quotes are ready before all others'. */
  isShownFirst: boolean
}>

/** Contracts are futures, pairs are of currencies and metals, values are worked out and not traded. */
export type Listed = 'shares' | 'contracts' | 'pairs' | 'values'

/** The terms of trading in a market. The rules, the venue, the fees page and `docs/fees.md` read it here. */
export type MarketTerms = Readonly<{
  /** The wallet that pays and is paid. */
  wallet: WalletType
  /** Every charge of the market; those of one order come from `feesOf`. */
  feeTable: FeeSchedule
  tickTables: readonly TickTable[]
  lots: Lots
  /** What of its shares can be held in parts; left out where shares are whole. */
  fractions?: FractionTerms
  bands: readonly PriceBandRule[]
  /** The largest distance from the last price at which a market order may fill, as a share in units of 10^-8; null: as far as the band. */
  collar: bigint | null
  /** The ways a trade may settle, the usual one first. */
  settlements: readonly [SettlementTerm, ...SettlementTerm[]]
  orderTypes: readonly OrderType[]
  /** The price that triggers a stop and that a trailing one follows; null where stops are not accepted. */
  stopTrigger: StopTrigger | null
  timesInForce: readonly TimeInForce[]
  /** The largest multiple of its margin an order may be worth; 1 where everything is paid in full. */
  largestLeverage: number
  largestOrder: LargestOrder
  /** The tax withheld from a dividend; null where nothing pays one. */
  withholding: Withholding | null
  /** The fee of a liquidation besides the commission; null where nothing is held on margin. */
  liquidationFee: LiquidationFee | null
}>

/** Withheld from a dividend, as shares in units of 10^-8: as a rule, and for a customer who has claimed the tax treaty of their country. */
export type Withholding = Readonly<{ usual: bigint; treaty: bigint }>

/**
 * A stop waits for the last trade of the regular session (`docs/rules/orders.md` D.1). In a market with quotes and no trades, the middle
 * between bid and ask is used instead, at which positions there are valued.
 */
export type StopTrigger = 'lastTrade' | 'mid'

/** A share of the liquidated value, in units of 10^-8, or so many commissions (`docs/rules/margin.md` D.8). */
export type LiquidationFee = Readonly<{ kind: 'share'; share: bigint } | { kind: 'commissions'; times: bigint }>

export type TickTable = Readonly<{ scope: Scope; ticks: Instrument['ticks'] }>

/** Round lots by price; for an exchange with an odd-lot book, the orders that book takes. */
export type Lots = Readonly<{ round: readonly [...RoundLot[], RoundLot]; odd: OddLots | null }>
/** The lot up to a price, null for all above; both in units of 10^-8. */
export type RoundLot = Readonly<{ upTo: bigint | null; lot: bigint }>
/** Orders of that book wait for its calls, which come at this distance. */
export type OddLots = Readonly<{ orderTypes: readonly OrderType[]; timesInForce: readonly TimeInForce[]; callEveryMs: number }>

/**
 * Shares in parts (`docs/rules/fractions.md` P.5): the step of their quantities and the price from which on parts are bought, both in units
 * of 10^-8, and the least worth of a purchase in minor units of the wallet's currency.
 */
export type FractionTerms = Readonly<{
  scope: Scope
  step: bigint
  minimumPrice: bigint
  minimumWorth: bigint
  orderTypes: readonly OrderType[]
  timesInForce: readonly TimeInForce[]
}>

/** A millionth of a share, in units of 10^-8. */
export const FRACTION_STEP = scaled('0.000001')

/** The range for a limit, by its distance from the last price or from the close of the day before, as shares in units of 10^-8. */
export type PriceBandRule =
  | Readonly<{ kind: 'fromLast'; scope: Scope; buyAbove: bigint; sellBelow: bigint }>
  | Readonly<{ kind: 'fromPreviousClose'; scope: Scope; share: bigint }>
  | BreakerBandRule

/**
 * By night a share to both sides of the close of the day before. Once the breaker's market has opened, downwards only: the first fall until
 * the breaker has reached a level, and the next one with each level it reaches.
 */
export type BreakerBandRule = Readonly<{ kind: 'withBreaker'; scope: Scope; share: bigint; falls: readonly [bigint, ...bigint[]] }>

/** `24hs` is the day after in Argentina, `CI` the same day; elsewhere there is one way and it needs no name. */
export type SettlementName = 'CI' | '24hs'
export type SettlementTerm = Readonly<{ name: SettlementName | null; days: number }>

/** The largest order: worth so much in minor units of the wallet's currency, or so many lots or contracts. */
export type LargestOrder = Readonly<{ kind: 'worth'; minor: bigint } | { kind: 'quantity'; quantity: bigint }>

/** "0.5" percent as a share in units of 10^-8. */
export const percent = (text: string): bigint => scaled(text) / 100n
