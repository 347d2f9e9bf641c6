import { describe, expect, it } from 'vitest'
import { checkWords, wordsIn } from './broadcast.ts'

const english = { title: 'Maintenance', body: 'On Sunday from 10 to 11.' }

describe('the words of a broadcast', () => {
  it('are read in one’s own language, and in English where it is missing', () => {
    const german = { title: 'Wartung', body: 'Am Sonntag von 10 bis 11.' }
    const texts = { en: english, de: german }
    expect(wordsIn(texts, 'de')).toBe(german)
    expect(wordsIn(texts, 'th')).toBe(english)
  })

  it.each([
    ['ARDV +12 % today', 'broadcast.prices'],
    ['It went ↑3,5% this week', 'broadcast.prices'],
    ['Look at $ARDV', 'broadcast.prices'],
    ['The fee falls from 0.5 % to 0.3 %', null],
    ['A wire costs $20 from Monday on', null],
  ])('«%s» %s', (body, refusal) => {
    expect(checkWords({ en: { ...english, body } })?.refusal ?? null).toBe(refusal)
  })
})
