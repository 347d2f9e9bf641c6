import { scaled } from '@rueda/rules/decimal.ts'
import type { Pair } from '@rueda/rules/transfers/exchange.ts'
import { expect, it } from 'vitest'
import { partsIn, sumIn } from './dollar-value.ts'

/** 1,486.50 pesos and 31.85 Taiwan dollars for a dollar. */
const rates = {
  fxMid: ({ quote }: Pair) => {
    const mid = scaled(quote === 'ARS' ? '1486.50' : '31.85')
    return { mid, previous: mid, at: 0 }
  },
}

it('the parts of a total add up to it, whatever each of them was rounded to', () => {
  const amounts = [
    { minor: 5_000_000n, currency: 'USD' },
    { minor: 1_000n, currency: 'ARS' },
    { minor: 0n, currency: 'TWD' },
    { minor: 1_000n, currency: 'ARS' },
    { minor: 1_000n, currency: 'ARS' },
  ] as const
  // Ten pesos are 0.67 cents: three times that is two cents, and not three.
  expect(sumIn('USD', rates, amounts)).toBe(5_000_002n)
  expect(partsIn('USD', rates, amounts)).toEqual([5_000_000n, 1n, 0n, 1n, 0n])
  expect(partsIn('USD', rates, [])).toEqual([])
})
