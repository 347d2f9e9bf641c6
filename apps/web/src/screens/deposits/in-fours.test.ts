import { expect, test } from 'vitest'
import { inFours } from './in-fours.ts'

test('a code is read in fours', () => {
  expect(inFours('TR7NHqjeKQ')).toEqual(['TR7N', 'Hqje', 'KQ'])
  expect(inFours('')).toEqual([])
})
