import { describe, expect, it } from 'vitest'
import { highlighted } from './highlight.ts'
import { remembered } from './search-history.ts'

describe('what matched', () => {
  it('is marked wherever it stands, in the case it is written in', () => {
    expect(highlighted('Aurora Devices', 'or')).toEqual([
      { text: 'Aur', match: false },
      { text: 'or', match: true },
      { text: 'a Devices', match: false },
    ])
    expect(highlighted('ARDV', 'ar')[0]).toEqual({ text: 'AR', match: true })
    expect(highlighted('ARDV', ' ')).toEqual([{ text: 'ARDV', match: false }])
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
