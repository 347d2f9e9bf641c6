import { describe, expect, it } from 'vitest'
import { MAX_NOTES, MAX_NOTES_OF_INSTRUMENT, checkNote, isSameNote } from './note.ts'

const NOW = 1_000
const written = { at: NOW, price: 1n, text: 'low' }
type Written = Parameters<typeof checkNote>[0]
const check = (kept: Partial<Parameters<typeof checkNote>[1]>, note: Partial<Written> = {}) => {
  const checked = checkNote({ ...written, ...note }, { ofInstrument: 0, inAll: 0, mayBeNegative: false, now: NOW, ...kept })
  return checked.ok ? 'accepted' : checked.refusal
}

describe('a note on a chart', () => {
  it('stands at a moment that has been', () => {
    expect(check({})).toBe('accepted')
    expect(check({}, { at: NOW + 1 })).toBe('parameter.invalid')
  })

  it('has words that can be seen', () => {
    for (const text of ['\u2800', '\u3164\u00ad', '\u180e', '\u{e0041}', ' ']) expect(check({}, { text })).toBe('parameter.invalid')
    for (const text of ['a', '。', '★', 'नमस्ते', '🙂']) expect(check({}, { text })).toBe('accepted')
  })

  it('stands at a price that can be, below zero only where prices can', () => {
    for (const price of [0n, -1n, 2n ** 63n]) expect(check({}, { price })).toBe('parameter.invalid')
    expect(check({}, { price: 2n ** 63n - 1n })).toBe('accepted')
    expect(check({ mayBeNegative: true }, { price: -(10n ** 8n) })).toBe('accepted')
    expect(check({ mayBeNegative: true }, { price: -(2n ** 63n) })).toBe('parameter.invalid')
  })

  it('is one of fifty of its instrument at most, and of five hundred in all', () => {
    expect(check({ ofInstrument: MAX_NOTES_OF_INSTRUMENT - 1, inAll: MAX_NOTES - 1 })).toBe('accepted')
    expect(check({ ofInstrument: MAX_NOTES_OF_INSTRUMENT })).toBe('note.full')
    expect(check({ inAll: MAX_NOTES })).toBe('note.full')
    expect([MAX_NOTES_OF_INSTRUMENT, MAX_NOTES]).toEqual([50, 500])
  })

  it('is the same only where its place and its words are', () => {
    const note = { instrumentId: 'US:ARDV', at: 1, price: 2n, text: 'low' }
    expect(isSameNote(note, { ...note })).toBe(true)
    for (const other of [{ instrumentId: 'US:X' }, { at: 2 }, { price: 3n }, { text: 'high' }])
      expect(isSameNote(note, { ...note, ...other })).toBe(false)
  })
})
