import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { SCALE, divide, formatScaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import { nightOf } from '@rueda/rules/margin/rollover.ts'
import { markOf } from '@rueda/rules/margin/valuation.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'

type PairTerms = DataOf<typeof quotes.detail>['pair']

/** What one lot of a pair is, and what a pip and a night of it are worth in dollars; null of anything else. */
export function pairTermsOf(venue: Pick<VenueClient, 'fxMid'>, { contract, currency }: Instrument, quote: Quote): PairTerms {
  if (contract?.kind !== 'pair') return null
  const rate = dollarRateOf(venue, currency)
  const price = markOf(quote)
  const dollars = (cents: bigint): string => formatMinor(cents, 'USD')
  const night = (side: Side): string | null =>
    rate === null ? null : dollars(nightOf({ side, quantity: SCALE, price, contract, currency, rate }))
  return {
    base: contract.base,
    lotUnits: formatScaled(contract.multiplier),
    pip: formatScaled(contract.pip),
    largestLeverage: contract.largestLeverage,
    pipValue: rate === null ? null : dollars(toCents(divide(contract.pip * contract.multiplier, SCALE, 'HALF_UP'), rate, 'HALF_UP')),
    swapLong: night('buy'),
    swapShort: night('sell'),
  }
}
