import { argentineCompanies } from '@rueda/exchange/catalogue/argentine-companies.ts'
import { companies } from '@rueda/exchange/catalogue/companies.ts'
import { referenceIndices } from '@rueda/exchange/catalogue/indices.ts'
import { newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import type { Profile } from '@rueda/exchange/catalogue/profile.ts'
import { sectors } from '@rueda/exchange/catalogue/sectors.ts'
import { taiwaneseCompanies } from '@rueda/exchange/catalogue/taiwanese-companies.ts'
import { argentineIndex, taiwaneseIndex, volatilityIndex } from '@rueda/exchange/catalogue/world-indices.ts'
import { languages } from '@rueda/text/languages.ts'
import { describe, expect, it } from 'vitest'
import { industryName, namesIndustry, profileWords, sectorName } from './profile-words.ts'

/** Every sector, industry and profile there is, said in every language: nothing is left in English, and no gap is left open. */
const NEW_COMPANIES = 400

const indices = [...referenceIndices, argentineIndex, taiwaneseIndex].map(({ instrument }) => instrument)
const profiles: readonly Profile[] = [
  ...companies.flatMap(({ profile }) => profile ?? []),
  ...Array.from({ length: NEW_COMPANIES }, (_, number) => newCompany(number).profile),
  ...[...argentineCompanies, ...taiwaneseCompanies].flatMap(({ company }) => company.profile ?? []),
  ...[...indices.map(({ code }) => code), volatilityIndex.code, 'CCL'].map((code) => ({ kind: 'reference', code }) as const),
  ...[{ kind: 'ownPrice' } as const, { kind: 'pair' } as const],
  ...[{ kind: 'future', lastTradeDate: '2026-12-18' } as const, { kind: 'recorded', name: 'SPDR S&P 500 ETF Trust' } as const],
]
const industries = sectors.flatMap((sector) => sector.industries.map(({ id }) => id))
const others = languages.filter((language) => language !== 'en')

describe('what an instrument is', () => {
  it('is known of every company of the catalogue', () => {
    const listed = companies.length + argentineCompanies.length + taiwaneseCompanies.length
    expect(profiles.filter(({ kind }) => kind === 'company' || kind === 'fund')).toHaveLength(listed + NEW_COMPANIES)
  })

  it.each(languages)('is said in %s, with every gap filled', (language) => {
    for (const profile of profiles) {
      const words = profileWords(profile, language)
      expect(words).not.toMatch(/[{}]|undefined| {2}/u)
      if ('name' in profile) expect(words).toContain(profile.name)
      if (profile.kind === 'company') for (const fact of [profile.founded, profile.town]) expect(words).toContain(String(fact))
      expect(words.length).toBeGreaterThan(10)
    }
  })

  it.each(others)('is not left in English in %s', (language) => {
    for (const profile of profiles) {
      const sentencesOf = (text: string) => text.split(/(?<=[.。।])\s*/u).filter((sentence) => sentence.length > 0)
      const english = sentencesOf(profileWords(profile, 'en')).filter((sentence) => !('name' in profile) || sentence !== `${profile.name}.`)
      const words = profileWords(profile, language)
      for (const sentence of english) expect(words).not.toContain(sentence)
    }
  })
})

describe('sectors and industries', () => {
  it.each(others)('have names of their own in %s', (language) => {
    // A few words are the same in English and German or Spanish.
    const same = [
      ...sectors.map(({ id }) => [sectorName(id, language), sectorName(id, 'en')]),
      ...industries.map((id) => [industryName(id, language), industryName(id, 'en')]),
    ]
      .filter(([own, english]) => own === english)
      .map(([own]) => own)
    expect(same.filter((word) => !['Software', 'Hardware', 'Transport'].includes(word ?? ''))).toEqual([])
  })

  it.each(languages)('have different names in %s', (language) => {
    expect(new Set(sectors.map(({ id }) => sectorName(id, language))).size).toBe(sectors.length)
    expect(new Set(industries.map((id) => industryName(id, language))).size).toBe(industries.length)
  })

  it('are asked for by id or by a name in any language', () => {
    expect(namesIndustry('regional-banks', 'regional-banks')).toBe(true)
    expect(namesIndustry('Regional Banks', 'regional-banks')).toBe(true)
    expect(namesIndustry('Bancos regionales', 'regional-banks')).toBe(true)
    expect(namesIndustry('Software', 'regional-banks')).toBe(false)
  })
})
