import { languages } from '@rueda/contract/codes.ts'
import { refusalNames } from '@rueda/rules/refusals.ts'
import { expect, it } from 'vitest'
import { messageOf } from './messages.ts'

it('every refusal has words in every language', () => {
  for (const language of languages) {
    const wordless = refusalNames.filter((name) => messageOf(name, language, {}) === name)
    expect(wordless, language).toEqual([])
  }
})

it('facts stand in the text; without them the plainer text is told', () => {
  expect(messageOf('price.tick', 'en', { tick: '0.01' })).toBe('The price must be a multiple of 0.01.')
  expect(messageOf('price.tick', 'en', {})).toBe('The price does not follow the price step.')
  expect(messageOf('price.tick', 'en', { tick: null })).toBe('The price does not follow the price step.')
})
