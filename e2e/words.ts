import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filled } from '@rueda/text/filled.ts'
import { type NamedInstrument, instrumentName } from '@rueda/text/instrument-name.ts'
import type { Feature, TextKey, TextLanguage } from '@rueda/text/keys.ts'
import { root } from '../tools/root.ts'

/** The words of the app as a person reads them, from the same files the app reads, so that journeys follow the words. */
export type Say = <Name extends Feature>(feature: Name, key: TextKey<Name>, values?: Readonly<Record<string, string | number>>) => string

type Texts = Readonly<Record<string, string>>
const read = new Map<string, Texts>()

/** The sentence of a key in one language. A plural is asked for with `count`. Components mark values with single braces, screens with double. */
export const wordsOf =
  (language: TextLanguage): Say =>
  (feature, key, values = {}) => {
    const texts = textsOf(language, feature)
    const plural = 'count' in values ? `${key}_${new Intl.PluralRules(language).select(Number(values['count']))}` : key
    const text = texts[plural] ?? texts[key]
    if (text === undefined) throw new Error(`packages/text/${language}/${feature}.json has no "${key}"`)
    const ofScreen = filled(text, (name) => values[name] ?? `{{${name}}}`)
    return ofScreen.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (whole, name: string) => String(values[name] ?? whole))
  }

/** What screens call an instrument that is named after what it is. */
export const nameIn = (say: Say, instrument: Omit<NamedInstrument, 'name'>): string =>
  instrumentName((key, values) => say('instruments', key, values), { ...instrument, name: instrument.code })

function textsOf(language: TextLanguage, feature: Feature): Texts {
  const path = join(root, 'packages', 'text', language, `${feature}.json`)
  const texts = read.get(path) ?? (JSON.parse(readFileSync(path, 'utf8')) as Texts)
  read.set(path, texts)
  return texts
}
