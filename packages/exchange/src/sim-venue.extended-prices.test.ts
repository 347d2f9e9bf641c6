import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { referenceIndices } from './catalogue/indices.ts'
import { closableMarket } from './closures/closable-market.ts'
import { createSimVenue } from './sim-venue.ts'
import type { Quote, Venue } from './venue.ts'
import { createWorldMarket } from './world/world-market.ts'

/** The closes beside a price of extended hours (`docs/rules/quotes.md` P.11), in August 2026: New York is four hours behind UTC. */
const SHARE = 'US:ARDV'
const at = (moment: string): number => Date.parse(moment)
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const world = createWorldMarket({
  dayKey: (market, date) => sha256(Buffer.from(`extended hours ${market} ${date}`)),
  sha256,
  alwaysOpen: false,
  openedOn: '2026-08-03',
  startDate: '2026-01-05',
})

let venue: Venue
beforeEach(() => {
  const { market, closeDays } = closableMarket(world)
  venue = createSimVenue(market, { closeDays })
})

const quoteAt = (moment: string, id = SHARE): Quote => {
  const quote = venue.quote(id, at(moment))
  if (quote === null) throw new Error(`no quote of ${id}`)
  return quote
}
const closeOf = (date: string, now: string): bigint | undefined =>
  venue
    .bars({ instrumentId: SHARE, interval: 'day', until: at(now), limit: 10, hours: 'regular', adjust: 'split' }, at(now))
    ?.bars.find((bar) => new Date(bar.at).toISOString().startsWith(date))?.close

describe('a share of New York', () => {
  const EVENING = '2026-08-04T21:00:00Z'

  test('in the regular session has the last price alone', () => {
    for (const moment of ['2026-08-04T13:30:00Z', '2026-08-04T19:59:59Z']) expect(quoteAt(moment)).not.toHaveProperty('extended')
  })

  test('in the evening and through the night stands beside the close of the day and that of the day before', () => {
    const { last, extended, previousClose } = quoteAt(EVENING)
    expect(extended).toEqual({ session: 'POST', close: closeOf('2026-08-04', EVENING), closeBefore: closeOf('2026-08-03', EVENING) })
    expect(extended?.closeBefore).toBe(previousClose)
    expect(last).not.toBe(extended?.close)
    expect(quoteAt('2026-08-05T07:59:59Z').extended).toEqual(extended)
  })

  test('begins the evening at the close', () => {
    const { last, extended } = quoteAt('2026-08-04T20:00:00Z')
    expect(last).toBe(extended?.close)
  })

  test('before the open stands beside the same close, which its own change counts from', () => {
    const evening = quoteAt(EVENING).extended
    const { extended, previousClose } = quoteAt('2026-08-05T12:00:00Z')
    expect(extended).toEqual({ ...evening, session: 'PRE' })
    expect(extended?.close).toBe(previousClose)
  })

  test('over a weekend keeps Friday evening’s', () => {
    expect(quoteAt('2026-08-09T15:00:00Z').extended).toEqual(quoteAt('2026-08-07T23:59:59Z').extended)
  })

  test('after a closed day stands beside the close that was seen last', () => {
    const monday = quoteAt('2026-08-10T22:00:00Z').extended
    venue.closeDays([{ market: 'US', date: '2026-08-11', cause: 'mourning' }], at('2026-08-10T22:00:00Z'))
    const { extended, previousClose } = quoteAt('2026-08-12T12:00:00Z')
    expect(extended).toEqual({ ...monday, session: 'PRE' })
    expect(extended?.close).toBe(previousClose)
  })
})

test('an index, and a market that only keeps its closing price, have no other price', () => {
  const [index] = referenceIndices
  expect(quoteAt('2026-08-04T21:00:00Z', index?.instrument.id)).not.toHaveProperty('extended')
  // A quarter past two in Taipei: the session at the closing price.
  expect(quoteAt('2026-08-04T06:15:00Z', 'TW:7203')).not.toHaveProperty('extended')
})
