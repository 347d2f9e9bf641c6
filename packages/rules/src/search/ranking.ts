import { isOneErrorFrom, isOneErrorFromBeginning } from './typing-error.ts'
import { type Wording, hasBeginning, hasBeginnings, hasWords, plainCode, wordingOf } from './wording.ts'

/**
 * What finds what, and what comes first (`docs/rules/quotes.md` A.26). Somebody who looks for an instrument types its code, an old one, or
 * any words of its name, in the language of the reader or in English; a page of the app has no code and is found by the same rule.
 */
export type Findable = Readonly<{
  /** As `plainCode` writes it; empty for what has none. */
  code: string
  formerCodes: readonly string[]
  /** Names in the reader's language and in English. */
  names: readonly Wording[]
  /** Other words for the same thing, in the same languages, each by itself. */
  synonyms: readonly Wording[]
  /** Per language the name and the other words together, for somebody who types words of both. */
  together: readonly Wording[]
  /** Names and other words in all other languages. */
  elsewhere: readonly Wording[]
}>

/** How something was found as it was typed, the best way first. */
export const waysToFind = [
  'code',
  'wholeName',
  'codeBeginning',
  'formerCode',
  'firstWords',
  'words',
  'synonymWords',
  'nameBeginning',
  'wordBeginnings',
  'synonymBeginnings',
  'elsewhere',
] as const
/** How something was found that one letter is wrong of. */
export const waysToFindMisspelt = ['misspeltWord', 'misspeltBeginning', 'misspeltCode'] as const
export type WayToFind = (typeof waysToFind)[number]
export type WayToFindMisspelt = (typeof waysToFindMisspelt)[number]

/** A keyword as it is compared. */
export type Asked = Readonly<{ code: string; text: Wording }>
/** What finds nothing is what is left of a keyword that is too long or has too many words to be one. */
export function askedFor(typed: string): Asked {
  const { whole, words } = wordingOf(typed)
  const distinct = [...new Set(words)]
  if ([...whole].length > MAX_ASKED_CHARACTERS || distinct.length > MAX_ASKED_WORDS) return NOTHING_ASKED
  return { code: plainCode(typed), text: { whole, words: distinct } }
}

/**
 * Longest keyword once it is folded, in characters: as many as may be typed. A single character may fold into eighteen, so that a short
 * request would otherwise become a long search.
 */
export const MAX_ASKED_CHARACTERS = 50
/** Most different words of a keyword. With typing errors forgiven, the work grows with the square of their number. */
export const MAX_ASKED_WORDS = 8
const NOTHING_ASKED: Asked = { code: '', text: { whole: '', words: [] } }

/** The best way in which this is found as it was typed; null for not at all. */
export function howFound({ code, text }: Asked, findable: Findable): WayToFind | null {
  if (code === '') return null
  const { words } = text
  const { names, synonyms, together } = findable
  if (findable.code === code) return 'code'
  if ([...names, ...synonyms].some(({ whole }) => whole === text.whole)) return 'wholeName'
  if (findable.code.startsWith(code)) return 'codeBeginning'
  if (findable.formerCodes.some((former) => former.startsWith(code))) return 'formerCode'
  if (names.some(({ whole }) => whole.startsWith(`${text.whole} `))) return 'firstWords'
  if (names.some((name) => hasWords(name, words))) return 'words'
  if (together.some((name) => hasWords(name, words))) return 'synonymWords'
  if (names.some(({ whole }) => whole.startsWith(text.whole))) return 'nameBeginning'
  if (names.some((name) => hasBeginnings(name, words))) return 'wordBeginnings'
  if (together.some((name) => hasBeginnings(name, words))) return 'synonymBeginnings'
  return findable.elsewhere.some((name) => hasBeginnings(name, words)) ? 'elsewhere' : null
}

/** The best way in which this is found with one typing error in it; null for not at all. */
export function howFoundMisspelt({ code, text }: Asked, findable: Findable): WayToFindMisspelt | null {
  const names = [...findable.names, ...findable.together]
  if (names.some((name) => isMisspelt(text.words, name, isOneErrorFrom))) return 'misspeltWord'
  if (names.some((name) => isMisspelt(text.words, name, isOneErrorFromBeginning))) return 'misspeltBeginning'
  return mayBeMisspelt(code) && isOneErrorFrom(code, findable.code) ? 'misspeltCode' : null
}

/** In shorter words one letter makes another word, and a number is another number. */
const MIN_MISSPELT_LENGTH = 4
const LETTERS = /^[\p{L}\p{M}]+$/u
const mayBeMisspelt = (word: string): boolean => [...word].length >= MIN_MISSPELT_LENGTH && LETTERS.test(word)

/** One word of what was typed is misspelt, and all others are there. */
const isMisspelt = (asked: readonly string[], name: Wording, isNear: (typed: string, word: string) => boolean): boolean =>
  asked.some(
    (typed, at) =>
      mayBeMisspelt(typed) &&
      // First, for it costs little and rules out nearly everything.
      asked.every((other, place) => place === at || hasBeginning(name, other)) &&
      name.words.some((word) => isNear(typed, word)),
  )

type Ranking<Item> = Readonly<{ findableOf: (item: Item) => Findable; inOrder: (a: Item, b: Item) => number }>

/**
 * What is found, the best first; equals in the order given. Typing errors are looked for where nothing is spelled as it was typed, so that
 * they never stand among what was meant.
 */
export function ranked<Item>(typed: string, items: readonly Item[], { findableOf, inOrder }: Ranking<Item>): Item[] {
  const asked = askedFor(typed)
  const written = sorted(items, waysToFind, (item) => howFound(asked, findableOf(item)), inOrder)
  if (written.length > 0) return written
  return sorted(items, waysToFindMisspelt, (item) => howFoundMisspelt(asked, findableOf(item)), inOrder)
}

function sorted<Item, Way>(
  items: readonly Item[],
  ways: readonly Way[],
  wayOf: (item: Item) => Way | null,
  inOrder: (a: Item, b: Item) => number,
): Item[] {
  const found = items.flatMap((item) => {
    const way = wayOf(item)
    return way === null ? [] : [{ item, place: ways.indexOf(way) }]
  })
  return found.toSorted((a, b) => a.place - b.place || inOrder(a.item, b.item)).map(({ item }) => item)
}
