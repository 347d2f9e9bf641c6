import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, limit, market } from './testing/still-market.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

const NOON = 12 * 3_600_000
const SECOND = 1_000
const CLOSE = 16 * 3_600_000

const told = (events: readonly VenueEvent[], orderId?: string) =>
  events
    .filter((event) => event.kind !== 'session' && (orderId === undefined || event.orderId === orderId))
    .map((event) => {
      if (event.kind === 'execution') return `${event.side} ${formatScaled(event.quantity)} @ ${formatScaled(event.price, 2)}`
      return event.kind === 'ended' ? event.reason : event.kind
    })

function open(change: (source: StillMarket) => void = () => {}): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  source.volatility = 0
  change(source)
  const venue = createSimVenue(source)
  venue.advance(NOON)
  return { source, venue }
}

const part = (order: VenueOrder, quantity: string): VenueOrder => ({ ...order, quantity: scaled(quantity) })
const buy = (quantity: string, worst = '184.19'): VenueOrder => part(market('buy', worst), quantity)
const rest = (quantity: string, price = '182.36'): VenueOrder => part(limit('buy', price), quantity)

describe('an order with a part of a share (rule book P.5)', () => {
  it('is filled by the outside at its price', () => {
    const { venue } = open()
    expect(told(venue.submit(buy('0.540203'), NOON))).toEqual(['working', 'buy 0.540203 @ 182.37'])
  })

  it('takes level after level as whole shares do, and only its own part of the last share', () => {
    const { venue } = open()
    expect(told(venue.submit(buy('400.25'), NOON))).toEqual(['working', 'buy 300 @ 182.37', 'buy 100.25 @ 182.38'])
  })

  it('leaves to others what it took: a begun share is gone', () => {
    const { venue } = open()
    venue.submit(buy('299.5'), NOON)
    expect(told(venue.submit(market('buy', '182.37', { shares: 1 }), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(venue.submit(buy('0.5'), NOON))).toEqual(['working', 'buy 0.5 @ 182.38'])
  })

  it('finds gone what whole shares took', () => {
    const { venue } = open()
    venue.submit(market('buy', '182.37', { shares: 300 }), NOON)
    expect(told(venue.submit(buy('1.5'), NOON))).toEqual(['working', 'buy 1.5 @ 182.38'])
  })

  it('at market ends for what its collar does not reach', () => {
    const { venue } = open()
    expect(told(venue.submit(buy('300.5', '182.37'), NOON))).toEqual(['working', 'buy 300 @ 182.37', 'NO_LIQUIDITY'])
  })

  it('never meets a customer, whole or with a part', () => {
    const { venue } = open((source) => (source.asks = []))
    venue.submit(limit('sell', '182.36', { shares: 5 }), NOON)
    venue.submit(part(limit('sell', '182.36'), '0.5'), NOON)
    expect(told(venue.submit(buy('0.5'), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(venue.submit(limit('buy', '182.40', { shares: 5 }), NOON))).not.toContain('buy 5 @ 182.36')
  })

  it('with a limit waits for prints through its price, whose quarter it gets', () => {
    const { source, venue } = open()
    const order = rest('1.25')
    expect(told(venue.submit(order, NOON))).toEqual(['working'])
    source.print(NOON + SECOND, 'sell', '182.30', 4)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual(['buy 1 @ 182.36'])
    source.print(NOON + 70 * SECOND, 'sell', '182.30', 400)
    expect(told(venue.advance(NOON + 71 * SECOND))).toEqual(['buy 0.25 @ 182.36'])
  })

  it('is cancelled, reduced and ends with its day', () => {
    const { venue } = open((source) => {
      source.sessions = [
        { from: 0, phase: 'OPEN', tradeDate: '2026-01-05', matching: true, opensAt: 0, closesAt: CLOSE },
        { from: CLOSE, phase: 'POST', tradeDate: '2026-01-05', matching: false, opensAt: 0, closesAt: CLOSE },
      ]
    })
    const [first, second, third] = [rest('1.25'), rest('2.5'), rest('0.5')] as const
    for (const order of [first, second, third]) venue.submit(order, NOON)
    expect(told(venue.cancel(first.orderId, NOON))).toEqual(['CANCELLED'])
    venue.reduce(second.orderId, scaled('2.25'), NOON)
    expect(told(venue.advance(CLOSE))).toEqual(['EXPIRED', 'EXPIRED'])
  })

  it('reduced is filled for what is left', () => {
    const { source, venue } = open()
    const order = rest('2.5')
    venue.submit(order, NOON)
    venue.reduce(order.orderId, scaled('2.25'), NOON)
    source.print(NOON + SECOND, 'sell', '182.30', 400)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual(['buy 0.25 @ 182.36'])
  })

  it('waits out a pause, and takes what has come when it is over', () => {
    const { source, venue } = open()
    const order = rest('0.5')
    venue.submit(order, NOON)
    venue.setHalts([{ stopId: 'stop', scope: 'instrument', target: INSTRUMENT.id, from: NOON + SECOND, kind: 'halt' }], NOON + SECOND)
    source.asks = [['182.30', 100]]
    source.print(NOON + 2 * SECOND, 'sell', '182.30', 400)
    expect(told(venue.advance(NOON + 3 * SECOND))).toEqual([])
    expect(told(venue.setHalts([], NOON + 4 * SECOND))).toEqual(['buy 0.5 @ 182.30'])
  })

  it('goes on after a restart with the part that is left, and is told nothing twice', () => {
    const { source, venue } = open()
    const order = rest('0.25')
    expect(told(venue.restore([order], NOON))).toEqual([])
    source.print(NOON + SECOND, 'sell', '182.30', 400)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual(['buy 0.25 @ 182.36'])
  })

  it('stands in the list of trades and moves no price', () => {
    const { venue } = open()
    venue.submit(buy('0.5'), NOON)
    expect(venue.trades(INSTRUMENT.id, 1, NOON)).toMatchObject([{ quantity: scaled('0.5'), price: scaled('182.37') }])
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({ last: scaled('182.36'), volume: scaled('0.5') })
  })
})
