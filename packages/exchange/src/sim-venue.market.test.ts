import { createHash, createHmac } from 'node:crypto'
import { SCALE } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { createSimMarket } from './prices/sim-market.ts'
import { createSimVenue } from './sim-venue.ts'
import type { VenueOrder } from './venue.ts'

const secret = Buffer.alloc(32, 7)
const market = (alwaysOpen: boolean) =>
  createSimMarket({
    alwaysOpen,
    startDate: '2025-10-01',
    dayKey: (name, date) => new Uint8Array(createHmac('sha256', secret).update(`${name} ${date}`).digest()),
    sha256: (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
  })

/** Monday, 5 January 2026, 11:00 in New York. */
const NOW = Date.UTC(2026, 0, 5, 16)
const SECOND = 1_000

const order = (instrumentId: string, more: Partial<VenueOrder>): VenueOrder => ({
  orderId: 'one',
  accountId: 'account',
  instrumentId,
  side: 'buy',
  opens: true,
  type: 'market',
  worstPrice: 0n,
  quantity: 100n * SCALE,
  timeInForce: 'IOC',
  acceptedAt: NOW,
  lastTradeDate: '2026-01-05',
  trigger: null,
  siblingId: null,
  knownTo: 0,
  ...more,
})

describe('the venue on the simulated market', () => {
  const source = market(true)
  const tradable = source.instruments.filter((instrument) => !instrument.quoteOnly)
  const first = tradable[0]?.id ?? ''

  it('fills a market order from the ask that the quote shows', () => {
    const venue = createSimVenue(source)
    venue.advance(NOW)
    const quote = venue.quote(first, NOW)
    const ask = quote?.ask ?? 0n
    const events = venue.submit(order(first, { worstPrice: ask + ask / 20n, quantity: SCALE }), NOW)
    expect(events.map((event) => event.kind)).toEqual(['working', 'execution'])
    expect(events[1]).toMatchObject({ price: ask, quantity: SCALE, tradeDate: quote?.tradeDate })
  })

  it('fills resting orders at the touch by what the market trades', () => {
    const venue = createSimVenue(source)
    venue.advance(NOW)
    let filled = 0
    for (const [index, instrument] of tradable.slice(0, 20).entries()) {
      const bid = venue.quote(instrument.id, NOW)?.bid ?? 0n
      venue.submit(order(instrument.id, { orderId: `o${index}`, type: 'limit', timeInForce: 'DAY', worstPrice: bid }), NOW)
    }
    for (let tick = 1; tick <= 4 * 600; tick += 1) {
      filled += venue.advance(NOW + tick * 250).filter((event) => event.kind === 'execution').length
    }
    expect(filled).toBeGreaterThan(5)
  })

  it('leaves instruments that nobody trades as they are', () => {
    const venue = createSimVenue(source)
    venue.advance(NOW)
    for (const instrument of tradable.slice(0, 5)) {
      expect(venue.quote(instrument.id, NOW)).toEqual(source.quote(instrument.id, NOW))
      expect(venue.depth(instrument.id, 10, NOW)).toEqual(source.depth(instrument.id, 10, NOW))
    }
  })

  it('after an execution its minute still adds up to the longer bars', () => {
    const venue = createSimVenue(source)
    venue.advance(NOW)
    venue.submit(order(first, { worstPrice: (venue.quote(first, NOW)?.ask ?? 0n) * 2n, quantity: 500n * SCALE }), NOW)
    const now = NOW + 150 * SECOND
    const bars = (interval: '1m' | '5m', limit: number) =>
      venue.bars({ instrumentId: first, interval, until: now, limit, hours: 'regular', adjust: 'none' }, now)?.bars ?? []
    const five = bars('5m', 1)[0]
    const minutes = bars('1m', 10).filter((bar) => bar.at >= (five?.at ?? 0))
    expect(minutes).toHaveLength(3)
    expect(five).toMatchObject({
      open: minutes[0]?.open,
      close: minutes.at(-1)?.close,
      volume: minutes.reduce((sum, bar) => sum + bar.volume, 0n),
    })
    expect(minutes[0]?.volume).toBeGreaterThan(
      source.bars({ instrumentId: first, interval: '1m', until: NOW, limit: 1, hours: 'regular', adjust: 'none' }, now)?.bars[0]?.volume ??
        0n,
    )
  })

  it('with the real calendar holds an order of the night for the opening auction', () => {
    const real = market(false)
    const venue = createSimVenue(real)
    const night = Date.UTC(2026, 0, 5, 12)
    const opens = Date.UTC(2026, 0, 5, 14, 30)
    venue.advance(night)
    const last = venue.quote(first, night)?.last ?? 0n
    expect(venue.submit(order(first, { worstPrice: last * 2n }), night)).toEqual([])
    const events = venue.advance(opens + 5 * SECOND).filter((event) => event.kind !== 'session')
    expect(events.map((event) => event.kind)).toEqual(['working', 'execution'])
  })
})
