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

/** One holding with what it counts for. */
export type ValuedHolding = Value & Readonly<{ holding: Position | MarginPosition }>

/** Values everything held in a market, or in all of them; or only what was bought in blocks. */
export async function valueHoldings(valuing: Valuing, accountId: string, market: string | null, onlyBlocks = false): Promise<Value> {
  return totalValue(await valuedHoldings(valuing, accountId, market, onlyBlocks))
}

/** The same, holding by holding. */
export async function valuedHoldings(
  { reader, venue }: Valuing,
  accountId: string,
  market: string | null,
  onlyBlocks = false,
): Promise<readonly ValuedHolding[]> {
  const page = { market, onlyBlocks, limit: EVERYTHING, offset: 0 }
  const { positions: shares } = await openPositions(reader, accountId, page)
  const { positions: onMargin } = await openMarginPositions(reader, accountId, page)
  return [...shares.flatMap((position) => valuedShares(venue, position)), ...onMargin.flatMap((position) => valuedMargin(venue, position))]
}

/** The value of positions that were read already. */
export const valueOfHoldings = (venue: VenueClient, shares: Iterable<Position>, onMargin: Iterable<MarginPosition>): Value =>
  totalValue([
    ...[...shares].flatMap((position) => valuedShares(venue, position)),
    ...[...onMargin].flatMap((position) => valuedMargin(venue, position)),
  ])

export const totalValue = (holdings: readonly Value[]): Value =>
  holdings.reduce(
    (sum, each) => ({
      value: sum.value + each.value,
      profit: sum.profit + each.profit,
      assets: sum.assets + each.assets,
      gross: sum.gross + each.gross,
    }),
    { value: 0n, profit: 0n, assets: 0n, gross: 0n },
  )

/** Shares at their last price; what has no price, or no rate, is not counted. */
function valuedShares(venue: VenueClient, position: Position): readonly ValuedHolding[] {
  const quote = venue.quote(position.instrumentId)
  const currency = venue.instruments.get(position.instrumentId)?.currency
  if (quote === null || currency === undefined) return []
  const valued = valueAt(position, quote.last, currency)
  const value = centsOf(venue, valued.marketValue, currency)
  return [{ holding: position, value, profit: centsOf(venue, valued.profit, currency), assets: value, gross: value }]
}

/** Equity, floating result and size of a position on margin. */
function valuedMargin(venue: VenueClient, position: MarginPosition): readonly ValuedHolding[] {
  const instrument = venue.instruments.get(position.instrumentId)
  const quote = venue.quote(position.instrumentId)
  const rate = instrument === undefined ? null : dollarRateOf(venue, instrument.currency)
  if (instrument === undefined || !isOnMargin(instrument) || quote === null || rate === null) return []
  const mark = markOf(instrument, quote)
  const { equity, profit } = valueMargin(position, mark, instrument.contract, rate)
  const gross = absolute(marketValueAt(position, mark, instrument.contract, rate))
  return [{ holding: position, value: equity, profit, assets: profit, gross }]
}

/** Minor units of a currency in cents of a dollar, at the mid; what has no rate counts nothing. */
function centsOf(venue: Pick<VenueClient, 'fxMid'>, minor: bigint, currency: Currency): bigint {
  const rate = dollarRateOf(venue, currency)
  return rate === null ? 0n : toCents((minor * SCALE) / 10n ** BigInt(minorDigits[currency]), rate, 'HALF_UP')
}

export type DayOfTrading = Readonly<{ held: ReadonlyMap<string, bigint>; traded: TradedToday }>

/** Shares held now and trades of today, those since a moment. */
export const dayOfTrading = async ({ reader, venue }: Valuing, accountId: string, since: Instant): Promise<DayOfTrading> => ({
  held: await heldShares(reader, accountId),
  traded: await tradedToday(reader, accountId, venue, since),
})

/** What a day of trading in one instrument was, with the prices it is measured by. */
export type InstrumentDay = Readonly<{ instrumentId: string; day: Parameters<typeof dayResult>[0]; cents: bigint }>

/** The result of the day of everything held or traded on it (`docs/rules/profit-and-loss.md` D.10). */
export function daysOfInstruments(venue: VenueClient, { held, traded }: DayOfTrading): readonly InstrumentDay[] {
  return [...new Set([...held.keys(), ...traded.keys()])].flatMap((instrumentId) => {
    const quote = venue.quote(instrumentId)
    const currency = venue.instruments.get(instrumentId)?.currency
    if (quote === null || currency === undefined) return []
    const day = {
      currency,
      quantity: held.get(instrumentId) ?? 0n,
      price: quote.last,
      previousClose: quote.previousClose,
      traded: traded.get(instrumentId) ?? NOTHING_TRADED,
    }
    return [{ instrumentId, day, cents: centsOf(venue, dayResult(day), currency) }]
  })
}

/** Their sum, in cents. */
export const resultOfDay = (venue: VenueClient, trading: DayOfTrading): bigint =>
  daysOfInstruments(venue, trading).reduce((sum, { cents }) => sum + cents, 0n)
