import { createHash } from 'node:crypto'
import type { Language } from '@rueda/contract/codes.ts'
import { companies } from '@rueda/exchange/catalogue/companies.ts'
import { codeChangeOf } from '@rueda/exchange/catalogue/renames.ts'
import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { describe, expect, it } from 'vitest'
import { buildVenue } from '../../venue/build-venue.ts'
import { search } from './search.ts'

/**
 * What somebody types and what must come first (`docs/rules/quotes.md` A.26), over everything that is listed on one day, with the first two
 * companies of the catalogue that take another code having taken it.
 */
const NOW = Date.UTC(2026, 10, 20, 16, 30)
const { venue } = buildVenue({
  secret: createHash('sha256').update('searches').digest(),
  alwaysOpen: true,
  models: startsOfNewMarket(),
  replayFolder: null,
  scenario: null,
  openedOn: '2026-11-20',
})
venue.advance(NOW)

const renamed = companies
  .flatMap((company) => ({ instrument: company.instrument, change: codeChangeOf(company) }))
  .flatMap(({ instrument, change }) => (change === undefined ? [] : [{ instrument, ...change }]))
  .toSorted((a, b) => a.from - b.from)
  .slice(0, 2)
const newCodes = new Map(renamed.map(({ instrument, newCode }) => [instrument.id, newCode]))
const today = ({ id, ...rest }: Instrument): Instrument => ({ id, ...rest, code: newCodes.get(id) ?? rest.code })
const listed = {
  instruments: new Map(venue.instruments.map((instrument) => [instrument.id, today(instrument)])),
  formerCodes: (id: string) => renamed.filter(({ instrument }) => instrument.id === id).map(({ instrument }) => instrument.code),
  quote: (id: string) => venue.quote(id, NOW),
}
const found = (typed: string, language: Language): string[] =>
  search(listed, { typed, market: undefined, language }).map(({ market, code }) => `${market}:${code}`)

type Row = readonly [typed: string, language: Language, first: string]

/** By codes, of every market, in any letters and with what is written between them. */
const byCode: readonly Row[] = [
  ['ARDV', 'es', 'US:ARDV'],
  ['ardv', 'en', 'US:ARDV'],
  ['brb', 'de', 'US:BRBF'],
  ['RCL', 'es', 'AR:RCL'],
  ['7203', 'zh-TW', 'TW:7203'],
  ['00t1', 'ja', 'TW:00T1'],
  ['SCL-2026Z', 'es', 'FUT:SCL-2026Z'],
  ['scl2027g', 'en', 'FUT:SCL-2027G'],
  ['SCL', 'es', 'FUT:SCL-2026Z'],
  ['sgc', 'hi', 'FUT:SGC-2026Z'],
  ['EURUSD', 'es', 'FX:EURUSD'],
  ['eur/usd', 'de', 'FX:EURUSD'],
  ['usd jpy', 'ja', 'FX:USDJPY'],
  ['us500', 'th', 'IDX:US500'],
  ['CCL', 'es', 'AR:CCL'],
]

const byName: readonly Row[] = [
  ['aurora', 'es', 'US:ARDV'],
  ['Aurora Devices', 'en', 'US:ARDV'],
  ['aurora dev', 'es', 'US:ARDV'],
  ['devices aurora', 'de', 'US:ARDV'],
  ['windworks elmswell', 'es', 'US:ELWN'],
  ['rio calmo', 'es', 'AR:RCL'],
  ['RÍO CALMO', 'en', 'AR:RCL'],
  ['vinedos', 'es', 'AR:VNAL'],
  ['quebracho', 'th', 'AR:ACQB'],
  ['telefonía chañar', 'es', 'AR:TLCH'],
  ['jadewind', 'zh-TW', 'TW:7203'],
  ['formosa 50', 'en', 'TW:00T1'],
]

/** Contracts, pairs and indices are called after what they are, in the reader's language and in English, and other words for it find them. */
const byTranslatedName: readonly Row[] = [
  ['petróleo', 'es', 'FUT:SCL-2026Z'],
  ['petroleo', 'es', 'FUT:SCL-2026Z'],
  ['crudo', 'es', 'FUT:SCL-2026Z'],
  ['crudo ene 2027', 'es', 'FUT:SCL-2027F'],
  ['crude', 'es', 'FUT:SCL-2026Z'],
  ['oil', 'en', 'FUT:SCL-2026Z'],
  ['oil', 'de', 'FUT:SCL-2026Z'],
  ['Öl', 'de', 'FUT:SCL-2026Z'],
  ['Rohöl', 'de', 'FUT:SCL-2026Z'],
  ['Erdöl', 'de', 'FUT:SCL-2026Z'],
  ['原油', 'ja', 'FUT:SCL-2026Z'],
  ['石油', 'zh-CN', 'FUT:SCL-2026Z'],
  ['Euro / US dollar (sim)', 'es', 'FX:EURUSD'],
  ['oro', 'es', 'FX:XAUUSD'],
  ['gold', 'en', 'FX:XAUUSD'],
  ['金', 'ja', 'FX:XAUUSD'],
  ['黄金', 'zh-CN', 'FX:XAUUSD'],
  ['ทองคำ', 'th', 'FX:XAUUSD'],
  ['सोना', 'hi', 'FX:XAUUSD'],
  ['micro oro', 'es', 'FUT:SMGC-2026Z'],
  ['maíz', 'es', 'FUT:SZC-2026Z'],
  ['maize', 'en', 'FUT:SZC-2026Z'],
  ['gas natural', 'es', 'FUT:SNG-2026Z'],
  ['ethereum', 'de', 'FUT:SETH-2026X'],
  ['alemania', 'es', 'IDX:DE40'],
  ['Deutschland', 'de', 'IDX:DE40'],
  ['germany', 'es', 'IDX:DE40'],
  ['índice de taiwan', 'es', 'IDX:TWII'],
  ['米国', 'es', 'IDX:US30'],
  ['sterling', 'en', 'FX:EURGBP'],
  ['volatilidad', 'es', 'IDX:USVIX'],
]

const misspelt: readonly Row[] = [
  ['auorra', 'es', 'US:ARDV'],
  ['aurra', 'es', 'US:ARDV'],
  ['aurota devices', 'en', 'US:ARDV'],
  ['devics aurora', 'de', 'US:ARDV'],
  ['quebrcho', 'es', 'AR:ACQB'],
  ['jadewnid', 'ja', 'TW:7203'],
  ['petrleo', 'es', 'FUT:SCL-2026Z'],
  ['Rohhöl', 'de', 'FUT:SCL-2026Z'],
  ['volatlidad', 'es', 'IDX:USVIX'],
  ['merbal', 'es', 'IDX:MERV'],
  ['ARVD', 'es', 'US:ARDV'],
]

const byFormerCode: readonly Row[] = renamed.map(({ instrument, newCode }) => [instrument.code, 'es', `US:${newCode}`])

describe.each([
  ['by its code', byCode],
  ['by words of its name', byName],
  ['by what it is called in the language of the reader', byTranslatedName],
  ['with one typing error', misspelt],
  ['by the code it had', byFormerCode],
] as const)('an instrument is found %s', (_, rows) => {
  it.each(rows)('"%s" (%s) shows %s first', (typed, language, first) => {
    expect(found(typed, language)[0]).toBe(first)
  })
})

describe('a search', () => {
  it('was tried with at least fifty queries of every kind', () => {
    expect([...byCode, ...byName, ...byTranslatedName, ...misspelt, ...byFormerCode].length).toBeGreaterThanOrEqual(50)
    expect(byFormerCode).toHaveLength(2)
  })

  it('shows contracts that can be traded, and none that has expired', () => {
    const contracts = found('oro', 'es').filter((id) => id.startsWith('FUT:'))
    expect(contracts.length).toBeGreaterThan(0)
    expect(contracts.every((id) => !/-202[345]/u.test(id))).toBe(true)
  })

  it('finds nothing for what nothing is called, and thirty at most', () => {
    expect(found('zzzzzz', 'es')).toEqual([])
    expect(found('mercado', 'es')).toEqual([])
    expect(found('e', 'es')).toHaveLength(30)
  })

  it('keeps to a market that is named', () => {
    const inMarket = search(listed, { typed: 'jadewind', market: 'US', language: 'es' })
    expect(inMarket).toEqual([])
  })
})
