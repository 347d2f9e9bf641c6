import { english } from '../apps/console/src/app/words/en.ts'
import { spanish } from '../apps/console/src/app/words/es.ts'

/** The console's own words as its screens show them, so that journeys follow the words. */
export type ConsoleSay = (key: keyof typeof english, values?: Readonly<Record<string, string | number>>) => string

const words = { es: spanish, en: english } as const

export const consoleWordsOf =
  (language: keyof typeof words): ConsoleSay =>
  (key, values = {}) =>
    words[language][key].replaceAll(/\{\{(\w+)\}\}/gu, (_, name: string) => String(values[name] ?? ''))
