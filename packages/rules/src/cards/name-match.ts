import { romanised } from './katakana.ts'

/**
 * The result of comparing two names. Accents, capitals, punctuation and the order of the names do not count; small differences of spelling
 * are left to staff, larger ones are refused (`docs/rules/cards.md` E.12, J.4).
 */
export type NameMatch = 'same' | 'similar' | 'different'

export const SAME_FROM = 0.9
export const SIMILAR_FROM = 0.8

export function matchNames(one: string, other: string): NameMatch {
  // No score compares a name in one script with the same name in another: staff do.
  if (scriptOf(one) !== scriptOf(other)) return similarityAcross(one, other) >= SAME_FROM ? 'same' : 'similar'
  const similarity = jaroWinkler(normalName(one), normalName(other))
  if (similarity >= SAME_FROM) return 'same'
  return similarity >= SIMILAR_FROM ? 'similar' : 'different'
}

/** Katakana can be spelled in Latin letters; other scripts have no one spelling. */
const similarityAcross = (one: string, other: string): number => jaroWinkler(normalName(romanised(one)), normalName(romanised(other)))

const LATIN = /\p{Script=Latin}/u
const scriptOf = (name: string): 'latin' | 'other' => (LATIN.test(name) ? 'latin' : 'other')

const DIACRITICS = /[\u0300-\u036f]/gu
const BETWEEN_NAMES = /[\s.,'’`´\-‐–・·]+/u
/** Letters of Latin alphabets that have no parts to take an accent from. */
const plainLetters: Readonly<Record<string, string>> = { Ø: 'O', Đ: 'D', Ð: 'D', Ł: 'L', Æ: 'AE', Œ: 'OE', Þ: 'TH', Ħ: 'H' }

/** Capitals without accents, the parts in alphabetical order. */
export const normalName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(DIACRITICS, '')
    .toUpperCase()
    .replaceAll(/[ØĐÐŁÆŒÞĦ]/gu, (letter) => plainLetters[letter] ?? letter)
    .split(BETWEEN_NAMES)
    .filter((part) => part !== '')
    .toSorted()
    .join(' ')

const MAX_PREFIX = 4
const WEIGHT_OF_PREFIX = 0.1

/** Winkler's form of Jaro's similarity: 1 for equal texts, 0 for texts with nothing in common; a common beginning counts more. */
export function jaroWinkler(one: string, other: string): number {
  const similarity = jaro([...one], [...other])
  return similarity + commonPrefix(one, other) * WEIGHT_OF_PREFIX * (1 - similarity)
}

function jaro(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return one.length === other.length ? 1 : 0
  const [mine, theirs] = matchesOf(one, other)
  const { length } = mine
  if (length === 0) return 0
  const transposed = mine.filter((sign, place) => sign !== theirs[place]).length / 2
  return (length / one.length + length / other.length + (length - transposed) / length) / 3
}

/** The signs both texts have no further apart than half the longer one, each in the order of its own text. */
function matchesOf(one: readonly string[], other: readonly string[]): readonly [mine: readonly string[], theirs: readonly string[]] {
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1)
  const taken = new Set<number>()
  const mine = one.filter((sign, place) => {
    const first = Math.max(0, place - reach)
    const found = other.findIndex((candidate, at) => at >= first && at <= place + reach && candidate === sign && !taken.has(at))
    if (found !== -1) taken.add(found)
    return found !== -1
  })
  return [mine, other.filter((_, at) => taken.has(at))]
}

function commonPrefix(one: string, other: string): number {
  let length = 0
  while (length < MAX_PREFIX && length < one.length && one[length] === other[length]) length += 1
  return length
}
