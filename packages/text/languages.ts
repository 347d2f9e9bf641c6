import { type TextLanguage, textLanguages } from './keys.ts'

/** The eight languages of the app and the locale whose numbers and dates each of them uses. */
export const languages = textLanguages
export type Language = TextLanguage

const locales: Record<Language, string> = {
  'es': 'es-AR',
  'en': 'en-US',
  'de': 'de-DE',
  'hi': 'hi-IN',
  'ja': 'ja-JP',
  'th': 'th-TH',
  'zh-CN': 'zh-CN',
  'zh-TW': 'zh-TW',
}

export const localeOf = (language: Language): string => locales[language]
export const isLanguage = (text: string): text is Language => (languages as readonly string[]).includes(text)

/** Each language's name for itself. */
export const nativeNames: Record<Language, string> = {
  'es': 'Español',
  'en': 'English',
  'de': 'Deutsch',
  'hi': 'हिन्दी',
  'ja': '日本語',
  'th': 'ไทย',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
}

/** The one of the eight that a browser's language tag asks for, or null. */
export function languageOfTag(tag: string): Language | null {
  const lower = tag.toLowerCase()
  if (lower.startsWith('zh')) return /hant|-tw|-hk|-mo/.test(lower) ? 'zh-TW' : 'zh-CN'
  const base = lower.split('-')[0] ?? ''
  return isLanguage(base) ? base : null
}
