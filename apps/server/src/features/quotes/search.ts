import { type Language, markets } from '@rueda/contract/codes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import { askedFor, howFound, ranked } from '@rueda/rules/search/ranking.ts'
import { wordingOf } from '@rueda/rules/search/wording.ts'
import type { VenueClient } from '../../venue/client.ts'
import { findableOf, withoutMark } from './findable.ts'

/** Finding instruments by what somebody types (`docs/rules/quotes.md` A.26, `docs/rules/corporate-actions.md` P.10). */
const MAX_FOUND = 30

type Searched = Pick<VenueClient, 'instruments' | 'formerCodes' | 'quote'>
type Search = Readonly<{ typed: string; market: MarketName | undefined; language: Language }>

/** The best first. What has no quote, such as a contract that has expired, is not looked for. */
export function search(venue: Searched, { typed, market, language }: Search): Instrument[] {
  const among = [...venue.instruments.values()].filter(
    (instrument) => (market === undefined || instrument.market === market) && venue.quote(instrument.id) !== null,
  )
  const findable = (instrument: Instrument) => findableOf(venue, instrument, language)
  return ranked(withoutMark(typed), among, { findableOf: findable, inOrder: shorterCodeFirst }).slice(0, MAX_FOUND)
}

/** Says of an instrument if it is found as it is typed, in any language: the filter of lists. */
export function matcherOf(venue: Pick<VenueClient, 'formerCodes'>, typed: string): (instrument: Instrument) => boolean {
  const asked = askedFor(withoutMark(typed))
  return (instrument) => howFound(asked, findableOf(venue, instrument, 'en')) !== null
}

/** One instrument by its code, or by the whole of its name. */
export function findOne(
  venue: VenueClient,
  { code, name, market }: Readonly<{ code: string | undefined; name: string | undefined; market: MarketName | undefined }>,
): Instrument | null {
  if (code !== undefined) return findInMarkets(venue, code, market)
  const { whole } = wordingOf(name ?? '')
  for (const instrument of venue.instruments.values()) {
    if (market !== undefined && instrument.market !== market) continue
    if (wordingOf(instrument.name).whole === whole) return instrument
  }
  return null
}

/** In the market that is named, else in the first of all that has the code. */
function findInMarkets(venue: VenueClient, code: string, market: MarketName | undefined): Instrument | null {
  for (const each of market === undefined ? markets : [market]) {
    const found = venue.find(each, code)
    if (found !== null) return found
  }
  return null
}

type CodeQuery = Readonly<{ stkcode: string; market?: MarketName | undefined }>

/** Many by their codes, in the order requested: in the market that is named, else in the first of all that has the code. */
export const findByCode = (venue: VenueClient, asked: readonly CodeQuery[]): (Instrument | null)[] =>
  asked.map(({ stkcode, market }) => findInMarkets(venue, stkcode, market))

// Nearer months of a contract have the smaller code.
const shorterCodeFirst = (a: Instrument, b: Instrument): number => a.code.length - b.code.length || (a.code < b.code ? -1 : 1)
