import { scaled } from '@rueda/rules/decimal.ts'
import { expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, market } from './testing/still-market.ts'

const NOON = 12 * 3_600_000
const SECOND = 1_000

/** A market whose asks and bids are a cent apart around a price that changes at given seconds before noon. */
class SteppingMarket extends StillMarket {
  override quote(instrumentId: string, now: number) {
    const left = (NOON - now) / SECOND
    const bid = left > 60 ? '100.00' : left > 30 ? '110.00' : left > 0 ? '120.00' : '500.00'
    const quote = super.quote(instrumentId, now)
    return { ...quote, bid: scaled(bid), ask: scaled(bid) + scaled('0.02'), last: scaled('1') }
  }
}

it('is the mean of the mid of each of the sixty seconds before, and of none outside them', () => {
  const venue = createSimVenue(new SteppingMarket())
  // Thirty seconds at 110.01 and thirty at 120.01.
  expect(venue.meanMid(INSTRUMENT.id, NOON, NOON)).toBe(scaled('115.01'))
  expect(venue.meanMid(INSTRUMENT.id, NOON - 30 * SECOND, NOON)).toBe(scaled('105.01'))
})

it('takes the last price where nobody quotes', () => {
  const source = new StillMarket()
  source.asks = []
  expect(createSimVenue(source).meanMid(INSTRUMENT.id, NOON, NOON)).toBe(scaled('182.36'))
})

it('is not moved by a customer’s order', () => {
  const venue = createSimVenue(new StillMarket())
  venue.advance(NOON - 10 * SECOND)
  venue.submit(market('buy', '191', { shares: 800 }), NOON - 10 * SECOND)
  expect(venue.meanMid(INSTRUMENT.id, NOON, NOON)).toBe(scaled('182.365'))
})

it('tells nothing of a moment that has not come', () => {
  expect(createSimVenue(new StillMarket()).meanMid(INSTRUMENT.id, NOON + 1, NOON)).toBeNull()
})
