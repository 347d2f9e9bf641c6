import { readFileSync } from 'node:fs'
import type { Language } from '@rueda/contract/codes.ts'
import { filled } from '@rueda/text/filled.ts'
import { localeOf } from '@rueda/text/languages.ts'

/** Texts by key, with their gaps still in them. */
export type Texts = Readonly<Record<string, string>>

const known = new Map<string, Texts>()

/** The texts of one feature in one language; their file is read once. */
export function readTexts(language: Language, feature: string): Texts {
  const file = `@rueda/text/${language}/${feature}.json`
  const texts = known.get(file) ?? (JSON.parse(readFileSync(new URL(import.meta.resolve(file)), 'utf8')) as Texts)
  known.set(file, texts)
  return texts
}

/** A text with the caller's words in its gaps; a gap without words is left empty. */
export const fillIn = (text: string | undefined, words: Texts): string => filled(text ?? '', (name) => words[name] ?? '')

/** The key of a text in the form for a number, where a text has two. */
export const formFor = (key: string, number: string, language: Language): string =>
  `${key}_${new Intl.PluralRules(localeOf(language)).select(Number(number)) === 'one' ? 'one' : 'other'}`
