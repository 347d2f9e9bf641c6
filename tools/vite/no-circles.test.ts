import { expect, it } from 'vitest'
import { circleIn } from './no-circles.ts'

it('finds files of a build that import each other, however far apart', () => {
  expect(circleIn({ start: ['react'], screen: ['start', 'shared'], shared: ['react'], react: [] })).toBeNull()
  expect(circleIn({ start: ['shared'], shared: ['forms'], forms: ['react', 'shared'], react: [] })).toEqual(['shared', 'forms', 'shared'])
  expect(circleIn({ one: ['two', 'three'], two: ['three'], three: ['four'], four: ['one'] })).toEqual([
    'one',
    'two',
    'three',
    'four',
    'one',
  ])
  expect(circleIn({ alone: ['alone'] })).toEqual(['alone', 'alone'])
})
