import { formatScaled } from '../decimal.ts'
import type { FeeSchedule } from '../fees/schedule.ts'
import { type OrderRates, firstRates, withRates } from '../fees/versions.ts'
import type { MarketTerms, SettlementName, SettlementTerm } from '../markets/market.ts'
import { marketFacts } from '../markets/markets.ts'
import { type Kind, isAbout } from '../markets/scope.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Instrument, type MarketName, decimalsAt } from './instrument.ts'

export const marketTermsOf = (market: MarketName): MarketTerms | null => marketFacts[market].terms

/** Every wallet that instruments are traded from. */
export const tradingWallets: readonly WalletType[] = [
  ...new Set(Object.values(marketFacts).flatMap(({ terms }) => (terms === null ? [] : [terms.wallet]))),
]

/** The settlement of a trade: the one asked for, or the market's usual one. */
export function settlementOf({ market }: Pick<Instrument, 'market'>, asked: SettlementName | null): SettlementTerm {
  const { settlements } = tradedTermsOf(market)
  return settlements.find(({ name }) => name === asked) ?? settlements[0]
}

/** The terms of a market that trades; requesting those of any other market is a bug. */
export function tradedTermsOf(market: MarketName): MarketTerms {
  const found = marketFacts[market].terms
  if (found === null) throw new Error(`nothing is traded in ${market}`)
  return found
}

/** The largest multiple of its margin an order may be worth; a pair has its own. */
export const largestLeverageOf = ({ market, contract }: Instrument): number =>
  contract?.kind === 'pair' ? contract.largestLeverage : (marketTermsOf(market)?.largestLeverage ?? 1)

/** The charges of an order of this size at the house's rates it was given: the rows of the market's table that are about it. */
export function feesOf(instrument: Kind, quantity: bigint, rates: OrderRates): FeeSchedule {
  const schedule = withRates(tradedTermsOf(instrument.market).feeTable, rates)
  return { ...schedule, rules: schedule.rules.filter(({ scope }) => isAbout(scope, instrument, quantity)) }
}

/** The same at the first rates, which stand in the markets' tables. */
export const firstFeesOf = (instrument: Kind, quantity: bigint): FeeSchedule => feesOf(instrument, quantity, firstRates(instrument.market))

/** True where the order is less than the board lot of its market. */
export function isOddLot(instrument: Instrument, quantity: bigint): boolean {
  const odd = marketTermsOf(instrument.market)?.lots.odd ?? null
  return odd !== null && quantity < roundLotAt(instrument, 0n)
}

/** The lot of an instrument at a price; its order step where nothing is traded. */
export function roundLotAt({ market, step }: Instrument, price: bigint): bigint {
  const found = marketTermsOf(market)?.lots.round.find(({ upTo }) => upTo === null || price <= upTo)
  return found?.lot ?? step
}

/** The quantity step of orders on the board: whole lots where smaller orders go to the odd-lot book. */
export const boardStepOf = (instrument: Instrument): bigint =>
  (marketTermsOf(instrument.market)?.lots.odd ?? null) === null ? instrument.step : roundLotAt(instrument, 0n)

/** A price with the decimals of its tick (`docs/rules/numbers.md` O.8, O.21). */
export const formatPrice = (instrument: Instrument, price: bigint): string => formatScaled(price, decimalsAt(instrument, price))
