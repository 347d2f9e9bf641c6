import { expect, test } from 'vitest'
import { inTurn } from './turns.ts'

test('acts on one order follow each other, also after one that failed; others go on meanwhile', async () => {
  const told: string[] = []
  const first = Promise.withResolvers<void>()
  const acts = [
    inTurn(['a', 'b'], async () => {
      told.push('first begins')
      await first.promise
      throw new Error('broken')
    }).catch(() => void told.push('first ends')),
    inTurn(['b'], async () => void told.push('second')),
    inTurn(['c'], async () => void told.push('third')),
    inTurn(['a', 'c'], async () => void told.push('fourth')),
  ]
  await acts[2]
  expect(told).toEqual(['first begins', 'third'])
  first.resolve()
  await Promise.all(acts)
  expect(told.slice(2).toSorted()).toEqual(['first ends', 'fourth', 'second'])
})
