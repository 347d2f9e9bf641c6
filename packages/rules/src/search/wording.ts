/** A text as a search compares it: without case, accents and punctuation, whole and in words. */
export type Wording = Readonly<{ whole: string; words: readonly string[] }>

export function wordingOf(text: string): Wording {
  const words = fold(text)
    .split(NOT_OF_A_WORD)
    .filter((word) => word !== '')
  return { whole: words.join(' '), words }
}

/** Marks of the Devanagari and Thai scripts are parts of their words. */
const NOT_OF_A_WORD = /[^\p{L}\p{N}\p{M}]+/u
/** Only accents of Latin letters: the voicing of a kana and the vowels of other scripts make another word. */
const ACCENTS = /[\u0300-\u036f]/gu

/** Without case and accents. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replaceAll(ACCENTS, '').normalize('NFKC').toLowerCase().replaceAll('ß', 'ss')

/** Codes are compared without what stands between their letters: "eur/usd" is EURUSD. */
export const plainCode = (code: string): string => fold(code).replaceAll(NOT_OF_A_CODE, '')
const NOT_OF_A_CODE = /[^\p{L}\p{N}\p{M}]+/gu

/** Scripts written without spaces, where a word may begin anywhere. */
export const isUnspaced = (word: string): boolean => UNSPACED.test(word)
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** True when every word asked for is one of the text's. */
export const hasWords = (text: Wording, asked: readonly string[]): boolean => asked.every((word) => text.words.includes(word))

/** True when every word asked for begins one of the text's, or stands in it in a script without spaces. */
export const hasBeginnings = (text: Wording, asked: readonly string[]): boolean => asked.every((word) => hasBeginning(text, word))

export const hasBeginning = ({ whole, words }: Wording, asked: string): boolean =>
  words.some((word) => word.startsWith(asked)) || (isUnspaced(asked) && whole.includes(asked))
