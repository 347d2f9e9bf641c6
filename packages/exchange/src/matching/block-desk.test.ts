import { scaled } from '@rueda/rules/decimal.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { EMPTY_COMPANY_FACTS } from '../empty-company-facts.ts'
import { createSimVenue } from '../sim-venue.ts'
import { INSTRUMENT, StillMarket, limit } from '../testing/still-market.ts'
import type { Venue } from '../venue.ts'

/** 182.36 × 182.37, a million shares in a day: half of the impact of 10,000 is 0.072 %, and the desk sells at 182.50 and buys at 182.23. */
let source: StillMarket
let venue: Venue
beforeEach(() => {
  source = new StillMarket()
  source.facts = () => ({
    ...EMPTY_COMPANY_FACTS,
    ...{ averageVolume30: scaled('1000000'), dailyVolatility: scaled('0.018'), high52Weeks: 0n, low52Weeks: 0n },
  })
  venue = createSimVenue(source)
  venue.advance(1_000)
})
const block = (side: 'buy' | 'sell', price: string, isFirm: boolean) =>
  limit(side, price, { shares: 10_000, acceptedAt: 1_000, block: { isFirm } })

describe('the block desk', () => {
  it('executes a firm block whole at its price, wherever the market is', () => {
    const order = block('buy', '190.00', true)
    expect(venue.submit(order, 1_000)).toMatchObject([
      { kind: 'execution', orderId: order.orderId, price: scaled('190'), quantity: scaled('10000'), resting: false, match: null },
    ])
  })

  it('prints it among the trades, and bends neither quote, volume, bar nor depth', () => {
    const looked = () => ({
      quote: venue.quote(INSTRUMENT.id, 2_000),
      depth: venue.depth(INSTRUMENT.id, 5, 2_000),
      bars: venue.bars({ instrumentId: INSTRUMENT.id, interval: '1m', until: 2_000, limit: 3, hours: 'regular', adjust: 'none' }, 2_000),
    })
    const before = looked()
    venue.submit(block('sell', '170.00', true), 1_000)
    expect(looked()).toEqual(before)
    expect(venue.trades(INSTRUMENT.id, 5, 2_000)).toMatchObject([{ price: scaled('170'), quantity: scaled('10000'), isBlock: true }])
  })

  it('triggers no stop', () => {
    const stop = limit('sell', '150.00', { type: 'market', trigger: { kind: 'stop', price: scaled('180') } })
    venue.submit(stop, 1_000)
    venue.submit(block('sell', '170.00', true), 1_000)
    expect(venue.advance(5_000)).toEqual([])
  })

  it('trades at its own price once that reaches the customer’s, and not before', () => {
    const order = block('buy', '182.49', false)
    expect(venue.submit(order, 1_000)).toEqual([])
    source.asks = [['182.36', 300]]
    source.bids = [['182.34', 300]]
    expect(venue.advance(2_000)).toMatchObject([{ kind: 'execution', orderId: order.orderId, price: scaled('182.49') }])
    expect(venue.advance(3_000)).toEqual([])
  })

  it('takes the better price of the two, for the customer', () => {
    expect(venue.submit(block('buy', '183.00', false), 1_000)).toMatchObject([{ price: scaled('182.50') }])
    expect(venue.submit(block('sell', '182.00', false), 1_000)).toMatchObject([{ price: scaled('182.23') }])
  })

  it('negotiates for a minute to the millisecond', () => {
    const order = block('buy', '182.00', false)
    venue.submit(order, 1_000)
    expect(venue.advance(60_999)).toEqual([])
    // The market comes to it too late: however far the clock moves at once, the end is its own moment.
    source.asks = [['181.00', 300]]
    source.bids = [['180.99', 300]]
    expect(venue.advance(120_000)).toMatchObject([{ kind: 'ended', orderId: order.orderId, reason: 'EXPIRED', at: 61_000 }])
  })

  it('goes on after a restart until the same moment, and ends what is over', () => {
    const order = block('buy', '182.00', false)
    const firm = block('buy', '182.00', true)
    const again = createSimVenue(source)
    expect(again.restore([order], 30_000)).toEqual([])
    expect(again.advance(61_000)).toMatchObject([{ kind: 'ended', orderId: order.orderId, reason: 'EXPIRED' }])
    expect(createSimVenue(source).restore([firm], 61_000)).toMatchObject([{ kind: 'ended', reason: 'EXPIRED' }])
    expect(createSimVenue(source).restore([firm], 60_999)).toMatchObject([{ kind: 'execution', price: scaled('182') }])
  })

  it('ends in a halt', () => {
    const order = block('buy', '182.00', false)
    venue.submit(order, 1_000)
    const halt = { stopId: 'halt', kind: 'halt', scope: 'all', target: null, from: 2_000 } as const
    expect(venue.setHalts([halt], 2_000)).toMatchObject([{ kind: 'ended', orderId: order.orderId, reason: 'NO_LIQUIDITY', at: 2_000 }])
  })

  it('lets go of what is cancelled', () => {
    const order = block('buy', '182.00', false)
    venue.submit(order, 1_000)
    expect(venue.cancel(order.orderId, 2_000)).toEqual([])
    expect(venue.advance(120_000)).toEqual([])
  })
})
