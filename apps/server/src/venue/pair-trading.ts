import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import type { Currency } from '@rueda/rules/money.ts'
import { STALE_AFTER_MS } from '@rueda/rules/markets/stale.ts'
import { type Refusal, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { MidRate, Pair } from '@rueda/rules/transfers/exchange.ts'
import type { VenueClient } from './client.ts'

type Market = Pick<VenueClient, 'quote' | 'session' | 'halt'>

/**
 * Refuses a pair that cannot be traded now: its market is closed, one of the prices its rate is made of is halted, or
 * nothing was heard of it for as long as a market order would wait. A rate that is promised while nobody can trade at
 * it is an option given away (`docs/rules/transfers.md` P.3). Null while it trades.
 */
export function pairRefusal(venue: Market, pair: Pair, rate: MidRate, now: Instant): Refusal | null {
  if (!venue.session('FX').matching) return refuse('market.closed')
  if (legsOf(venue, pair).some((id) => isHalted(venue, id))) return refuse('instrument.halted')
  return now - rate.at > STALE_AFTER_MS ? refuse('quote.stale', { ageMs: now - rate.at }) : null
}

const idOf = (base: Currency, quote: Currency): string => idOfFirstCode('FX', `${base}${quote}`)

/** The pair's own price, or those of the dollar against both where the two meet over it. */
function legsOf({ quote: quoteOf }: Market, { base, quote }: Pair): readonly string[] {
  const isDirect = base === 'USD' || quote === 'USD' || quoteOf(idOf(base, quote)) !== null
  return isDirect ? [idOf(base, quote)] : [idOf('USD', base), idOf('USD', quote)]
}

function isHalted(venue: Market, id: string): boolean {
  const quote = venue.quote(id)
  return quote?.phase === 'HALT' || quote?.haltedSince !== undefined || venue.halt(id)?.kind === 'halt'
}
