import { describe, expect, it } from 'vitest'
import { listsOf } from './market-tabs.ts'

describe('the lists of a market', () => {
  it('of shares open on what moves, and then are its exchanges where there are several', () => {
    expect(listsOf({ market: 'US', exchanges: ['AMEX', 'NASDAQ', 'NYSE'] })).toEqual([
      'active',
      'gainers',
      'losers',
      'NASDAQ',
      'NYSE',
      'AMEX',
      'new_high',
      'new_low',
    ])
  })
  it('are one list where there is one exchange', () => {
    expect(listsOf({ market: 'TW', exchanges: ['TWSE'] })).toEqual(['active', 'gainers', 'losers', 'all', 'new_high', 'new_low'])
    expect(listsOf({ market: 'US', exchanges: ['NYSE'] })).toContain('all')
  })
  it('are the front months of futures first, and all months beside them', () => {
    expect(listsOf({ market: 'FUT', exchanges: ['FUT'] }).slice(0, 3)).toEqual(['front', 'months', 'active'])
  })
  it('rank rates and reference values by their moves alone', () => {
    expect(listsOf({ market: 'IDX', exchanges: ['IDX'] })).toEqual(['all', 'gainers', 'losers'])
    expect(listsOf({ market: 'FX', exchanges: ['FX'] })).toEqual(['all', 'gainers', 'losers'])
  })
})
