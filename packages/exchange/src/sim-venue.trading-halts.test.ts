import { scaled } from '@rueda/rules/decimal.ts'
import type { TradingHalt } from '@rueda/rules/markets/trading-halt.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, limit, market } from './testing/still-market.ts'
import { told } from './testing/told.ts'
import type { Venue } from './venue.ts'

/**
 * Stops by the brokerage's own staff (`docs/rules/back-office.md` BO-08, `docs/rules/concurrency.md` RC-27,
 * `docs/rules/invariants.md` INV-22): nothing executes after it, and nothing is lost.
 */
const NOON = 12 * HOUR_MS
const HALT: TradingHalt = { kind: 'halt', stopId: 'halt', scope: 'instrument', target: INSTRUMENT.id, from: NOON }
const CLOSING: TradingHalt = {
  kind: 'closeOnly',
  stopId: 'closing',
  scope: 'market',
  target: 'US',
  cause: 'event',
  from: NOON,
  until: NOON + HOUR_MS,
}

function open(): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  source.volatility = 0
  // Days enough for a halt of more than one.
  source.sessions = [{ from: 0, phase: 'OPEN', tradeDate: '2026-01-05', matching: true, opensAt: 0, closesAt: 10 * DAY_MS }]
  const venue = createSimVenue(source)
  venue.advance(NOON)
  return { source, venue }
}

describe('a halt', () => {
  it.each([
    ['of the instrument', HALT],
    ['of its market', { ...HALT, scope: 'market', target: 'US' }],
    ['of everything', { ...HALT, scope: 'all', target: null }],
  ] as const)('%s keeps what rests from being filled, and lets it fill when it is lifted', (_, halt) => {
    const { source, venue } = open()
    expect(told(venue.submit(limit('buy', '182.00'), NOON))).toEqual(['working'])
    expect(told(venue.setHalts([halt], NOON + SECOND_MS))).toEqual([])
    source.asks = [['181.90', 500]]
    source.bids = [['181.80', 500]]
    source.last = '181.90'
    source.print(NOON + 2 * SECOND_MS, 'sell', '181.85', 500)
    expect(told(venue.advance(NOON + 60 * SECOND_MS))).toEqual([])
    expect(venue.quote(INSTRUMENT.id, NOON + 60 * SECOND_MS)).toMatchObject({ phase: 'HALT', haltedSince: NOON, last: scaled('181.90') })
    expect(told(venue.setHalts([], NOON + 90 * SECOND_MS))).toEqual(['buy 100 @ 181.90'])
  })

  it('books what filled before it, and nothing with a later moment', () => {
    const { source, venue } = open()
    venue.submit(limit('buy', '182.00'), NOON)
    source.print(NOON + 400, 'sell', '181.90', 10_000)
    source.print(NOON + 800, 'sell', '181.90', 10_000)
    const events = venue.setHalts([HALT], NOON + 500)
    expect(told(events)).toEqual(['buy 100 @ 182.00'])
    expect(events.every(({ at }) => at <= NOON + 500)).toBe(true)
  })

  it('lets an order that comes meanwhile wait, and any be cancelled', () => {
    const { venue } = open()
    const resting = limit('buy', '182.00')
    const coming = market('buy', '190.00', { timeInForce: 'DAY' })
    venue.submit(resting, NOON)
    venue.setHalts([HALT], NOON + SECOND_MS)
    expect(told(venue.submit(coming, NOON + 2 * SECOND_MS))).toEqual([])
    expect(told(venue.cancel(resting.orderId, NOON + 3 * SECOND_MS))).toEqual(['CANCELLED'])
    expect(told(venue.setHalts([], NOON + 4 * SECOND_MS))).toEqual(['working', 'buy 100 @ 182.36'])
  })

  it('lets no stop be triggered', () => {
    const { source, venue } = open()
    venue.submit(market('sell', '165.00', { timeInForce: 'DAY', trigger: { kind: 'stop', price: scaled('180.00') } }), NOON)
    venue.setHalts([HALT], NOON + SECOND_MS)
    source.print(NOON + 2 * SECOND_MS, 'sell', '179.00', 500)
    expect(told(venue.advance(NOON + 60 * SECOND_MS))).toEqual([])
  })

  it('holds for orders that are resubmitted after a restart', () => {
    const { venue } = open()
    venue.setHalts([HALT], NOON)
    expect(told(venue.restore([limit('buy', '182.50')], NOON))).toEqual([])
    expect(told(venue.advance(NOON + SECOND_MS))).toEqual([])
  })

  it('of more than a day ends what waits', () => {
    const { venue } = open()
    venue.submit(limit('buy', '182.00', { timeInForce: 'GTC', lastTradeDate: '2026-03-05' }), NOON)
    venue.setHalts([HALT], NOON)
    expect(told(venue.advance(NOON + DAY_MS - SECOND_MS))).toEqual([])
    expect(told(venue.advance(NOON + DAY_MS))).toEqual(['SYSTEM'])
  })

  it('that is known to end keeps what waits, for two days in a row too, and lets it fill then', () => {
    const { source, venue } = open()
    venue.submit(limit('buy', '182.00', { timeInForce: 'GTC', lastTradeDate: '2026-03-05' }), NOON)
    const days = [0, 1].map((day) => ({ ...HALT, stopId: `day ${day}`, from: NOON + (day + 1) * DAY_MS, until: NOON + (day + 2) * DAY_MS }))
    expect(told(venue.setHalts(days, NOON))).toEqual([])
    // It holds from its first moment on, without anybody telling the market then.
    source.print(NOON + DAY_MS + 1, 'sell', '181.90', 500)
    expect(told(venue.advance(NOON + 3 * DAY_MS - SECOND_MS))).toEqual([])
    expect(venue.quote(INSTRUMENT.id, NOON + 2 * DAY_MS)).toMatchObject({ phase: 'HALT' })
    source.asks = [['181.90', 500]]
    source.last = '181.90'
    expect(told(venue.advance(NOON + 3 * DAY_MS + SECOND_MS))).toEqual(['buy 100 @ 181.90'])
  })

  it('of something else changes nothing', () => {
    const { venue } = open()
    venue.setHalts([{ ...HALT, scope: 'market', target: 'TW' }], NOON)
    expect(told(venue.submit(market('buy', '190.00'), NOON))).toEqual(['working', 'buy 100 @ 182.37'])
  })
})

describe('a time of closing only', () => {
  it('ends what would open, and leaves what closes', () => {
    const { venue } = open()
    const [opening, closing] = [limit('buy', '182.00'), limit('sell', '183.00')]
    venue.submit(opening, NOON)
    venue.submit(closing, NOON)
    const events = venue.setHalts([CLOSING], NOON + SECOND_MS)
    expect(told(events, opening.orderId)).toEqual(['SYSTEM'])
    expect(told(events, closing.orderId)).toEqual([])
    expect(venue.quote(INSTRUMENT.id, NOON + SECOND_MS)?.closeOnly).toEqual({ reason: 'event', from: NOON, until: NOON + HOUR_MS })
  })

  it('says the very same however often it is told', () => {
    const { venue } = open()
    venue.setHalts([CLOSING], NOON)
    const first = venue.quote(INSTRUMENT.id, NOON)?.closeOnly
    venue.setHalts([{ ...CLOSING }], NOON + SECOND_MS)
    expect(venue.quote(INSTRUMENT.id, NOON + SECOND_MS)?.closeOnly).toBe(first)
  })
})
