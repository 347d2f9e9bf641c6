import { splitOf } from '@rueda/rules/articles/events.ts'
import { expect, it } from 'vitest'
import { wordsOf } from './wording.ts'

/** Sentences with a number in them agree with it. */
const instruments = new Map([['US:ARDV', { market: 'US' as const, name: 'Aurora Devices', code: 'ARDV' }]])
const told = (newShares: bigint, oldShares: bigint, language: 'es' | 'en' | 'ja') => {
  const split = splitOf({ kind: 'split', instrumentId: 'US:ARDV', exDate: '2026-11-19', newShares, oldShares }, 0)
  const { title, paragraphs } = wordsOf(split, language, instruments)
  return [title, paragraphs[0]]
}

it.each([
  ['en', 1n, 10n, '1 share for every 10', 'every 10 shares of Aurora Devices (ARDV) become 1,'],
  ['en', 3n, 1n, '3 shares for every 1', '1 share of Aurora Devices (ARDV) becomes 3,'],
  ['es', 1n, 10n, '1 acción por cada 10', 'cada 10 acciones de Aurora Devices (ARDV) pasan a ser 1,'],
  ['es', 3n, 1n, '3 acciones por cada 1', '1 acción de Aurora Devices (ARDV) pasa a ser 3,'],
  ['ja', 1n, 10n, '10株につき1株', '10株は1株'],
] as const)('a split in %s: %s for %s', (language, newShares, oldShares, title, first) => {
  const words = told(newShares, oldShares, language)
  expect(words[0]).toContain(title)
  expect(words[1]).toContain(first)
})
