import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { pairDays } from '@rueda/exchange/calendars/pair-days.ts'
import { pairs } from '@rueda/exchange/catalogue/pairs.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { SCALE, divide, formatScaled, percentText } from '@rueda/rules/decimal.ts'
import type { PairContract } from '@rueda/rules/instruments/contract.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { toCents } from '@rueda/rules/margin/dollar-rate.ts'
import { nightOf } from '@rueda/rules/margin/rollover.ts'
import { markOf } from '@rueda/rules/margin/valuation.ts'
import { nightsOn } from '@rueda/rules/margin/value-dates.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { nextRolloverDate } from '../../venue/rollover.ts'

type PairTerms = DataOf<typeof quotes.detail>['pair']

/** Size of one lot of a pair, and the value of a pip and a night of it in dollars; null for anything else. */
export function pairTermsOf(
  venue: Pick<VenueClient, 'fxMid' | 'label'>,
  instrument: Instrument,
  { quote, now }: Readonly<{ quote: Quote; now: Instant }>,
): PairTerms {
  const { id, contract, currency } = instrument
  if (contract?.kind !== 'pair') return null
  const rate = dollarRateOf(venue, currency)
  const price = markOf(instrument, quote)
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
    typicalSpread: venue.label === 'SIM' ? typicalSpreadOf(id) : null,
    ...ratesOf(contract, currency),
    nightsTonight: nightsOn(nextRolloverDate(now), contract, currency, pairDays(contract.base, currency)),
  }
}

/** In pips; recorded history keeps its recorded spreads. */
const typicalSpreadOf = (instrumentId: string): string | null =>
  pairs.find(({ instrument }) => instrument.id === instrumentId)?.spreadPips.toString() ?? null

function ratesOf(contract: PairContract, currency: Currency): Pick<NonNullable<PairTerms>, 'baseRate' | 'quoteRate' | 'markup'> {
  const percentage = (rate: bigint = 0n): string => percentText(rate)
  return {
    baseRate: percentage(yearlyRates[contract.base]),
    quoteRate: percentage(yearlyRates[currency]),
    markup: percentage(overnightMarkup),
  }
}
