import { expect, test } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { argentinaTicks } from '../markets/argentina.ts'
import { parityOf } from './parity.ts'

/** `docs/rules/argentina.md` L.4. */
test.each([
  ['191.05', '1520.00', 20, '14520'],
  ['44.54', '1128.24', 5, '10050'],
  ['2.80', '920', 50, '51.5'],
])('%s USD at %s pesos, %s to one: %s pesos', (price, rate, ratio, parity) => {
  const priced = parityOf({ ticks: argentinaTicks }, { price: scaled(price), rate: scaled(rate), ratio })
  expect(formatScaled(priced)).toBe(parity)
})
