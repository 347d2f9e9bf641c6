import { type Refusal, refuse } from '../result.ts'

/**
 * A broadcast of the brokerage to many customers, in its own words: a message in their message centres, or a banner over the app. Templates
 * exist in every language; here staff write, and a missing language is read in English.
 */
export const segments = ['everybody', 'identified', 'country', 'holders'] as const
export type Segment = (typeof segments)[number]

export type Words = Readonly<{ title: string; body: string }>
/** By language; English and Spanish are always there. */
export type BroadcastTexts = Readonly<Record<string, Words | undefined>>
export const FALLBACK_LANGUAGE = 'en'

/** In a reader's language, or in English. */
export const wordsIn = (texts: BroadcastTexts, language: string): Words | null => texts[language] ?? texts[FALLBACK_LANGUAGE] ?? null

// "+12 %", "rises 3,5%", "$ARDV": a message is no place to talk about prices (`docs/rules/console.md` 5.1).
const PRICE_TALK = /[+\u2191]\s?\d+([.,]\d+)?\s?%|(?:^|\s)\$[A-Z]{2,6}\b/u

/** Names the language whose words advertise prices. It catches the obvious; two people read the rest. */
export function checkWords(texts: BroadcastTexts): Refusal | null {
  for (const [language, words] of Object.entries(texts))
    if (words !== undefined && PRICE_TALK.test(`${words.title}\n${words.body}`))
      return refuse('broadcast.prices', { field: `texts.${language}` })
  return null
}

/** A segment of a country or of holders says which. */
export const needsValue = (segment: Segment): boolean => segment === 'country' || segment === 'holders'
