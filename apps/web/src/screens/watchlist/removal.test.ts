import { describe, expect, it } from 'vitest'
import type { Watched } from '../../shared/watchlist/watching.ts'
import { withRemoved } from './removal.ts'

const row = (code: string) => ({ code }) as Watched
const codesOf = (list: readonly Watched[]) => list.map(({ code }) => code)

describe('an instrument taken off the watchlist', () => {
  const removed = { row: row('B'), order: ['A', 'B', 'C'] }
  it('keeps its place while it can be undone', () => {
    expect(codesOf(withRemoved([row('A'), row('C')], removed))).toEqual(['A', 'B', 'C'])
  })
  it('is not shown twice while the server has not answered', () => {
    expect(codesOf(withRemoved([row('A'), row('B'), row('C')], removed))).toEqual(['A', 'B', 'C'])
  })
  it('is gone when it is forgotten', () => {
    expect(codesOf(withRemoved([row('A'), row('C')], null))).toEqual(['A', 'C'])
  })
})
