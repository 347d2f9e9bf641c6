import type { AlertMarket } from '@rueda/rules/alerts/alert.ts'
import type { VenueClient } from '../../venue/client.ts'

/** Market values that an alert of this instrument is compared with; null when the venue has no quote of it. */
export function alertMarket(venue: Pick<VenueClient, 'quote' | 'freshAt'>, instrumentId: string): AlertMarket | null {
  const quote = venue.quote(instrumentId)
  if (quote === null) return null
  const { last, previousClose, volume, tradeDate, phase } = quote
  return { last, previousClose, volume, tradeDate, halted: phase === 'HALT', freshAt: venue.freshAt(instrumentId) }
}
