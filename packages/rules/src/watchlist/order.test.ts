import { describe, expect, it } from 'vitest'
import { inOrderOf, movedTo } from './order.ts'

describe('the order of a list by hand', () => {
  it.each([
    ['A', 2, ['B', 'C', 'A']],
    ['C', 0, ['C', 'A', 'B']],
    ['B', 1, ['A', 'B', 'C']],
    ['A', 200, ['B', 'C', 'A']],
    ['D', 0, ['A', 'B', 'C']],
  ])('%s at place %i', (row, place, expected) => expect(movedTo(['A', 'B', 'C'], row, place)).toEqual(expected))

  it('of a device comes first, and the others follow as they stood', () => {
    expect(inOrderOf(['A', 'B', 'C', 'D'], ['C', 'A'])).toEqual(['C', 'A', 'B', 'D'])
  })
  it('does not mind what the device still names and nobody watches, nor the same twice', () => {
    expect(inOrderOf(['A', 'B'], ['C', 'B', 'B'])).toEqual(['B', 'A'])
  })
})
