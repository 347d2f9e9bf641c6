import { markets } from '@rueda/contract/codes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { VenueClient } from '../../venue/client.ts'
import { namesOf } from '../../venue/instrument-words.ts'

/**
 * Finding instruments: codes that begin with the word first, then codes given up within a year, then names, in any language, with a part
 * that does (`docs/rules/quotes.md` A.26, `docs/rules/corporate-actions.md` P.10).
 */
const MAX_FOUND = 30

export function search(venue: VenueClient, keyword: string, market: MarketName | undefined): Instrument[] {
  const word = fold(keyword)
  const among = [...venue.instruments.values()].filter((instrument) => market === undefined || instrument.market === market)
  const byCode = among.filter(({ code }) => fold(code).startsWith(word)).toSorted(shorterCodeFirst)
  const now = new Set(byCode)
  const byFormerCode = among
    .filter((instrument) => !now.has(instrument) && startsFormerCode(venue, instrument, word))
    .toSorted(shorterCodeFirst)
  const found = new Set([...byCode, ...byFormerCode])
  const byName = among.filter((instrument) => !found.has(instrument) && isCalled(instrument, word)).toSorted(shorterCodeFirst)
  return [...byCode, ...byFormerCode, ...byName].slice(0, MAX_FOUND)
}

/** True when the code or a former one begins with the word, or the name has a part that does: the filter of lists. */
export const matches = (venue: Coded, instrument: Instrument, keyword: string): boolean =>
  fold(instrument.code).startsWith(fold(keyword)) ||
  startsFormerCode(venue, instrument, fold(keyword)) ||
  isCalled(instrument, fold(keyword))

type Coded = Pick<VenueClient, 'formerCodes'>
const startsFormerCode = (venue: Coded, { id }: Instrument, word: string): boolean =>
  venue.formerCodes(id).some((code) => fold(code).startsWith(word))

/** One instrument by its code, or by the whole of its name. */
export function findOne(
  venue: VenueClient,
  { code, name, market }: Readonly<{ code: string | undefined; name: string | undefined; market: MarketName | undefined }>,
): Instrument | null {
  if (code !== undefined) return findInMarkets(venue, code, market)
  for (const instrument of venue.instruments.values()) {
    if (market !== undefined && instrument.market !== market) continue
    if (fold(instrument.name) === fold(name ?? '')) return instrument
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

const isCalled = (instrument: Instrument, word: string): boolean => namesOf(instrument).some((name) => hasToken(name, word))

/** The word may be the beginning of the name from any of its parts on: "devices" and "aurora dev" both find Aurora Devices. */
function hasToken(name: string, word: string): boolean {
  const folded = fold(name)
  return folded.startsWith(word) || folded.includes(` ${word}`)
}

const COMBINING_MARKS = /\p{M}/gu
/** Without case and accents, as words are compared that somebody looks for. */
export const fold = (text: string): string => text.normalize('NFKD').replaceAll(COMBINING_MARKS, '').toLowerCase()

// An exact code comes before longer codes that begin with it.
const shorterCodeFirst = (a: Instrument, b: Instrument): number => a.code.length - b.code.length || (a.code < b.code ? -1 : 1)
