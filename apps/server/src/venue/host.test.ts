import { createSimVenue } from '@rueda/exchange/sim-venue.ts'
import { StillMarket, limit } from '@rueda/exchange/testing/still-market.ts'
import { told } from '@rueda/exchange/testing/told.ts'
import { expect, it } from 'vitest'
import { createHost } from './host.ts'
import type { FromWorker } from './messages.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const NOW = 10 * HOUR_MS

/** A host of a market that trades all day, at 182.36 × 182.37. */
function openHost() {
  const source = new StillMarket()
  source.sessions = [{ tradeDate: '2026-01-05', from: 0, opensAt: 0, closesAt: DAY_MS, phase: 'OPEN', matching: true }]
  const posted: FromWorker[] = []
  const host = createHost({
    venue: createSimVenue(source),
    ...{ logo: () => null, recordedSessions: null, scenario: null, readableUntil: () => Number.POSITIVE_INFINITY },
    ...{ beforeOpening: () => undefined, workAhead: () => undefined, tellRounds: () => undefined },
    post: (message) => void posted.push(message),
  })
  return { host, events: () => posted.flatMap((message) => (message.kind === 'events' ? message.events : [])) }
}
const AWAY_MS = 10 * 60_000
const standing = { halts: [], closed: [], listed: [], rounds: [], bookedUntil: NOW, now: NOW + AWAY_MS }

it('an order of the last minute before the market was away may never have arrived: it gets the price of one that arrives', () => {
  const fresh = limit('buy', '182.50', { acceptedAt: NOW - 59_999 })
  const older = limit('buy', '182.50', { acceptedAt: NOW - 60_000 })
  const known = limit('buy', '182.50', { acceptedAt: NOW - 59_999, knownTo: 4 })
  const { host, events } = openHost()
  host.hear({ kind: 'begin', orders: [fresh, older, known], ...standing })
  expect(told(events(), fresh.orderId)).toEqual(['working', 'buy 100 @ 182.37'])
  expect(told(events(), older.orderId)).toEqual([])
  expect(told(events(), known.orderId)).toEqual([])
})
