import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { TextKey } from '@rueda/text/keys.ts'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { Translate } from '../text/text.ts'

/**
 * What a check found, in a sentence with its date. It is kept on the device as a key and its figures, so that it is said in the language of
 * the day it is read. Names of figures that end in `At` are moments, and `date` is a day.
 */
export type Tone = 'good' | 'bad' | 'open'
type FoundKey = Extract<TextKey<'trust'>, `found.${string}`>
export type Figures = Readonly<Record<string, number | string>>
export type Finding = Readonly<{ tone: Tone; key: FoundKey; figures: Figures; foundAt: number }>

export const found = (tone: Tone, key: FoundKey, figures: Figures = {}): Finding => ({ tone, key, figures, foundAt: Date.now() })

export function sentence(t: Translate<'trust'>, language: Language, { key, figures, foundAt }: Finding): string {
  const written = Object.entries({ ...figures, foundAt }).map(([name, value]) => [name, figure(language, name, value)])
  return t(key, Object.fromEntries(written))
}

function figure(language: Language, name: string, value: number | string): string {
  if (typeof value === 'string') return name === 'date' ? formatDate(value) : value
  return name.endsWith('At') ? formatDateTime(value) : formatQuantity(language, String(value))
}

/** Findings of this device, by check; those about an account by its number too, so that nobody reads another's. */
type Findings = Readonly<Record<string, Finding>>
/** Counts changes of the figures that sentences have: what was found before lacks some, and is found again. */
const SENTENCES = 1
export const useFindings = create<Findings>()(persist(() => ({}), { name: 'rueda.checks', version: SENTENCES, migrate: () => ({}) }))

export const keepFinding = (name: string, finding: Finding): void => void useFindings.setState({ [name]: finding })
