import { readFileSync } from 'node:fs'
import { type Language, languages } from '@rueda/contract/codes.ts'
import type { RefusalFacts } from '@rueda/rules/result.ts'
import type { RefusalName } from '@rueda/rules/refusals.ts'

/** What a refusal says to people, in the eight languages of `packages/text`. */
export type Messages = (refusal: RefusalName, language: Language, facts: RefusalFacts) => string

type Catalogue = Readonly<Record<string, unknown>>

export function readMessages(): Messages {
  const catalogues = new Map(languages.map((language) => [language, readCatalogue(language)]))
  return (refusal, language, facts) => {
    const text = lookUp(catalogues.get(language), refusal) ?? lookUp(catalogues.get('en'), refusal) ?? refusal
    return text.replace(/\{\{(\w+)\}\}/gu, (_, fact: string) => String(facts[fact] ?? '—'))
  }
}

function readCatalogue(language: Language): Catalogue {
  const file = new URL(import.meta.resolve(`@rueda/text/${language}/refusals.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as Catalogue
}

/** A name is a key of its own, or a path of nested keys as the web app's catalogue nests them. */
function lookUp(catalogue: Catalogue | undefined, refusal: RefusalName): string | null {
  const own = catalogue?.[refusal]
  if (typeof own === 'string') return own
  let found: unknown = catalogue
  for (const part of refusal.split('.')) found = (found as Catalogue | undefined)?.[part]
  return typeof found === 'string' ? found : null
}
