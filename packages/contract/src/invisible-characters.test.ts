import { describe, expect, it } from 'vitest'
import { lines, text } from './fields.ts'
import { withoutInvisible } from './invisible-characters.ts'

const LONG_ENOUGH = 100
const takes = (value: string): boolean => lines(LONG_ENOUGH).safeParse(value).success

describe('a message of several lines', () => {
  it.each(['👨‍👩‍👧‍👦 gracias', '🏳️‍🌈', '🤷🏽‍♀️ no sé', '❤️‍🔥', '👩🏾‍💻\n👍'])('%j is taken as it was typed', (typed) => {
    expect(takes(typed)).toBe(true)
    expect(withoutInvisible(typed)).toBe(typed)
  })

  it.each([
    ['joined letters', 'a\u200db'],
    ['a joiner after an emoji and before a letter', '👍\u200dx'],
    ['a joiner at the end', '👍\u200d'],
    ['two joiners', '👨\u200d\u200d👩'],
    ['no width', 'pay\u200bpal'],
    ['a turned direction', '\u202eabc'],
  ])('%s is refused, and taken once the mark is gone', (_, typed) => {
    expect(takes(typed)).toBe(false)
    expect(takes(withoutInvisible(typed))).toBe(true)
  })

  it('a field of one line takes no joined emoji: it is for names and numbers', () => expect(text().safeParse('👨‍👩‍👧').success).toBe(false))
})
