import { expect, it } from 'vitest'
import { monthName } from './month-name.ts'

it.each([
  ['es', 'noviembre de 2026'],
  ['en', 'November 2026'],
  ['de', 'November 2026'],
  ['ja', '2026年11月'],
  ['th', 'พฤศจิกายน 2026'],
] as const)('a month in %s', (language, said) => expect(monthName(language, '2026-11')).toBe(said))
