import { refusalNames, refusals } from '@rueda/rules/refusals.ts'
import { filled } from '@rueda/text/filled.ts'
import type { Feature, TextKey } from '@rueda/text/keys.ts'
import { refusalText } from '@rueda/text/refusal-text.ts'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { type Language, isLanguage, localeOf } from '@rueda/ui/formats/languages.ts'
import { type UiText, uiTextKeys } from '@rueda/ui/provider/ui-text.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useSettings } from '../device/settings.ts'

/**
 * The words of the app. A language is three files: the words of the start, there before the first screen, those of quotes and
 * tickets, and all others, there before any other screen. Changing the language fetches the other one first, so the switch is instant and nothing
 * that was typed is lost. A missing text is the English one, never a key.
 */
const FALLBACK: Language = 'en'
const TRIES = 3
const TRY_AGAIN_MS = 800

type Texts = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>
export type Translate<Name extends Feature> = (key: TextKey<Name>, values?: Values) => string

type WordFile = () => Promise<Readonly<Record<string, Texts>>>
const parts = { first: './words', trading: './words/trading', later: './words/later' } as const
type Part = keyof typeof parts
const files: Readonly<Record<string, WordFile>> = import.meta.glob<Readonly<Record<string, Texts>>>('./words/**/*.ts', { import: 'words' })
type Words = ReadonlyMap<Language, ReadonlyMap<string, Texts>>
let spoken: Words = new Map()
const loading = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()

/** Fetches the words of the first screen, in the language of this device. */
export const startText = (): Promise<void> => learn(languageNow(), 'first')

/** Fetches the words of quotes and tickets, which nearly everybody opens next. */
export const tradingText = async (): Promise<void> =>
  void (await Promise.all([learn(languageNow(), 'first'), learn(languageNow(), 'trading')]))

/** Fetches the words of all screens, in the language of this device. */
export const wholeText = (): Promise<void> => learnWhole(languageNow())

/** Fetches the words of all screens in a language. */
export const wordsOf = (language: Language): Promise<void> => learnWhole(language)

/** Switches to another language once its words are there. */
export async function speak(language: Language): Promise<void> {
  await learnWhole(language)
  useSettings.setState({ language, languageSettled: true })
}

function languageNow(): Language {
  const { language } = useSettings.getState()
  return isLanguage(language) ? language : FALLBACK
}

const learnWhole = async (language: Language): Promise<void> =>
  void (await Promise.all((Object.keys(parts) as Part[]).map((part) => learn(language, part))))

function learn(language: Language, part: Part): Promise<void> {
  const path = `${parts[part]}/${language}.ts`
  const known = loading.get(path)
  if (known !== undefined) return known
  const learning = fetchWords(path, TRIES).then((words) => {
    spoken = new Map([...spoken, [language, new Map([...(spoken.get(language) ?? []), ...words])]])
    for (const listener of listeners) listener()
  })
  learning.catch(() => loading.delete(path))
  loading.set(path, learning)
  return learning
}

async function fetchWords(path: string, tries: number): Promise<ReadonlyMap<string, Texts>> {
  try {
    const words = (await files[path]?.()) ?? {}
    return new Map(Object.entries(words).map(([file, texts]) => [file.replace(/^.*\/|\.json$/g, ''), texts]))
  } catch (error) {
    if (tries <= 1) throw error
    await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS))
    return fetchWords(path, tries - 1)
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** const t = useText('orders'); t('review.title', { num: '5' }) */
export function useText<Name extends Feature>(feature: Name): Translate<Name> {
  const language = useSettings((settings) => settings.language)
  const words = useSyncExternalStore(subscribe, () => spoken)
  return useMemo(() => translator(words, language, feature), [words, language, feature])
}

const translator =
  <Name extends Feature>(words: Words, language: Language, feature: Name): Translate<Name> =>
  (key, values = {}) => {
    const own = written(words, language, feature, key, values)
    if (own !== null) return own
    // Words of a feature that are under way are awaited; only a text that is missing among them is said in English.
    const missing = words.get(language)?.has(feature) === true ? FALLBACK : language
    void learnWhole(missing).catch(() => undefined)
    return written(words, FALLBACK, feature, key, values) ?? ''
  }

function written(words: Words, language: Language, feature: string, key: string, values: Values): string | null {
  const texts = words.get(language)?.get(feature)
  const text = texts?.[`${key}_${pluralOf(language, values['count'])}`] ?? texts?.[key] ?? texts?.[`${key}_other`]
  return text === undefined ? null : filled(text, (name) => values[name] ?? `{{${name}}}`)
}

const pluralRules = new Map<Language, Intl.PluralRules>()

function pluralOf(language: Language, count: string | number | undefined): string {
  if (count === undefined) return 'other'
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(localeOf(language))
  pluralRules.set(language, rules)
  return rules.select(Number(count))
}

/** A refusal in the app's own words, its figures written as the language writes them; null for a code nobody knows. */
export function sayRefusal(code: number, facts: Readonly<Record<string, unknown>>): string | null {
  const { language } = useSettings.getState()
  const name = refusalNames.find((refusal) => refusals[refusal] === code)
  const texts = spoken.get(language)?.get('refusals') ?? spoken.get(FALLBACK)?.get('refusals')
  if (name === undefined || texts === undefined) return null
  return refusalText(texts, name, Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, writeFigure(language, value)])))
}

const FIGURE = /^-?\d+(?:\.(\d+))?$/

function writeFigure(language: Language, value: unknown): unknown {
  const figure = typeof value === 'string' ? FIGURE.exec(value) : null
  return figure === null ? value : formatNumber(language, figure[0], { least: figure[1]?.length ?? 0 })
}

/** The words components say by themselves, from the `ui` feature. */
export function useUiText(): UiText {
  const t = useText('ui')
  return useMemo(() => Object.fromEntries(uiTextKeys.map((key) => [key, t(key)])) as UiText, [t])
}
