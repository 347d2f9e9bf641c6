import { expect, it } from 'vitest'
import { oncePerMoment } from './terms.ts'

it('a market that moves is read once for each moment of deciding', () => {
  let price = 0
  const read = oncePerMoment<number>()
  const decideAt = (now: number): number => read(now, () => (price += 1))
  expect([decideAt(1), decideAt(1), decideAt(2), decideAt(2)]).toEqual([1, 1, 2, 2])
})
