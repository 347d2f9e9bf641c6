import { cclIndex } from '@rueda/exchange/catalogue/argentine-companies.ts'
import { companies } from '@rueda/exchange/catalogue/companies.ts'
import { contractsOn, futureRoots } from '@rueda/exchange/catalogue/futures.ts'
import { referenceIndices } from '@rueda/exchange/catalogue/indices.ts'
import { pairs } from '@rueda/exchange/catalogue/pairs.ts'
import { argentineIndex, taiwaneseIndex, volatilityIndex, worldIndices } from '@rueda/exchange/catalogue/world-indices.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { languages } from '@rueda/text/languages.ts'
import { describe, expect, it } from 'vitest'
import { instrumentWords } from './instrument-words.ts'

/** Everything listed that is called after what it is, in every language. */
const everyDay = { isTrading: () => true }
const contracts = futureRoots.flatMap((root) => contractsOn(root, '2026-11-20', everyDay))
const indices = [...referenceIndices, argentineIndex, taiwaneseIndex, ...worldIndices].map(({ instrument }) => instrument)
const named: readonly Instrument[] = [...indices, volatilityIndex, cclIndex, ...contracts, ...pairs.map(({ instrument }) => instrument)]

/** Names of their own, words that several languages share, and the one that is Spanish on the wire. */
const SAME = /^(Micro )?US (500|Tech 100|30|2000)\b|^Merval|^Dólar CCL|^(Euro|Euro 50|Gold|Micro gold|Hong Kong 50|Japan 225)\b/u

describe('what an instrument is called', () => {
  it('is in English what the wire says', () => {
    const different = named.filter(({ id }) => id !== cclIndex.id).filter((each) => instrumentWords(each, 'en') !== each.name)
    expect(different.map(({ name }) => name)).toEqual([])
  })

  it.each(languages.filter((language) => language !== 'en'))('has words of its own in %s', (language) => {
    for (const each of named) {
      const words = instrumentWords(each, language)
      expect(words).toMatch(/^[^{}]+ \(sim\)$/u)
      if (!SAME.test(each.name)) expect(words).not.toBe(each.name)
    }
    expect(new Set(named.map((each) => instrumentWords(each, language))).size).toBe(named.length)
  })

  it('is the month and the year of a contract, in the order of the language', () => {
    const crude = contracts.find(({ code }) => code === 'SCL-2027G')
    expect(crude === undefined ? [] : (['es', 'en', 'de', 'ja'] as const).map((language) => instrumentWords(crude, language))).toEqual([
      'Petróleo liviano feb 2027 (sim)',
      'Light crude Feb 2027 (sim)',
      'Leichtes Rohöl Feb 2027 (sim)',
      '軽質原油 2027年2月 (sim)',
    ])
  })

  it('is the company’s own name in every language', () => {
    const [aurora] = companies
    expect(new Set(languages.map((language) => (aurora === undefined ? '' : instrumentWords(aurora.instrument, language))))).toEqual(
      new Set(['Aurora Devices']),
    )
  })

  it('stays as it is where nothing is known of it', () => {
    const unknown = { market: 'IDX', code: 'NONE', name: 'A new index' } as const
    expect(instrumentWords(unknown, 'de')).toBe('A new index')
    expect(instrumentWords({ market: 'FUT', code: 'NONE-2026H', name: 'A new future' }, 'de')).toBe('A new future')
    expect(instrumentWords({ market: 'FX', code: 'NONUSD', name: 'A new pair' }, 'de')).toBe('A new pair')
  })
})
