import { isOnMargin, markOf, marketValueAt, valueMargin } from '@rueda/rules/margin/valuation.ts'
import { dayResult } from '@rueda/rules/positions/day-result.ts'
import { valueAt } from '@rueda/rules/positions/position.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { openMarginPositions } from './margin-store.ts'
import { fillsOn, heldShares, openPositions } from './store.ts'

/** What a customer's holdings are worth, for whoever adds it to something: the trade page, the wallets, the overview. */
type Valuing = Pick<App, 'venue'> & Readonly<{ reader: Reader }>

const EVERYTHING = 1_000

/** Value and floating result of everything held in a market, or in all of them, in cents; what has no price counts nothing. */
export async function valueHoldings(
  { reader, venue }: Valuing,
  accountId: string,
  market: string | null,
): Promise<{ value: bigint; profit: bigint }> {
  const { positions } = await openPositions(reader, accountId, { market, limit: EVERYTHING, offset: 0 })
  let value = 0n
  let profit = 0n
  for (const position of positions) {
    const quote = venue.quote(position.instrumentId)
    if (quote === null) continue
    const valued = valueAt(position, quote.last, 'USD')
    value += valued.marketValue
    profit += valued.profit
  }
  const floating = await valueMarginPositions({ reader, venue }, accountId, market)
  return { value: value + floating.value, profit: profit + floating.profit }
}

/** Value and floating result of everything on margin, in cents. */
export async function valueMarginPositions(
  { reader, venue }: Valuing,
  accountId: string,
  market: string | null,
): Promise<{ value: bigint; profit: bigint }> {
  const { positions } = await openMarginPositions(reader, accountId, { market, limit: EVERYTHING, offset: 0 })
  let value = 0n
  let profit = 0n
  for (const position of positions) {
    const instrument = venue.instruments.get(position.instrumentId)
    const quote = venue.quote(position.instrumentId)
    if (instrument === undefined || !isOnMargin(instrument) || quote === null) continue
    const rate = dollarRateOf(venue, instrument.currency)
    if (rate === null) continue
    const mark = markOf(quote)
    value += marketValueAt(position, mark, instrument.contract, rate)
    profit += valueMargin(position, mark, instrument.contract, rate).profit
  }
  return { value, profit }
}

export type DayOfTrading = Readonly<{ held: ReadonlyMap<string, bigint>; fills: readonly Fill[] }>

/** What is held now and what was traded on a date. */
export const dayOfTrading = async (reader: Reader, accountId: string, tradeDate: CalendarDate): Promise<DayOfTrading> => ({
  held: await heldShares(reader, accountId),
  fills: await fillsOn(reader, accountId, tradeDate),
})

/** What the day has brought over everything held or traded on it, in cents (`domain.md` D.10). */
export function resultOfDay(venue: VenueClient, { held, fills }: DayOfTrading): bigint {
  let sum = 0n
  for (const instrumentId of new Set([...held.keys(), ...fills.map((fill) => fill.instrumentId)])) {
    const quote = venue.quote(instrumentId)
    if (quote === null) continue
    const own = fills.filter((fill) => fill.instrumentId === instrumentId)
    sum += dayResult({
      currency: 'USD',
      quantity: held.get(instrumentId) ?? 0n,
      price: quote.last,
      previousClose: quote.previousClose,
      fills: own,
    })
  }
  return sum
}
