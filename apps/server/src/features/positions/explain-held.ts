import { type Derivation, type Part, amountOf, figureOf, plus, times } from '@rueda/rules/figures/derivation.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import { deriveMarginResult } from '@rueda/rules/margin/derive-margin.ts'
import { isOnMargin, markOf } from '@rueda/rules/margin/valuation.ts'
import { deriveValue } from '@rueda/rules/positions/derive-holding.ts'
import type { VenueClient } from '../../venue/client.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import type { ValuedHolding } from './valuation.ts'

/** What a holding adds to the money in the wallets, in dollars: shares their value, a position on margin its floating result. */
export function deriveHeld(venue: VenueClient, { holding, assets }: ValuedHolding): Derivation {
  const { instrumentId } = holding
  const [instrument, quote] = [venue.instruments.get(instrumentId), venue.quote(instrumentId)]
  const about = { kind: 'instrument', id: instrumentId } as const
  if (instrument === undefined || quote === null) return amountOf('USD', assets, { name: 'holding', about })
  const rate = dollarRateOf(venue, instrument.currency)
  if (!('basis' in holding)) {
    const value = deriveValue({ position: holding, currency: instrument.currency, price: quote.last })
    return amountOf('USD', assets, { name: 'holding', about, parts: linesInDollars(venue, value) })
  }
  if (!isOnMargin(instrument) || rate === null) return amountOf('USD', assets, { name: 'floating', about })
  const { parts } = deriveMarginResult({ position: holding, instrument, rate, mark: markOf(instrument, quote), today: null })
  return amountOf('USD', assets, { name: 'floating', about, parts })
}

/** The parts of an amount as a line in dollars has them: its own, or itself and the rate that makes dollars of it. */
export function linesInDollars(venue: Pick<VenueClient, 'fxMid'>, own: Derivation): readonly Part[] {
  if (own.currency === null || own.currency === 'USD' || own.value === 0n) return own.parts
  const rate = dollarRateOf(venue, own.currency)
  if (rate === null) return [plus(own)]
  const perUnit = figureOf('number', (rate.numerator * SCALE) / rate.denominator, {
    name: 'rate',
    about: { kind: 'currency', id: own.currency },
  })
  return [plus(own), times(perUnit)]
}
