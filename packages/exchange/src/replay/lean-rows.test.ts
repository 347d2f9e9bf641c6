import { scaled } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { actionsOf, adjustedRow, tickerOn } from './adjustment.ts'
import { parseDaily, parseFactors, parseQuotes, parseTickers, parseTrades } from './lean-rows.ts'

describe('the rows of the LEAN layout', () => {
  it('a trade row is a time, four prices in ten-thousandths and a volume', () => {
    expect(parseTrades('34200000,1674300,1675200,1674100,1674400,816453\n')).toEqual([
      {
        msOfDay: 34_200_000,
        open: scaled('167.43'),
        high: scaled('167.52'),
        low: scaled('167.41'),
        close: scaled('167.44'),
        volume: scaled('816453'),
      },
    ])
  })

  it('a quote row is a time and two sides, of which one may be missing', () => {
    const [row] = parseQuotes('34200000,,,,,,1674100,1675300,1674100,1674500,1400')
    expect(row?.bid).toBeNull()
    expect(row?.ask).toEqual({
      open: scaled('167.41'),
      high: scaled('167.53'),
      low: scaled('167.41'),
      close: scaled('167.45'),
      size: scaled('1400'),
    })
  })

  it('a daily row begins with its date', () => {
    expect(parseDaily('20131007 00:00,1674300,1684500,1672500,1674200,81489219\r\n')[0]).toMatchObject({
      date: '2013-10-07',
      close: scaled('167.42'),
    })
  })

  it('a row that is cut off is a broken file', () => {
    expect(() => parseTrades('34200000,1674300')).toThrow('a row of 6 columns')
  })
})

describe('splits and dividends', () => {
  // Apple paid 3.29 on 8 May 2014 and split seven for one on 9 June 2014.
  const factors = parseFactors(
    [
      '20140205,0.8908440,0.03571430,512.59',
      '20140507,0.8961764,0.03571430,592.33',
      '20140606,0.9011818,0.03571430,645.57',
      '20140806,0.9011818,0.25,94.97',
      '20501231,1,1,0',
    ].join('\n'),
  )
  const [row] = parseDaily('20140606 00:00,6500000,6512500,6444800,6455700,12116671')
  if (row === undefined) throw new Error('no row')

  it('a price from before the split is a seventh seen from after it, and the volume seven times as much', () => {
    const seen = adjustedRow(row, factors, 'split', '2014-06-09')
    expect(Number(seen.close) / 1e8).toBeCloseTo(645.57 / 7, 3)
    expect(Number(seen.volume) / 1e8 / 12_116_671).toBeCloseTo(7, 4)
  })

  it('seen from before the split it is what it was: the replay does not know its future', () => {
    expect(adjustedRow(row, factors, 'split', '2014-06-06')).toEqual(row)
    expect(adjustedRow(row, factors, 'none', '2014-06-09')).toEqual(row)
  })

  it('with dividends taken out too, a price from before one is lower by its part', () => {
    const [before] = parseDaily('20140507 00:00,5950000,5970000,5870000,5923300,10000000')
    if (before === undefined) throw new Error('no row')
    const seen = adjustedRow(before, factors, 'total', '2014-05-08')
    expect(Number(seen.close) / 1e8).toBeCloseTo(592.33 - 3.29, 2)
    expect(seen.volume).toBe(before.volume)
  })

  it('the factors tell both events with their ex-dates', () => {
    const nextTradingDate = (date: string) => (date === '2014-05-07' ? '2014-05-08' : date === '2014-06-06' ? '2014-06-09' : '2014-12-31')
    const instrumentId = 'US:AAPL'
    expect(actionsOf(factors, { instrumentId, from: '2014-05-01', to: '2014-06-30', nextTradingDate })).toEqual([
      { kind: 'dividend', instrumentId, exDate: '2014-05-08', payDate: '2014-05-29', amount: scaled('3.29') },
      { kind: 'split', instrumentId, exDate: '2014-06-09', newShares: 7n, oldShares: 1n },
    ])
  })

  it('shares that are put together are told as whole numbers too', () => {
    const reverse = parseFactors('20200102,1,10,3.21\n20500101,1,1,0')
    const nextTradingDate = () => '2020-01-03'
    expect(actionsOf(reverse, { instrumentId: 'US:ABC', from: '2020-01-01', to: '2020-01-31', nextTradingDate })).toEqual([
      { kind: 'split', instrumentId: 'US:ABC', exDate: '2020-01-03', newShares: 1n, oldShares: 10n },
    ])
  })

  it('a share is called what it was called on the day', () => {
    const names = parseTickers('19980102,nb,N\n19980930,nb,N\n20501231,bac,N')
    expect([tickerOn(names, '1998-09-30'), tickerOn(names, '2013-10-07')]).toEqual(['nb', 'bac'])
  })
})
