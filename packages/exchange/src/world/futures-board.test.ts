import { createHash } from 'node:crypto'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { guardMarket } from '../interruptions/guarded-market.ts'
import { createSimVenue } from '../sim-venue.ts'
import { limit } from '../testing/still-market.ts'
import { createWorldMarket } from './world-market.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const START = Date.UTC(2026, 10, 20, 16)
const open = () => {
  const world = createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`${market} ${date}`)),
    sha256,
    alwaysOpen: true,
    openedOn: '2026-11-20',
    startDate: '2026-09-01',
  })
  const venue = createSimVenue(guardMarket({ market: world, tierOf: () => 1 }))
  venue.advance(START)
  return venue
}
const later = (days: number): Instant => START + days * DAY_MS

it('lists newer months as time goes on, without a restart, and takes orders in them', () => {
  const venue = open()
  const idsAt = () => venue.instruments.map(({ id }) => id)
  const before = idsAt()
  expect(before).not.toContain('FUT:SCL-2028U')
  for (const days of [100, 200, 300, 400, 500, 600]) venue.advance(later(days))
  const after = idsAt()
  // Known contracts keep their place; new months come after them.
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after).toContain('FUT:SCL-2028U')
  expect(new Set(after).size).toBe(after.length)
  const now = later(600)
  expect(venue.quote('FUT:SCL-2028U', now)?.last).toBeGreaterThan(0n)
  const price = venue.quote('FUT:SCL-2028U', now)?.ask ?? 0n
  const events = venue.submit({ ...limit('buy', '0'), instrumentId: 'FUT:SCL-2028U', worstPrice: price, lastTradeDate: '2028-07-20' }, now)
  expect(events.map(({ kind }) => kind)).toContain('execution')
})

it('quotes no month before it is listed nor after its last trade date, and goes on showing its chart', () => {
  const venue = open()
  expect(venue.quote('FUT:SES-2027Z', START)).toBeNull()
  expect(venue.quote('FUT:SES-2026Z', START)).not.toBeNull()
  venue.advance(later(60))
  expect(venue.quote('FUT:SES-2026Z', later(60))).toBeNull()
  expect(venue.quote('FUT:SES-2027Z', later(60))).not.toBeNull()
  const request = { instrumentId: 'FUT:SES-2026Z', interval: 'day', until: later(20), limit: 10, hours: 'regular', adjust: 'none' } as const
  expect(venue.bars(request, later(60))?.bars).toHaveLength(10)
})
