import { SCALE, absolute } from '@rueda/rules/decimal.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import { isOnMargin, markOf, marketValueAt, valueMargin } from '@rueda/rules/margin/valuation.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { type Currency, minorDigits } from '@rueda/rules/money.ts'
import { NOTHING_TRADED, dayResult } from '@rueda/rules/positions/day-result.ts'
import { type Position, valueAt } from '@rueda/rules/positions/position.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { openMarginPositions } from './margin-store.ts'
import { type TradedToday, heldShares, openPositions, tradedToday } from './store.ts'

/** Values of a customer's holdings, for totals: the trade page, the wallets, the overview. */
type Valuing = Pick<App, 'venue'> & Readonly<{ reader: Reader }>

const EVERYTHING = 1_000

/** In cents; what has no price counts nothing. */
type Value = Readonly<{
  /** Proceeds: shares at their market price, a position on margin its margin and its floating result. */
  value: bigint
  /** The floating result. */
  profit: bigint
  /** Addition to the money in the wallets: the value of shares, the floating result of a position on margin. */
  assets: bigint
  /** Amount at stake: every value by its size, long or short. */
  gross: bigint
}>

/** Values everything held in a market, or in all of them; or only what was bought in blocks. */
export async function valueHoldings(
  { reader, venue }: Valuing,
  accountId: string,
  market: string | null,
  onlyBlocks = false,
): Promise<Value> {
  const page = { market, onlyBlocks, limit: EVERYTHING, offset: 0 }
  const { positions: shares } = await openPositions(reader, accountId, page)
  const { positions: onMargin } = await openMarginPositions(reader, accountId, page)
  return valueOfHoldings(venue, shares, onMargin)
}

/** The same of positions that were read already. */
export function valueOfHoldings(venue: VenueClient, shares: Iterable<Position>, onMargin: Iterable<MarginPosition>): Value {
  let value = 0n
  let profit = 0n
  for (const position of shares) {
    const quote = venue.quote(position.instrumentId)
    const currency = venue.instruments.get(position.instrumentId)?.currency
    if (quote === null || currency === undefined) continue
    const valued = valueAt(position, quote.last, currency)
    value += centsOf(venue, valued.marketValue, currency)
    profit += centsOf(venue, valued.profit, currency)
  }
  const floating = valueMarginPositions(venue, onMargin)
  return {
    value: value + floating.value,
    profit: profit + floating.profit,
    assets: value + floating.profit,
    gross: value + floating.gross,
  }
}

/** Minor units of a currency in cents of a dollar, at the mid; what has no rate counts nothing. */
function centsOf(venue: Pick<VenueClient, 'fxMid'>, minor: bigint, currency: Currency): bigint {
  const rate = dollarRateOf(venue, currency)
  return rate === null ? 0n : toCents((minor * SCALE) / 10n ** BigInt(minorDigits[currency]), rate, 'HALF_UP')
}

/** Equity, floating result and size of everything on margin, in cents. */
function valueMarginPositions(venue: VenueClient, positions: Iterable<MarginPosition>): Omit<Value, 'assets'> {
  let value = 0n
  let gross = 0n
  let profit = 0n
  for (const position of positions) {
    const instrument = venue.instruments.get(position.instrumentId)
    const quote = venue.quote(position.instrumentId)
    if (instrument === undefined || !isOnMargin(instrument) || quote === null) continue
    const rate = dollarRateOf(venue, instrument.currency)
    if (rate === null) continue
    const mark = markOf(instrument, quote)
    const valued = valueMargin(position, mark, instrument.contract, rate)
    value += valued.equity
    gross += absolute(marketValueAt(position, mark, instrument.contract, rate))
    profit += valued.profit
  }
  return { value, profit, gross }
}

export type DayOfTrading = Readonly<{ held: ReadonlyMap<string, bigint>; traded: TradedToday }>

/** Shares held now and trades of today, those since a moment. */
export const dayOfTrading = async ({ reader, venue }: Valuing, accountId: string, since: Instant): Promise<DayOfTrading> => ({
  held: await heldShares(reader, accountId),
  traded: await tradedToday(reader, accountId, venue, since),
})

/** Result of the day over everything held or traded on it, in cents (`docs/rules/profit-and-loss.md` D.10). */
export function resultOfDay(venue: VenueClient, { held, traded }: DayOfTrading): bigint {
  let sum = 0n
  for (const instrumentId of new Set([...held.keys(), ...traded.keys()])) {
    const quote = venue.quote(instrumentId)
    const currency = venue.instruments.get(instrumentId)?.currency
    if (quote === null || currency === undefined) continue
    const result = dayResult({
      currency,
      quantity: held.get(instrumentId) ?? 0n,
      price: quote.last,
      previousClose: quote.previousClose,
      traded: traded.get(instrumentId) ?? NOTHING_TRADED,
    })
    sum += centsOf(venue, result, currency)
  }
  return sum
}
