import { expect, it } from 'vitest'
import { arrowTarget } from './arrow-target.ts'

/** Goal: every list that arrows go through goes by the same keys. */
const alone = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const from = (at: number) => (key: string) => arrowTarget({ ...alone, key }, at, 3)

it('goes to the place before and after, and to both ends', () => {
  expect(['ArrowUp', 'ArrowDown', 'Home', 'End'].map(from(1))).toEqual([0, 2, 0, 2])
})

it('stays at the ends, and with keys that are not its own', () => {
  expect([from(0)('ArrowUp'), from(2)('ArrowDown'), from(1)('Enter')]).toEqual([null, null, null])
  expect(arrowTarget({ ...alone, altKey: true, key: 'ArrowDown' }, 1, 3)).toBeNull()
})

it('enters a list from outside at its first place', () => {
  expect(from(-1)('ArrowDown')).toBe(0)
  expect(arrowTarget({ ...alone, key: 'End' }, -1, 0)).toBeNull()
})
