import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

it.each([
  [undefined, undefined, 'es'],
  ['es', 'en', 'es'],
  ['es-AR', undefined, 'es'],
  ['es_AR', undefined, 'es'],
  ['ARG', undefined, 'es'],
  ['en-GB', undefined, 'en'],
  ['zh-CN', undefined, 'zh-CN'],
  ['zh_TW', undefined, 'zh-TW'],
  ['zh-Hant-HK', undefined, 'zh-TW'],
  ['zh', undefined, 'zh-CN'],
  ['fr', undefined, 'en'],
  ['../../etc/passwd', undefined, 'en'],
  [undefined, 'fr-FR,ja;q=0.8,de;q=0.9', 'de'],
  [undefined, 'th', 'th'],
  [undefined, 'hi-IN, en;q=0.5', 'hi'],
  ['', 'ja', 'ja'],
])('language %s, accept-language %s: %s', (language, acceptLanguage, expected) => {
  expect(languageOf({ language, acceptLanguage })).toBe(expected)
})
