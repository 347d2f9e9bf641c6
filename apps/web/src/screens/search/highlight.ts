import { fold, isUnspaced, plainCode, wordingOf } from '@rueda/rules/search/wording.ts'

/** A text in parts, each marked if it matches what was typed: the beginnings of words, without case and accents. */
export type Part = Readonly<{ text: string; match: boolean }>

export function highlighted(text: string, typed: string): readonly Part[] {
  const needles = [...new Set([plainCode(typed), ...wordingOf(typed).words])].filter((needle) => needle !== '')
  const letters = [...text]
  const parts: Part[] = []
  const add = (part: string, match: boolean): void => {
    const last = parts.at(-1)
    if (last?.match === match) parts[parts.length - 1] = { text: last.text + part, match }
    else if (part !== '') parts.push({ text: part, match })
  }
  let at = 0
  while (at < letters.length) {
    const taken = Math.max(0, ...needles.map((needle) => lettersOf(needle, letters, at)))
    add(letters.slice(at, at + Math.max(taken, 1)).join(''), taken > 0)
    at += Math.max(taken, 1)
  }
  return parts
}

/** How many letters from here are the needle; none where the needle may not begin. */
function lettersOf(needle: string, letters: readonly string[], at: number): number {
  if (!mayBegin(needle, letters, at)) return 0
  let folded = ''
  for (let end = at; end < letters.length; end += 1) {
    folded += fold(letters[end] ?? '')
    if (folded === needle) return end + 1 - at
    if (!needle.startsWith(folded)) return 0
  }
  return 0
}

const LETTER = /[\p{L}\p{N}\p{M}]/u

/** At the beginning of a word, or anywhere in a script without spaces. */
const mayBegin = (needle: string, letters: readonly string[], at: number): boolean =>
  !LETTER.test(letters[at - 1] ?? ' ') || isUnspaced(needle)
