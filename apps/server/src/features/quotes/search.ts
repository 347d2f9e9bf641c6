import { markets } from '@rueda/contract/codes.ts'
import type { Instrument, MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { VenueClient } from '../../venue/client.ts'

/** Finding instruments: codes that begin with the word first, then names with a part that does (`docs/rules/quotes.md` A.26). */
const MAX_FOUND = 30

export function search(venue: VenueClient, keyword: string, market: MarketName | undefined): Instrument[] {
  const word = fold(keyword)
  const among = [...venue.instruments.values()].filter((instrument) => market === undefined || instrument.market === market)
  const byCode = among.filter(({ code }) => fold(code).startsWith(word)).toSorted(shorterCodeFirst)
  const found = new Set(byCode)
  const byName = among.filter((instrument) => !found.has(instrument) && hasToken(instrument.name, word)).toSorted(shorterCodeFirst)
  return [...byCode, ...byName].slice(0, MAX_FOUND)
}

/** True when the code begins with the word, or the name has a part that does: the filter of lists. */
export const matches = ({ code, name }: Instrument, keyword: string): boolean =>
  fold(code).startsWith(fold(keyword)) || hasToken(name, fold(keyword))

/** One instrument by its code, or by the whole of its name. */
export function findOne(
  venue: VenueClient,
  { code, name, market }: Readonly<{ code: string | undefined; name: string | undefined; market: MarketName | undefined }>,
): Instrument | null {
  for (const instrument of venue.instruments.values()) {
    if (market !== undefined && instrument.market !== market) continue
    if (code !== undefined ? instrument.code === code : fold(instrument.name) === fold(name ?? '')) return instrument
  }
  return null
}

type CodeQuery = Readonly<{ stkcode: string; market?: MarketName | undefined }>

/** Many by their codes, in the order requested: in the market that is named, else in the first of all that has the code. */
export function findByCode(venue: VenueClient, asked: readonly CodeQuery[]): (Instrument | null)[] {
  const codes = new Set(asked.map(({ stkcode }) => stkcode))
  const named = [...venue.instruments.values()].filter(({ code }) => codes.has(code))
  const byCode = Map.groupBy(
    named.toSorted((a, b) => markets.indexOf(a.market) - markets.indexOf(b.market)),
    ({ code }) => code,
  )
  return asked.map(({ stkcode, market }) => byCode.get(stkcode)?.find((one) => market === undefined || one.market === market) ?? null)
}

/** The word may be the beginning of the name from any of its parts on: "devices" and "aurora dev" both find Aurora Devices. */
function hasToken(name: string, word: string): boolean {
  const folded = fold(name)
  return folded.startsWith(word) || folded.includes(` ${word}`)
}

const COMBINING_MARKS = /\p{M}/gu
const fold = (text: string): string => text.normalize('NFKD').replaceAll(COMBINING_MARKS, '').toLowerCase()

// An exact code comes before longer codes that begin with it.
const shorterCodeFirst = (a: Instrument, b: Instrument): number => a.code.length - b.code.length || (a.code < b.code ? -1 : 1)
