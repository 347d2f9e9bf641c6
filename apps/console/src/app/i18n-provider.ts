import type { I18nProvider } from 'react-admin'
import { keepLanguage, language } from './language.ts'
import { english } from './words/en.ts'
import { type WordKey, say } from './words.ts'

/** React-admin asks for its own words here; what the console does not show has none. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, values: Readonly<Record<string, string | number>> & { _?: string } = {}) =>
    key in english ? say(key as WordKey, values) : (values._ ?? key),
  changeLocale: (chosen: string) => {
    keepLanguage(chosen === 'es' ? 'es' : 'en')
    window.location.reload()
    return Promise.resolve()
  },
  getLocale: () => language(),
}
