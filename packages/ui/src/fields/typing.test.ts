import { describe, expect, it } from 'vitest'
import { finish, parsePasted, readDraft, showDraft, withKey } from './typing.ts'

describe('pasted amounts', () => {
  it.each([
    ['es', '1.234,56', '1234.56'],
    ['es', '1,5', '1.5'],
    ['es', '1.5', '1.5'],
    ['es', '1.234', '1234'],
    ['es', '1,234', '1.234'],
    ['en', '1,234', '1234'],
    ['en', '1.234', '1.234'],
    ['en', '1,234.56', '1234.56'],
    ['en', '1.234,56', '1234.56'],
    ['de', '1.234.567', '1234567'],
    ['hi', '12,34,567.89', '1234567.89'],
    ['es', '$ 1.234,56', '1234.56'],
    ['es', 'ARS 250', '250'],
    ['es', '1 234,56', '1234.56'],
    ['es', '0.125', '0.125'],
    ['es', '.5', '0.5'],
    ['es', '007', '7'],
  ] as const)('%s "%s" is %s', (language, text, value) => {
    expect(parsePasted(text, language)).toBe(value)
  })

  it.each(['', 'abc', '-5', '1e5', '1-2'])('"%s" is no amount', (text) => {
    expect(parsePasted(text, 'es')).toBeNull()
  })
})

describe('typed amounts', () => {
  it('takes either mark once, and only where decimals are allowed', () => {
    expect(withKey('12', ',', 2)).toBe('12.')
    expect(withKey('12', '.', 2)).toBe('12.')
    expect(withKey('12.', ',', 2)).toBeNull()
    expect(withKey('12', ',', 0)).toBeNull()
    expect(withKey('', ',', 2)).toBe('0.')
  })

  it('refuses a third decimal and a thirteenth digit instead of cutting', () => {
    expect(withKey('1.25', '9', 2)).toBeNull()
    expect(withKey('123456789012', '3', 2)).toBeNull()
  })

  it('shows groups and the mark of the language, and reads them back', () => {
    expect(showDraft('1234567.', 'es')).toBe('1.234.567,')
    expect(showDraft('1234567.5', 'en')).toBe('1,234,567.5')
    expect(showDraft('1234567', 'hi')).toBe('12,34,567')
    expect(readDraft('1.234.567,5', 'es')).toBe('1234567.5')
    expect(readDraft('12,34,567', 'hi')).toBe('1234567')
    expect(finish('12.')).toBe('12')
  })
})
