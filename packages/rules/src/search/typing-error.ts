/**
 * One typing error: a letter too many, one missing, one wrong, or two neighbours exchanged (a distance of one by Damerau and Levenshtein).
 * Two equal words are not misspelt.
 */
export const isOneErrorFrom = (typed: string, word: string): boolean =>
  Math.abs(typed.length - word.length) <= 1 && typed !== word && isMended(typed, word, (rest, expected) => rest === expected)

/** The same for somebody who is still typing: the word may go on. */
export const isOneErrorFromBeginning = (typed: string, word: string): boolean =>
  !word.startsWith(typed) && isMended(typed, word, (rest, expected) => expected.startsWith(rest))

/** True when what follows the first difference fits, once that one is mended in one of the four ways. */
function isMended(typed: string, word: string, fits: (rest: string, expected: string) => boolean): boolean {
  const at = firstDifference(typed, word)
  const next = at + 1
  if (fits(typed.slice(next), word.slice(at)) || fits(typed.slice(at), word.slice(next))) return true
  if (at >= typed.length || at >= word.length) return false
  const isExchanged = typed[at] === word[next] && typed[next] === word[at]
  return fits(typed.slice(next), word.slice(next)) || (isExchanged && fits(typed.slice(next + 1), word.slice(next + 1)))
}

function firstDifference(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}
