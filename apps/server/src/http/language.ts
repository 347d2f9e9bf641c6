import { type Language, languages } from '@rueda/contract/codes.ts'

/**
 * The language of a request: the `language` header of the app, else the browser's list. Without either a visitor
 * is new and gets Spanish; a language that is not spoken here gets English.
 */
const VISITOR_LANGUAGE: Language = 'es'
const FALLBACK_LANGUAGE: Language = 'en'
const MAX_HEADER = 200
const TRADITIONAL_CHINESE = /^zh-(tw|hk|mo|hant)/u

export function languageOf(headers: Readonly<{ language?: string | undefined; acceptLanguage?: string | undefined }>): Language {
  const asked = headers.language || headers.acceptLanguage
  if (!asked) return VISITOR_LANGUAGE
  for (const tag of byPreference(asked.slice(0, MAX_HEADER))) {
    const known = spoken(tag)
    if (known !== null) return known
  }
  return FALLBACK_LANGUAGE
}

function byPreference(header: string): string[] {
  const weighted = header.split(',').map((part) => {
    const [tag = '', weight] = part.split(';q=')
    return { tag: tag.trim().toLowerCase().replaceAll('_', '-'), weight: weight === undefined ? 1 : Number(weight) }
  })
  return weighted.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag)
}

function spoken(tag: string): Language | null {
  if (tag === 'arg') return 'es'
  if (TRADITIONAL_CHINESE.test(tag)) return 'zh-TW'
  const [primary] = tag.split('-')
  if (primary === 'zh') return 'zh-CN'
  return languages.find((language) => language === primary) ?? null
}
