import { divide } from '@rueda/rules/decimal.ts'
import type { MarginInstrument } from '@rueda/rules/margin/valuation.ts'
import { toTick } from '@rueda/rules/orders/limits.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { VenueClient } from './client.ts'

const PRICES_OF_A_BAR = 4n

/**
 * The price of the minute before a moment, on the grid: the mean of what the venue has kept of that minute
 * (`domain.md` B.4). It is the same whenever it is asked for, also after downtime; null where there was no price.
 */
export async function settlementPriceAt(
  venue: Pick<VenueClient, 'bars'>,
  instrument: MarginInstrument,
  at: Instant,
): Promise<bigint | null> {
  const series = await venue.bars({
    instrumentId: instrument.id,
    interval: '1m',
    until: at - MINUTE_MS,
    limit: 1,
    hours: 'extended',
    adjust: 'none',
  })
  const bar = series?.bars.at(-1)
  if (bar === undefined) return null
  return toTick(instrument, divide(bar.open + bar.high + bar.low + bar.close, PRICES_OF_A_BAR, 'HALF_UP'), 'HALF_UP')
}
