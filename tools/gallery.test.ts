import { describe, expect, it } from 'vitest'
import { chosen } from '../e2e/gallery/choice.ts'

describe('the gallery', () => {
  it('is of the app in Spanish, on a phone and on a desk, unless told otherwise', () => {
    expect(chosen([])).toEqual({ subject: 'app', languages: ['es'], sizes: ['phone', 'desk'] })
  })

  it('takes languages and sizes by name, each once', () => {
    expect(chosen(['--languages', 'es,de,es', '--sizes=320, 1920'])).toMatchObject({ languages: ['es', 'de'], sizes: ['320', '1920'] })
  })

  it('takes a language however its letters are written', () => {
    expect(chosen(['--languages', 'ZH-TW']).languages).toEqual(['zh-TW'])
  })

  it('is of the console, or of what the README and the guides show', () => {
    expect(chosen(['--console']).subject).toBe('console')
    expect(chosen(['--readme']).subject).toBe('readme')
    expect(() => chosen(['--console', '--readme'])).toThrow('ask for one of them')
  })

  it.each([
    [['--languages', 'fr'], '"fr"; it knows es'],
    [['--sizes', 'phone,'], '""; it knows 320'],
    [['--sizes', 'toString'], '"toString"'],
    [['--size', 'phone'], '--size'],
    [['phone'], 'phone'],
  ])('does not begin with %j', (parameters, sentence) => {
    expect(() => chosen(parameters)).toThrow(sentence)
  })
})
