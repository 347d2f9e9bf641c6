import type { OddLotCalls } from '@rueda/contract/quote-shapes.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { oddLotHoursOf } from '@rueda/rules/orders/odd-lot-calls.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import type { VenueClient } from './client.ts'

/** Returns the matching times of an instrument's odd-lot book on its trade date; null where there is none. */
export function oddLotCallsOf(venue: VenueClient, { market }: Instrument): OddLotCalls | null {
  const odd = marketTermsOf(market)?.lots.odd ?? null
  if (odd === null) return null
  const { firstCallAt, lastCallAt, afterMarketCallAt } = oddLotHoursOf(venue.session(market))
  return {
    everySeconds: odd.callEveryMs / SECOND_MS,
    firstTimestamp: firstCallAt,
    lastTimestamp: lastCallAt,
    afterMarketTimestamp: afterMarketCallAt,
  }
}
