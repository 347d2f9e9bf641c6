import { expect, it } from 'vitest'
import { leastReturn } from './call-back.ts'

it.each([
  ['247.51', 'USD', '247.27'],
  ['0.50', 'USD', '0.50'],
  ['0.00', 'USD', undefined],
  ['31754', 'TWD', '31723'],
])('of %s %s on screen it takes no less than %s', (shown, currency, least) => expect(leastReturn(shown, currency)).toBe(least))
