import { describe, expect, it } from 'vitest'
import { draftOf, emptyDraft, meantBy, wholeAlert } from './alert-form.ts'

const meant = (change: Partial<typeof emptyDraft>, price: string | null = '182.36') => meantBy({ ...emptyDraft, ...change }, price)

describe('what a form means', () => {
  it.each([
    ['190', 'above'],
    ['182.36', 'above'],
    ['170.', 'below'],
  ])('a price of %s is waited for from its side: %s', (level, kind) => expect(meant({ level })?.kind).toBe(kind))

  it('a percentage goes the way that was chosen', () => {
    expect(meant({ group: 'percent', direction: 'fall', level: '5' })).toEqual({ kind: 'fall', level: '5' })
  })

  it('nothing without a level', () => {
    expect(meant({ level: '' })).toBeNull()
    expect(meant({ level: '0.' })).toBeNull()
  })

  it.each([
    ['', false],
    ['0.', false],
    ['12.', true],
  ])('it can be saved with a level: "%s"', (level, isWhole) => expect(wholeAlert.safeParse({ ...emptyDraft, level }).success).toBe(isWhole))

  it('what is stored comes back as it was typed', () => {
    expect(draftOf({ kind: 'fall', level: '5', repeats: 1 })).toEqual({ group: 'percent', direction: 'fall', level: '5', repeats: true })
  })
})
