import { expect, it } from 'vitest'
import { groupOfInstrument, isInGroup } from './group.ts'

const ids = Array.from({ length: 4_000 }, (_, at) => `US:${at.toString(36).toUpperCase()}`)

it('every instrument is in one group', () => {
  const groups = [0, 1, 2].map((number) => ids.filter((id) => isInGroup(id, { number, count: 3 })))
  expect(groups.flat().toSorted()).toEqual(ids.toSorted())
  // Within a tenth of a third: short codes are spread less evenly than chance would, and evenly enough to share the work.
  for (const group of groups) expect(Math.abs(group.length - 1_333)).toBeLessThan(133)
})

it('one group, or none, has them all', () => {
  expect(ids.every((id) => groupOfInstrument(id, 1) === 0 && isInGroup(id, undefined))).toBe(true)
})
