import { scaled } from '@rueda/rules/decimal.ts'
import type { Quote } from '@rueda/exchange/venue.ts'
import { describe, expect, it } from 'vitest'
import { midOf } from './mid-rates.ts'

const quote = (bid: string, ask: string, last = '1'): Quote => ({
  instrumentId: '',
  last: scaled(last),
  open: 0n,
  high: 0n,
  low: 0n,
  previousClose: scaled(last),
  bid: scaled(bid),
  ask: scaled(ask),
  bidQuantity: 0n,
  askQuantity: 0n,
  volume: 0n,
  turnover: 0n,
  phase: 'OPEN',
  tradeDate: '2026-11-20',
  at: 0,
})
const quotes: Readonly<Record<string, Quote>> = {
  'FX:USDARS': quote('1486.40', '1486.60', '1480.00'),
  'FX:USDTWD': quote('0', '0', '31.85'),
}
const heard: Readonly<Record<string, number>> = { 'FX:USDARS': 5, 'FX:USDTWD': 3 }
const mid = (base: 'USD' | 'TWD', other: 'ARS' | 'TWD' | 'JPY') =>
  midOf(
    { base, quote: other },
    (id) => quotes[id] ?? null,
    (id) => heard[id] ?? 0,
  )

describe('the mid of two currencies', () => {
  it('is half-way between bid and ask of their pair', () =>
    expect(mid('USD', 'ARS')).toEqual({ mid: scaled('1486.50'), previous: scaled('1480.00'), at: 5 }))
  it('is the last price where nobody bids or asks', () =>
    expect(mid('USD', 'TWD')).toEqual({ mid: scaled('31.85'), previous: scaled('31.85'), at: 3 }))
  it('meets over the dollar without a pair, as old as the older price', () =>
    expect(mid('TWD', 'ARS')).toEqual({ mid: scaled('46.67189953'), previous: scaled('46.46781790'), at: 3 }))
  it('is unknown where a price is missing', () => {
    expect(mid('USD', 'JPY')).toBeNull()
    expect(mid('TWD', 'JPY')).toBeNull()
  })
})
