import { scaled } from '../decimal.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import type { Instrument, MarketName } from '../instruments/instrument.ts'
import type { Currency } from '../money.ts'
import type { OrderType, TimeInForce } from '../orders/order.ts'
import type { WalletType } from '../wallets/wallet.ts'
import type { PriceGuard } from './price-guards.ts'
import type { Scope } from './scope.ts'

/**
 * All that is to be known of a market, in one file each (`docs/rules/markets.md` B). Whoever treats markets differently asks for a fact
 * and not for a name, so that a new market is told apart by its own file.
 */
export type MarketFacts = Readonly<{
  lists: Listed
  /** Where what it lists is listed, as quotes name it. */
  exchanges: readonly [string, ...string[]]
  /** What trading there means; null where values are worked out and nothing is traded. */
  terms: MarketTerms | null
  /** What pauses a price that runs away; null where nothing holds one. */
  guard: PriceGuard | null
  /** Exchanges with days of their own. Currencies and futures go on around the clock, whatever one city's weather is. */
  hasClosableDays: boolean
  /** The market that this one rests with when the house closes a day there; null for none. */
  restsWith: MarketName | null
  /** The currency whose banks keep the days of this market's settlement table; null where another market's tells them, or none. */
  banksOf: Currency | null
  /** Whether prices may not leave limits around the close of the day before. */
  hasDailyLimits: boolean
  /** Whether the session after the close trades at the closing price alone, so that no newer quote is waited for. */
  keepsClosingPrice: boolean
  /** Whether shares are come by in block trades, subscriptions and placings as well. */
  hasOfferings: boolean
  /** Whether everybody's first screen shows it, so that its quotes are there before all others'. */
  isShownFirst: boolean
}>

/** Contracts are futures, pairs are of currencies and metals, values are worked out and not traded. */
export type Listed = 'shares' | 'contracts' | 'pairs' | 'values'

/** What trading in a market means. The rules, the venue, the fees page and `docs/fees.md` read it here. */
export type MarketTerms = Readonly<{
  /** The wallet that pays and is paid. */
  wallet: WalletType
  /** Every charge of the market; those of one order come from `feesOf`. */
  feeTable: FeeSchedule
  tickTables: readonly TickTable[]
  lots: Lots
  bands: readonly PriceBandRule[]
  /** How far from the last price a market order may fill, as a share in units of 10^-8; null: as far as the band. */
  collar: bigint | null
  /** The ways a trade may settle, the usual one first. */
  settlements: readonly [SettlementTerm, ...SettlementTerm[]]
  orderTypes: readonly OrderType[]
  /** What lets a stop go and what a trailing one follows; null where stops are not taken. */
  stopTrigger: StopTrigger | null
  timesInForce: readonly TimeInForce[]
  /** How many times the margin an order may be worth; 1 where everything is paid in full. */
  largestLeverage: number
  largestOrder: LargestOrder
  /** What is kept of a dividend; null where nothing pays one. */
  withholding: Withholding | null
  /** What a liquidation costs besides the commission; null where nothing is held on margin. */
  liquidationFee: LiquidationFee | null
}>

/** Of a dividend, as shares in units of 10^-8: as a rule, and for who has claimed the tax treaty of their country. */
export type Withholding = Readonly<{ usual: bigint; treaty: bigint }>

/**
 * A stop waits for the last trade of the regular session (`docs/rules/orders.md` D.1). Where a market has quotes and no trades, the
 * middle between bid and ask stands for it: what a position there is valued at.
 */
export type StopTrigger = 'lastTrade' | 'mid'

/** A share of what is liquidated, in units of 10^-8, or so many commissions (`docs/rules/margin.md` D.8). */
export type LiquidationFee = Readonly<{ kind: 'share'; share: bigint } | { kind: 'commissions'; times: bigint }>

export type TickTable = Readonly<{ scope: Scope; ticks: Instrument['ticks'] }>

/** Round lots by price; where the exchange has a book for less than a lot, what that book takes. */
export type Lots = Readonly<{ round: readonly [...RoundLot[], RoundLot]; odd: OddLots | null }>
/** The lot up to a price, null for all above; both in units of 10^-8. */
export type RoundLot = Readonly<{ upTo: bigint | null; lot: bigint }>
/** Orders of that book wait for its calls, which come at this distance. */
export type OddLots = Readonly<{ orderTypes: readonly OrderType[]; timesInForce: readonly TimeInForce[]; callEveryMs: number }>

/** Where a limit may lie: by its distance from the last price, or from the close of the day before, as shares in units of 10^-8. */
export type PriceBandRule =
  | Readonly<{ kind: 'fromLast'; scope: Scope; buyAbove: bigint; sellBelow: bigint }>
  | Readonly<{ kind: 'fromPreviousClose'; scope: Scope; share: bigint }>
  | BreakerBandRule

/**
 * By night a share to both sides of the close of the day before. Once the breaker's market has opened, downwards alone:
 * the first fall until the breaker has reached a level, and the next one with each level it reaches.
 */
export type BreakerBandRule = Readonly<{ kind: 'withBreaker'; scope: Scope; share: bigint; falls: readonly [bigint, ...bigint[]] }>

/** `24hs` is the day after in Argentina, `CI` the same day; elsewhere there is one way and it needs no name. */
export type SettlementName = 'CI' | '24hs'
export type SettlementTerm = Readonly<{ name: SettlementName | null; days: number }>

/** The most one order may be: worth so much in minor units of the wallet's currency, or so many lots or contracts. */
export type LargestOrder = Readonly<{ kind: 'worth'; minor: bigint } | { kind: 'quantity'; quantity: bigint }>

/** "0.5" percent as a share in units of 10^-8. */
export const percent = (text: string): bigint => scaled(text) / 100n
