import { english } from './words/en.ts'
import { spanish } from './words/es.ts'
import { language } from './language.ts'

/** The console's own words, in Spanish and English. Values go in where `{{name}}` stands. */
export type WordKey = keyof typeof english
export type Say = (key: WordKey, values?: Readonly<Record<string, string | number>>) => string

const words = { en: english, es: spanish } as const

export const say: Say = (key, values = {}) =>
  words[language()][key].replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name] ?? ''))
