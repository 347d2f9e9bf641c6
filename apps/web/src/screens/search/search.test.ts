import { describe, expect, it } from 'vitest'
import { highlighted } from './highlight.ts'
import { remembered } from './search-history.ts'

describe('what matched', () => {
  const marked = (text: string, typed: string) =>
    highlighted(text, typed)
      .map((part) => (part.match ? `[${part.text}]` : part.text))
      .join('')

  it.each([
    ['Aurora Devices', 'or', 'Aurora Devices'],
    ['Aurora Devices', 'aur', '[Aur]ora Devices'],
    ['Aurora Devices', 'dev aur', '[Aur]ora [Dev]ices'],
    ['ARDV', 'ar', '[AR]DV'],
    ['EURUSD', 'eur/usd', '[EURUSD]'],
    ['Dólar / Yen (sim)', 'dolar', '[Dólar] / Yen (sim)'],
    ['軽質原油 2026年12月', '原油', '軽質[原油] 2026年12月'],
    ['ARDV', ' ', 'ARDV'],
  ])('in %s for "%s" is %s', (text, typed, shown) => {
    expect(marked(text, typed)).toBe(shown)
  })
})

describe('recent searches', () => {
  it('stand newest first, each once, twelve at most', () => {
    expect(remembered(['brbf', 'ardv'], 'ARDV ')).toEqual(['ARDV', 'brbf'])
    expect(remembered(['ardv'], '  ')).toEqual(['ardv'])
    expect(
      remembered(
        Array.from({ length: 12 }, (_, at) => `w${at}`),
        'new',
      ),
    ).toHaveLength(12)
  })
})
