import type { WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import { textLanguages } from '@rueda/text/keys.ts'

/** What is typed, by language; a language with nothing in it is read in English. */
export type Draft = Readonly<Record<(typeof textLanguages)[number], Readonly<{ title: string; body: string }>>>

const NOTHING = { title: '', body: '' }
export const emptyDraft = Object.fromEntries(textLanguages.map((language) => [language, NOTHING])) as Draft

const isWritten = ({ title, body }: Draft[keyof Draft]): boolean => title.trim() !== '' && body.trim() !== ''

/** Spanish and English have to be there; a half-written language has to be finished. */
export const isSendable = (draft: Draft): boolean =>
  isWritten(draft.es) &&
  isWritten(draft.en) &&
  textLanguages.every(
    (language) => isWritten(draft[language]) || (draft[language].title.trim() === '' && draft[language].body.trim() === ''),
  )

export const missingIn = (texts: Partial<Draft>): readonly string[] =>
  textLanguages.filter((language) => texts[language] === undefined || !isWritten(texts[language]))

/** As it is sent: only what was written. */
export const textsOf = (draft: Draft): WireTexts => {
  const written = textLanguages.filter((language) => isWritten(draft[language]))
  const trimmed = ({ title, body }: Draft[keyof Draft]) => ({ title: title.trim(), body: body.trim() })
  return Object.fromEntries(written.map((language) => [language, trimmed(draft[language])])) as WireTexts
}
