import type { WireDraftTexts, WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import { type TextLanguage, textLanguages } from '@rueda/text/keys.ts'
import { say } from '../../app/words.ts'

/** Typed texts by language; a language with nothing in it is read in English. */
export type Draft = Readonly<Record<TextLanguage, Readonly<{ title: string; body: string }>>>

const NOTHING = { title: '', body: '' }
export const emptyDraft = Object.fromEntries(textLanguages.map((language) => [language, NOTHING])) as Draft

type Words = Draft[keyof Draft]
const trimmed = ({ title, body }: Words): Words => ({ title: title.trim(), body: body.trim() })
const isWritten = ({ title, body }: Words): boolean => title.trim() !== '' && body.trim() !== ''
const isEmpty = ({ title, body }: Words): boolean => title.trim() === '' && body.trim() === ''

/** Spanish and English have to be there; a half-written language has to be finished. */
export const isSendable = (draft: Draft): boolean =>
  isWritten(draft.es) && isWritten(draft.en) && textLanguages.every((language) => isWritten(draft[language]) || isEmpty(draft[language]))

export const writtenIn = (draft: Draft): readonly TextLanguage[] => textLanguages.filter((language) => isWritten(draft[language]))

/** Languages that are read in English; Spanish and English themselves have to be there. */
export const missingIn = (draft: Draft): readonly TextLanguage[] =>
  textLanguages.filter((language) => language !== 'es' && language !== 'en' && !isWritten(draft[language]))

export const isBlank = (draft: Draft): boolean => textLanguages.every((language) => isEmpty(draft[language]))

/** Returns a draft as it is kept, with every language that has any text. */
export const unfinishedOf = (draft: Draft): WireDraftTexts => {
  const begun = textLanguages.filter((language) => !isEmpty(draft[language]))
  return Object.fromEntries(begun.map((language) => [language, trimmed(draft[language])]))
}

/** Returns a kept draft for further writing. */
export const draftOf = (texts: WireDraftTexts): Draft =>
  Object.fromEntries(textLanguages.map((language) => [language, texts[language] ?? NOTHING])) as Draft

/** Returns the title for a list: the first there is. */
export const titleOf = (texts: WireDraftTexts): string =>
  textLanguages.map((language) => texts[language]?.title ?? '').find((title) => title !== '') ?? say('broadcasts.untitled')

/** Returns the finished texts, as they are sent. */
export const textsOf = (draft: Draft): WireTexts =>
  Object.fromEntries(writtenIn(draft).map((language) => [language, trimmed(draft[language])])) as WireTexts
