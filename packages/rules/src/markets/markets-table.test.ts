import { describe, expect, it } from 'vitest'
import { marketTermsOf } from '../instruments/terms.ts'
import { marketNames } from '../instruments/instrument.ts'
import { closableMarkets, hasDailyLimits, isComparedByMoves, shareMarkets, tradedMarkets } from './markets.ts'
import { priceGuards } from './price-guards.ts'

describe('the table of markets', () => {
  it('gives every list that there is of them (B)', () => {
    expect(shareMarkets).toEqual(['US', 'AR', 'TW'])
    expect(tradedMarkets).toEqual(['US', 'AR', 'TW', 'FUT', 'FX'])
    expect(closableMarkets).toEqual(['US', 'AR', 'TW'])
    expect(marketNames.filter(hasDailyLimits)).toEqual(['AR', 'TW'])
    expect(marketNames.filter(isComparedByMoves)).toEqual(['FX', 'IDX'])
  })

  it('has terms for what is traded and for nothing else, and holds the prices of shares', () => {
    expect(marketNames.filter((name) => marketTermsOf(name) !== null)).toEqual(tradedMarkets)
    expect(marketNames.filter((name) => priceGuards[name] !== null)).toEqual(shareMarkets)
  })
})
