import { describe, expect, it } from 'vitest'
import { readTyped } from './typed-amount.ts'

const read = (language: 'es' | 'en' | 'hi', text: string, decimals = 2): string => {
  const amount = readTyped(text, language, decimals)
  return amount.is === 'amount' ? amount.draft : `${amount.is}: ${amount.hint}`
}

describe('an amount typed key by key', () => {
  it.each([
    // The group mark, while it may still be either, and once three digits settle it.
    ['es', '1.', 2, '1.'],
    ['es', '1.5', 2, '1.5'],
    ['es', '1.50', 2, '1.50'],
    ['es', '1.500', 2, '1500'],
    ['es', '1.500,', 2, '1500.'],
    ['es', '1.500,50', 2, '1500.50'],
    ['es', '1.500.000', 2, '1500000'],
    ['en', '1,50', 2, '1.50'],
    ['en', '1,500', 2, '1500'],
    ['en', '1,500.50', 2, '1500.50'],
    ['hi', '12,34,567.8', 2, '1234567.8'],
    // A mark after digits that are no group can only be a decimal mark.
    ['es', '0.125', 8, '0.125'],
    ['es', '.5', 2, '0.5'],
    ['es', '1500.50', 2, '1500.50'],
    // A phone with the other decimal key can still write a rate.
    ['es', '1.084', 5, '1084'],
    ['es', '1.0845', 5, '1.0845'],
    // Shares are whole.
    ['es', '1.', 0, '1'],
    ['es', '1.500', 0, '1500'],
    ['es', '1.5', 0, 'unfinished: marks'],
    ['es', '1,5', 0, 'unreadable: wholeOnly'],
    // Text that is not yet an amount, and text that is none.
    ['es', '1.500.0', 2, 'unfinished: marks'],
    ['es', '1.5000', 2, 'unreadable: marks'],
    ['es', '1.50,5', 2, 'unreadable: marks'],
    ['es', '1,50.', 2, 'unreadable: marks'],
    ['es', '1,5,5', 2, 'unreadable: marks'],
    ['es', '1e5', 2, 'unreadable: notANumber'],
    ['es', '-5', 2, 'unreadable: notANumber'],
    // A digit too many is not taken.
    ['es', '1.500,505', 2, 'refused: tooManyDecimals'],
    ['es', '1500.505', 2, 'refused: tooManyDecimals'],
    ['es', '1234567890123', 2, 'refused: tooLong'],
  ] as const)('%s "%s" with %i decimals is %s', (language, text, decimals, amount) => {
    expect(read(language, text, decimals)).toBe(amount)
  })
})
