import type { Language } from '@rueda/contract/codes.ts'
import { countries } from './countries.ts'

/** Countries with their names in the reader's language, sorted as that language sorts. */
export type Area = { code: string; name: string; nameEn: string; phoneCode: string; currency: string; idDocTypes: string[] }

const byLanguage = new Map<Language, readonly Area[]>()

export function areasIn(language: Language): Area[] {
  const known = byLanguage.get(language) ?? namedIn(language)
  byLanguage.set(language, known)
  return [...known]
}

function namedIn(language: Language): Area[] {
  const names = new Intl.DisplayNames([language], { type: 'region' })
  const english = new Intl.DisplayNames(['en'], { type: 'region' })
  const areas = countries.map(([code, phoneCode, currency, documents]) => ({
    code,
    name: names.of(code) ?? code,
    nameEn: english.of(code) ?? code,
    phoneCode,
    currency,
    idDocTypes: documents === 'both' ? ['idcard', 'passport'] : ['passport'],
  }))
  const { compare } = new Intl.Collator(language)
  return areas.sort((a, b) => compare(a.name, b.name))
}
