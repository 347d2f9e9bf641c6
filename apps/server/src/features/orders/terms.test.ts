import { expect, it } from 'vitest'
import { oncePerMoment } from './terms.ts'

it('a market that moves is read once for each command and moment of deciding', () => {
  let price = 0
  const read = oncePerMoment<object, number>()
  const [one, other] = [{}, {}]
  const decideAt = (command: object, now: number): number => read(command, now, () => (price += 1))
  expect([decideAt(one, 1), decideAt(one, 1), decideAt(one, 2), decideAt(one, 2)]).toEqual([1, 1, 2, 2])
  expect([decideAt(other, 2), decideAt(one, 2), decideAt(other, 2)]).toEqual([3, 2, 3])
})
