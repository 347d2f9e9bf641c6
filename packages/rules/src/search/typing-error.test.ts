import { describe, expect, it } from 'vitest'
import { isOneErrorFrom, isOneErrorFromBeginning } from './typing-error.ts'

/** Method: worked examples of each kind of error, and every pair of short words beside a table of distances worked out in full. */
describe('one typing error', () => {
  it.each([
    ['a letter missing', 'auror', 'aurora'],
    ['a letter missing inside', 'aurra', 'aurora'],
    ['a letter too many', 'auroraa', 'aurora'],
    ['a letter too many at the front', 'xaurora', 'aurora'],
    ['a wrong letter', 'aurota', 'aurora'],
    ['a wrong first letter', 'surora', 'aurora'],
    ['a wrong last letter', 'aurors', 'aurora'],
    ['two neighbours exchanged', 'auorra', 'aurora'],
    ['the last two exchanged', 'auroar', 'aurora'],
  ])('is %s: "%s" for "%s"', (_, typed, word) => {
    expect(isOneErrorFrom(typed, word)).toBe(true)
  })

  it('is neither none nor two', () => {
    expect(isOneErrorFrom('aurora', 'aurora')).toBe(false)
    expect(isOneErrorFrom('auorar', 'aurora')).toBe(false)
    expect(isOneErrorFrom('aror', 'aurora')).toBe(false)
    expect(isOneErrorFrom('', 'aurora')).toBe(false)
  })

  it('is what the distance by Damerau and Levenshtein says, for all words of up to four of two letters', () => {
    const words = wordsOfTwoLetters(4)
    for (const typed of words)
      for (const word of words) expect(isOneErrorFrom(typed, word), `${typed} ${word}`).toBe(distance(typed, word) === 1)
  })
})

describe('one typing error in a word that goes on', () => {
  it('is one error from any of its beginnings', () => {
    expect(isOneErrorFromBeginning('auro', 'aurora')).toBe(false)
    const words = wordsOfTwoLetters(4)
    for (const typed of words) {
      for (const word of words) {
        const isNear = Array.from({ length: word.length + 1 }, (_, end) => word.slice(0, end)).some(
          (beginning) => distance(typed, beginning) <= 1,
        )
        expect(isOneErrorFromBeginning(typed, word), `${typed} ${word}`).toBe(isNear && !word.startsWith(typed))
      }
    }
  })
})

function wordsOfTwoLetters(longest: number): string[] {
  const shorter = longest === 0 ? [] : wordsOfTwoLetters(longest - 1)
  return longest === 0 ? [''] : [...new Set([...shorter, ...shorter.flatMap((word) => [`${word}a`, `${word}b`])])]
}

/** The whole table, row by row: slow and plain. */
function distance(a: string, b: string): number {
  const rows: number[][] = []
  for (let row = 0; row <= a.length; row += 1) {
    rows.push([])
    for (let column = 0; column <= b.length; column += 1) {
      const before = (up: number, left: number): number => rows[row - up]?.[column - left] ?? Number.POSITIVE_INFINITY
      const changed = before(1, 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isExchanged = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const least = Math.min(before(1, 0) + 1, before(0, 1) + 1, changed, isExchanged ? before(2, 2) + 1 : Number.POSITIVE_INFINITY)
      rows[row]?.push(row === 0 && column === 0 ? 0 : least)
    }
  }
  return rows[a.length]?.[b.length] ?? 0
}
