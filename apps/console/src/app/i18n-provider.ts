import type { I18nProvider } from 'react-admin'
import { keepLanguage, language } from './language.ts'
import { isWordKey } from './words/all.ts'
import { say } from './words.ts'

/** React-admin takes its own words from here; those that the console does not show are left out. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, values: Readonly<Record<string, string | number>> & { _?: string } = {}) =>
    isWordKey(key) ? say(key, values) : (values._ ?? key),
  changeLocale: (chosen: string) => {
    keepLanguage(chosen === 'es' ? 'es' : 'en')
    window.location.reload()
    return Promise.resolve()
  },
  getLocale: () => language(),
}
