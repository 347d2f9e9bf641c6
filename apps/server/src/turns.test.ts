import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

test('acts on one order follow each other, also after one that failed; others go on meanwhile', async () => {
  const inTurn = createTurns()
  const told: string[] = []
  const first = Promise.withResolvers<void>()
  const acts = [
    inTurn(['a', 'b'], async ({ hasWaited }) => {
      told.push(`first begins${waiting(hasWaited)}`)
      await first.promise
      throw new Error('broken')
    }).catch(() => void told.push('first ends')),
    inTurn(['b'], async () => void told.push('second')),
    inTurn(['c'], async () => void told.push('third')),
    inTurn(['a', 'c'], async ({ hasWaited }) => void told.push(`fourth${waiting(hasWaited)}`)),
  ]
  await acts[2]
  expect(told).toEqual(['first begins', 'third'])
  first.resolve()
  await Promise.all(acts)
  expect(told.slice(2).toSorted()).toEqual(['first ends', 'fourth, having waited', 'second'])
})

const waiting = (hasWaited: boolean): string => (hasWaited ? ', having waited' : '')
