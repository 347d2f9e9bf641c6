import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import type { Company } from '@rueda/exchange/catalogue/company.ts'
import { referenceIndices } from '@rueda/exchange/catalogue/indices.ts'
import { indicesOfMembers, regionOf } from '@rueda/exchange/catalogue/world-indices.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import type { VenueClient } from '../../venue/client.ts'
import { compareNumbers } from './listing.ts'

type IndexTerms = DataOf<typeof quotes.detail>['index']

const madeFrom = new Map([...referenceIndices, ...indicesOfMembers.map(({ index }) => index)].map((index) => [index.instrument.id, index]))
const MAX_MEMBERS = 10

/** Region and members of an index; null for anything else. One without members has a price of its own. */
export function indexTermsOf(venue: Pick<VenueClient, 'quote' | 'facts' | 'instruments'>, { id, market }: Instrument): IndexTerms {
  if (marketFacts[market].lists !== 'values') return null
  const region = regionOf(id)
  const index = madeFrom.get(id)
  if (index === undefined) return { region, members: null }
  const { weighting, members } = index
  const price = (company: Company): bigint => venue.quote(company.instrument.id)?.last ?? 0n
  const weight = (company: Company): bigint =>
    weighting === 'price' ? price(company) : price(company) * (venue.facts(company.instrument.id)?.sharesOutstanding ?? 0n)
  const weights = new Map(members.map((member) => [member, weight(member)]))
  const largest = members.toSorted((a, b) => compareNumbers(weights.get(b) ?? 0n, weights.get(a) ?? 0n)).slice(0, MAX_MEMBERS)
  const [first] = members
  if (first === undefined) return { region, members: null }
  return {
    region,
    members: {
      count: members.length,
      weighting,
      market: first.instrument.market,
      largest: largest.map(({ instrument }) => venue.instruments.get(instrument.id)?.code ?? instrument.code),
    },
  }
}
