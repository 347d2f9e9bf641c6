import type { Feature, TextKey } from '@rueda/text/keys.ts'
import type { Language } from '@rueda/ui/languages.ts'
import { type UiText, uiTextKeys } from '@rueda/ui/ui-text.ts'
import { createInstance } from 'i18next'
import { use, useSyncExternalStore } from 'react'
import { useSettings } from './settings.ts'

/**
 * The words of the app. One JSON file per language and feature, fetched when a screen first asks for it; changing the
 * language keeps the old words until the new ones are there. A missing text is the English one, never a key.
 */
const FALLBACK: Language = 'en'

const files = import.meta.glob<Record<string, string>>('../../../../packages/text/*/*.json', { import: 'default' })
const dictionary = createInstance()
const loads = new Map<string, Promise<void>>()
const listeners = new Set<() => void>()
let version = 0

export type Values = Readonly<Record<string, string | number>>
export type Translate<Name extends Feature> = (key: TextKey<Name>, values?: Values) => string

/** Prepares the dictionary with the words of the shell. */
export async function startText(): Promise<void> {
  const { language } = useSettings.getState()
  await dictionary.init({
    lng: language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  })
  await load(language, 'common')
}

function load(language: Language, feature: Feature): Promise<void> {
  const name = `${language}/${feature}`
  const known = loads.get(name)
  if (known !== undefined) return known
  const file = files[`../../../../packages/text/${name}.json`]
  const loading = (file === undefined ? Promise.resolve({}) : file()).then(
    (texts) => {
      dictionary.addResourceBundle(language, feature, texts)
      tell()
    },
    // Words that did not come are asked for again next time; the screen speaks English or stays silent meanwhile.
    () => void setTimeout(() => loads.delete(name)),
  )
  loads.set(name, loading)
  return loading
}

function tell(): void {
  version += 1
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** const t = useText('orders'); t('review.title', { num: '5' }) */
export function useText<Name extends Feature>(feature: Name): Translate<Name> {
  const language = useSettings((settings) => settings.language)
  useSyncExternalStore(subscribe, () => version)
  const spoken = dictionary.hasResourceBundle(language, feature) ? language : lastSpoken(feature)
  const loading = load(language, feature)
  if (spoken === null) use(loading)
  return translator(spoken ?? language, feature)
}

/** The language this feature was shown in before, while the new one loads. */
function lastSpoken(feature: Feature): Language | null {
  const before = dictionary.language as Language
  return dictionary.hasResourceBundle(before, feature) ? before : null
}

function translator<Name extends Feature>(language: Language, feature: Name): Translate<Name> {
  return (key, values = {}) => {
    const own = written(language, feature, key, values)
    if (own !== null) return own
    void load(FALLBACK, feature)
    return written(FALLBACK, feature, key, values) ?? ''
  }
}

function written(language: Language, feature: Feature, key: string, values: Values): string | null {
  const options = { ...values, lng: language, ns: feature }
  return dictionary.exists(key, options) ? dictionary.t(key, options) : null
}

/** The words components say by themselves, from the `ui` feature. */
export function useUiText(): UiText {
  const t = useText('ui')
  return Object.fromEntries(uiTextKeys.map((key) => [key, t(key)])) as UiText
}

/** Speaks another language at once: its words are there before the switch. */
export async function speak(language: Language): Promise<void> {
  const shown = new Set([...loads.keys()].map((name) => name.split('/')[1] as Feature))
  await Promise.all([...shown].map((feature) => load(language, feature)))
  await dictionary.changeLanguage(language)
  useSettings.setState({ language, languageSettled: true })
}
