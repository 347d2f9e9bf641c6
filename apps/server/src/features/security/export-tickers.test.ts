import { describe, expect, it } from 'vitest'
import { columnsOf } from '../../db/classification.ts'
import { classification } from '../all-records.ts'
import { withTickerColumns, withTickers } from './export-tickers.ts'

/** A venue whose instrument took another code at the moment 100. */
const venue = { writtenCode: (id: string, at: number) => (at < 100 ? id.slice(3) : `${id.slice(3)}2`) }

describe('an exported row', () => {
  it('has the ticker of its day beside each id', () => {
    expect(withTickers(venue, { instrument_id: 'US:TEST', accepted_at: '50', changed_at: '150' })).toMatchObject({ ticker: 'TEST' })
    expect(withTickers(venue, { instrument_id: 'US:TEST', at: '100' })).toMatchObject({ ticker: 'TEST2' })
    expect(withTickers(venue, { instrument_ids: ['US:TEST', 'US:ARDV'], rented_at: '1' })).toMatchObject({ tickers: ['TEST', 'ARDV'] })
  })

  it('stays as it is where it names no instrument', () => {
    expect(withTickers(venue, { amount: '1.00' })).toEqual({ amount: '1.00' })
    expect(withTickerColumns(['account_id', 'instrument_id', 'amount'])).toEqual(['account_id', 'instrument_id', 'ticker', 'amount'])
  })

  it('has a moment in every table that names instruments', () => {
    const exported = Object.keys(classification).map((table) => columnsOf(classification, table, ['personal', 'sensitive']))
    const naming = exported.filter((columns) => columns.includes('account_id') && withTickerColumns(columns).length > columns.length)
    expect(naming.length).toBeGreaterThan(8)
    for (const columns of naming) {
      const row = Object.fromEntries(columns.map((name) => [name, name.startsWith('instrument_') ? 'US:TEST' : '1']))
      expect(withTickers(venue, row)).toMatchObject(columns.includes('instrument_id') ? { ticker: 'TEST' } : {})
      expect(() => withTickers(venue, { ...row, instrument_ids: ['US:TEST'] })).not.toThrow()
    }
  })
})
