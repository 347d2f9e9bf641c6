import type { MarginInstrument } from '@rueda/rules/margin/valuation.ts'
import { toTick } from '@rueda/rules/orders/limits.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from './client.ts'

/**
 * Returns the settlement price of a contract: the mean of its mid over the last minute before a moment, on the grid
 * (`docs/rules/futures.md` B.4). It is the same whenever it is requested, also after downtime; null where there was no
 * price.
 */
export async function settlementPriceAt(
  venue: Pick<VenueClient, 'meanMid'>,
  instrument: MarginInstrument,
  at: Instant,
): Promise<bigint | null> {
  const mean = await venue.meanMid(instrument.id, at)
  return mean === null ? null : toTick(instrument, mean, 'HALF_UP')
}
