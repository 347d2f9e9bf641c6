import { describe, expect, it } from 'vitest'
import { marketNames } from '../instruments/instrument.ts'
import { tradedTermsOf } from '../instruments/terms.ts'
import {
  closableMarkets,
  isComparedByMoves,
  marginMarkets,
  marketFacts,
  offeringMarkets,
  restingWith,
  shareMarkets,
  tradedMarkets,
} from './markets.ts'

describe('the table of markets', () => {
  it('gives every list that there is of them (B)', () => {
    expect(shareMarkets).toEqual(['US', 'AR', 'TW'])
    expect(tradedMarkets).toEqual(['US', 'AR', 'TW', 'FUT', 'FX'])
    expect(marginMarkets).toEqual(['FUT', 'FX'])
    expect(offeringMarkets).toEqual(['US', 'TW'])
    expect(closableMarkets).toEqual(['US', 'AR', 'TW'])
    expect(marketNames.filter((name) => marketFacts[name].hasDailyLimits)).toEqual(['AR', 'TW'])
    expect(marketNames.filter(isComparedByMoves)).toEqual(['FX', 'IDX'])
  })

  it('lets the indices of the house rest with New York, and every other market by itself (B.3)', () => {
    expect(restingWith('US')).toEqual(['US', 'IDX'])
    expect(restingWith('TW')).toEqual(['TW'])
  })

  it('gives every traded market a wallet of its own, which remembers up to which day its trades have settled', () => {
    expect(new Set(tradedMarkets.map((name) => tradedTermsOf(name).wallet)).size).toBe(tradedMarkets.length)
  })

  it('has terms for what is traded and for nothing else, and holds the prices of shares', () => {
    expect(marketNames.filter((name) => marketFacts[name].terms !== null)).toEqual(tradedMarkets)
    expect(marketNames.filter((name) => marketFacts[name].guard !== null)).toEqual(shareMarkets)
  })
})
