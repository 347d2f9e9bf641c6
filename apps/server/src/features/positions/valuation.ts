import { dayResult } from '@rueda/rules/positions/day-result.ts'
import { valueAt } from '@rueda/rules/positions/position.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { fillsOn, heldShares, openPositions } from './store.ts'

/** What a customer's holdings are worth, for whoever adds it to something: the trade page, the wallets, the overview. */
type Valuing = Pick<App, 'pool' | 'venue'>

const EVERYTHING = 1_000

/** Value and floating result of everything held in a market, or in all of them, in cents; what has no price counts nothing. */
export async function valueHoldings({ pool, venue }: Valuing, accountId: string, market: string | null): Promise<{ value: bigint; profit: bigint }> {
  const { positions } = await openPositions(pool, accountId, { market, limit: EVERYTHING, offset: 0 })
  let value = 0n
  let profit = 0n
  for (const position of positions) {
    const quote = venue.quote(position.instrumentId)
    if (quote === null) continue
    const valued = valueAt(position, quote.last, 'USD')
    value += valued.marketValue
    profit += valued.profit
  }
  return { value, profit }
}

/** What is held now, by instrument, in units of 10^-8. */
export const heldNow = ({ pool }: Pick<Valuing, 'pool'>, accountId: string): Promise<ReadonlyMap<string, bigint>> => heldShares(pool, accountId)

/** What a trade date has brought over everything held or traded on it, in cents (`domain.md` D.10). */
export async function resultOfDay({ pool, venue }: Valuing, accountId: string, tradeDate: CalendarDate): Promise<bigint> {
  const held = await heldShares(pool, accountId)
  const fills = await fillsOn(pool, accountId, tradeDate)
  let sum = 0n
  for (const instrumentId of new Set([...held.keys(), ...fills.map((fill) => fill.instrumentId)])) {
    const quote = venue.quote(instrumentId)
    if (quote === null) continue
    const own = fills.filter((fill) => fill.instrumentId === instrumentId)
    sum += dayResult({ currency: 'USD', quantity: held.get(instrumentId) ?? 0n, price: quote.last, previousClose: quote.previousClose, fills: own })
  }
  return sum
}
