import { expect, it } from 'vitest'
import { maskedName, maskedNumber } from './mask.ts'

it.each([
  ['30123456', '•••••456'],
  ['123', '123'],
  ['AAA123456', '••••••456'],
])('of %s only %s is shown', (number, shown) => expect(maskedNumber(number)).toBe(shown))

it('of a name the first letters are shown', () => expect(maskedName('Ana  María', 'Núñez')).toBe('A••• M••• N•••'))
