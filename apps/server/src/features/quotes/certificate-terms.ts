import { percentText } from '@rueda/rules/decimal.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { cclIndex, cedearOf } from '@rueda/exchange/catalogue/argentine-companies.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { parityOf } from '@rueda/rules/instruments/parity.ts'
import type { VenueClient } from '../../venue/client.ts'
import { priceText } from './present.ts'

type CertificateTerms = DataOf<typeof quotes.detail>['certificate']

/** The share a CEDEAR is a part of, and its price at parity; null for anything else. */
export function certificateTermsOf(
  venue: Pick<VenueClient, 'instruments' | 'quote'>,
  instrument: Instrument,
  quote: Quote,
): CertificateTerms {
  const cedear = cedearOf(instrument.id)
  if (cedear === null) return null
  const { ratio, underlying } = cedear
  const share = venue.instruments.get(underlying.instrument.id)
  const price = share === undefined ? null : venue.quote(share.id)
  const rate = venue.quote(cclIndex.id)
  if (share === undefined || price === null || rate === null) return null
  const parity = parityOf(instrument, { price: price.last, rate: rate.last, ratio })
  return {
    ratio,
    underlying: share.code,
    underlyingPrice: priceText(share, price.last),
    rate: priceText(cclIndex, rate.last),
    parity: priceText(instrument, parity),
    premium: percentText(quote.last - parity, parity),
  }
}
