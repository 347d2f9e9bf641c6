import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, limit, market } from './testing/still-market.ts'
import { told } from './testing/told.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

const HOUR = 3_600_000
const OPENS = 9.5 * HOUR
const CLOSES = 16 * HOUR
const DAY = 24 * HOUR
const TODAY = '2026-01-05'
const TOMORROW = '2026-01-06'

/** Two days that trade from 9:30 to 16:00. */
function withHours(source: StillMarket): void {
  const of = (date: string, start: number) => {
    const hours = { tradeDate: date, opensAt: start + OPENS, closesAt: start + CLOSES }
    return [
      { ...hours, from: start, phase: 'PRE' as const, matching: false },
      { ...hours, from: start + OPENS, phase: 'OPEN' as const, matching: true },
      { ...hours, from: start + CLOSES, phase: 'POST' as const, matching: false },
    ]
  }
  source.sessions = [...of(TODAY, 0), ...of(TOMORROW, DAY)]
}

/** Two days without a break between them. */
function alwaysOpen(source: StillMarket): void {
  const day = (tradeDate: string, from: number) => ({
    tradeDate,
    from,
    opensAt: from,
    closesAt: from + DAY,
    phase: 'OPEN' as const,
    matching: true,
  })
  source.sessions = [day(TODAY, 0), day(TOMORROW, DAY)]
}

function open(at: number, ...changes: readonly ((source: StillMarket) => void)[]): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  for (const change of changes) change(source)
  const venue = createSimVenue(source)
  venue.advance(at)
  return { source, venue }
}

describe('before the open', () => {
  it('an order waits, works from the open on, and a market order gets the price of the opening auction', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    const order = market('buy', '190.00')
    expect(venue.submit(order, OPENS - HOUR)).toEqual([])
    const events = venue.advance(OPENS + 250)
    expect(events[0]).toMatchObject({ kind: 'session', at: OPENS, session: { phase: 'OPEN' } })
    expect(told(events)).toEqual(['working', 'buy 100 @ 182.36'])
  })

  it('many buyers move the price of the auction up the outside depth', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    // The outside offers 24,000 shares in a hump: 4,100 of them up to 182.39 and 5,600 up to 182.40.
    const order = market('buy', '190.00', { shares: 5_000 })
    venue.submit(order, OPENS - HOUR)
    const events = venue.advance(OPENS)
    expect(told(events)).toEqual(['working', 'buy 5000 @ 182.40'])
  })

  it('customers meet each other in the auction at one price', () => {
    const { venue } = open(OPENS - HOUR, withHours, (source) => (source.dailyVolume = 0))
    const buyers = [limit('buy', '182.40', { shares: 60 }), limit('buy', '182.36', { shares: 60 })]
    const seller = limit('sell', '182.36', { shares: 100 })
    for (const order of [...buyers, seller]) venue.submit(order, OPENS - HOUR)
    const events = venue.advance(OPENS)
    expect(told(events)).toEqual([
      'working',
      'working',
      'working',
      'sell 60 @ 182.36',
      'buy 60 @ 182.36',
      'sell 40 @ 182.36',
      'buy 40 @ 182.36',
    ])
    expect(venue.quote(INSTRUMENT.id, OPENS)?.volume).toBe(10_000_000_000n)
  })

  it('of two orders of one account that would meet, the later one ends', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    const [first, second] = [limit('buy', '182.40', { accountId: 'one' }), limit('sell', '182.30', { accountId: 'one' })]
    venue.submit(first, OPENS - HOUR)
    venue.submit(second, OPENS - HOUR)
    expect(told(venue.advance(OPENS), second.orderId)).toEqual(['working', 'SELF_TRADE'])
  })

  it('a price that has come to lie outside the bands ends the order: a buy above last × 1.5', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    venue.submit(limit('buy', '273.55'), OPENS - HOUR)
    venue.submit(limit('sell', '91.17'), OPENS - HOUR)
    expect(told(venue.advance(OPENS))).toEqual(['OUTSIDE_BAND', 'OUTSIDE_BAND'])
  })

  it('a waiting order can be cancelled and does not come back', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    const order = limit('buy', '182.40')
    venue.submit(order, OPENS - HOUR)
    expect(told(venue.cancel(order.orderId, OPENS - 1))).toEqual(['CANCELLED'])
    expect(told(venue.advance(OPENS))).toEqual([])
  })
})

describe('the closing call', () => {
  const CALL = CLOSES - 3 * 60_000
  /** The market stops matching three minutes before the close and gathers orders. */
  function withCall(source: StillMarket): void {
    const day = { tradeDate: TODAY, opensAt: OPENS, closesAt: CLOSES }
    source.sessions = [
      { ...day, from: 0, phase: 'CLOSED', matching: false },
      { ...day, from: OPENS, phase: 'OPEN', matching: true },
      { ...day, from: CALL, phase: 'AUCTION', matching: false },
      { ...day, from: CLOSES, phase: 'CLOSED', matching: false },
    ]
  }

  it('gathers orders without filling them, and fills them at one price at the close', () => {
    const { venue } = open(OPENS, withCall)
    const resting = limit('buy', '182.30', { timeInForce: 'GTC', lastTradeDate: TOMORROW })
    venue.submit(resting, OPENS)
    venue.advance(CALL)
    const [buyer, atMarket] = [limit('buy', '182.40'), market('sell', '173.00')]
    expect(venue.submit(buyer, CALL + 1)).toEqual([])
    expect(venue.submit(atMarket, CALL + 2)).toEqual([])
    expect(told(venue.advance(CLOSES - 1))).toEqual([])
    const events = venue.advance(CLOSES)
    expect(told(events, buyer.orderId)).toEqual(['working', 'buy 100 @ 182.36'])
    expect(told(events, atMarket.orderId)).toEqual(['working', 'sell 100 @ 182.36'])
    expect(told(events, resting.orderId)).toEqual([])
  })

  it('ends what found nobody: a day order expires, a market order had its chance', () => {
    const { venue } = open(OPENS, withCall, (source) => (source.dailyVolume = 0))
    venue.advance(CALL)
    const [tooLow, atMarket] = [limit('buy', '182.00'), market('sell', '190.00')]
    venue.submit(tooLow, CALL + 1)
    venue.submit(atMarket, CALL + 1)
    const events = venue.advance(CLOSES)
    expect(told(events, tooLow.orderId)).toEqual(['working', 'EXPIRED'])
    expect(told(events, atMarket.orderId)).toEqual(['working', 'NO_LIQUIDITY'])
  })
})

describe('the end of an order’s time', () => {
  it('a day order expires at the close, an order of many days waits for the next open', () => {
    const { venue } = open(OPENS, withHours)
    const [day, longer] = [limit('buy', '180.00'), limit('buy', '180.00', { timeInForce: 'GTC', lastTradeDate: TOMORROW })]
    venue.submit(day, OPENS)
    venue.submit(longer, OPENS)
    expect(told(venue.advance(CLOSES))).toEqual(['EXPIRED'])
    expect(venue.depth(INSTRUMENT.id, 10, CLOSES)?.bids).toHaveLength(2)
    expect(told(venue.advance(DAY + OPENS))).toEqual([])
    expect(venue.depth(INSTRUMENT.id, 10, DAY + OPENS)?.bids).toHaveLength(3)
    expect(told(venue.advance(DAY + CLOSES), longer.orderId)).toEqual(['EXPIRED'])
  })

  it('where the market is always open, a day order ends at 24:00 and the others stay where they stand', () => {
    const { venue } = open(0, alwaysOpen)
    const [day, longer] = [limit('buy', '180.00'), limit('buy', '180.00', { timeInForce: 'GTC', lastTradeDate: TOMORROW })]
    venue.submit(day, 1)
    venue.submit(longer, 2)
    const events = venue.advance(DAY + 1)
    expect(told(events)).toEqual(['EXPIRED'])
    expect(events.at(-1)).toMatchObject({ at: DAY })
    expect(venue.depth(INSTRUMENT.id, 10, DAY + 1)?.bids).toHaveLength(3)
  })

  it('an order whose last date is over before it comes never works', () => {
    const { venue } = open(DAY, alwaysOpen)
    expect(told(venue.submit(limit('buy', '182.40'), DAY))).toEqual(['EXPIRED'])
  })
})

describe('after a restart', () => {
  const resting = (price: string, more: Partial<VenueOrder> = {}) => limit('buy', price, more)

  it('open orders stand again in their time order and nothing is executed for those that rested', () => {
    const { venue } = open(OPENS, alwaysOpen)
    const [early, late, through] = [
      resting('182.36', { acceptedAt: 1 }),
      resting('182.36', { acceptedAt: 2 }),
      resting('182.50', { acceptedAt: 3 }),
    ]
    expect(venue.restore([late, through, early], OPENS)).toEqual([])
    expect(told(venue.advance(OPENS + 1_000))).toEqual([])
    const seller = limit('sell', '182.36', { shares: 650 })
    const events = venue.submit(seller, OPENS + 60_000)
    expect(
      events.filter((event) => event.kind === 'execution' && event.resting).map((event) => event.kind === 'execution' && event.orderId),
    ).toEqual([through.orderId, early.orderId, late.orderId])
  })

  it('what can never have rested is taken as new', () => {
    const { venue } = open(OPENS, alwaysOpen)
    const [market0, crossing] = [market('buy', '190.00', { acceptedAt: 1 }), limit('sell', '182.20', { acceptedAt: 3 })]
    const events = venue.restore([resting('182.36', { acceptedAt: 2 }), market0, crossing], OPENS)
    expect(told(events, market0.orderId)).toEqual(['working', 'buy 100 @ 182.37'])
    expect(told(events, crossing.orderId)).toEqual(['working', 'sell 100 @ 182.36'])
  })

  it('an order whose time ran out while the venue was away expires', () => {
    const { venue } = open(DAY + 1, alwaysOpen)
    expect(told(venue.restore([resting('182.00')], DAY + 1))).toEqual(['EXPIRED'])
  })

  it('numbers go on where they were', () => {
    const source = new StillMarket()
    const venue = createSimVenue(source, { firstSequence: 5_000 })
    expect(venue.submit(limit('buy', '182.00'), OPENS)[0]?.sequence).toBe(5_000)
  })
})

describe('a halt', () => {
  it('lets nothing match, lets orders be cancelled, and ends with an auction', () => {
    const halt = (source: StillMarket) => {
      const hours = { tradeDate: TODAY, opensAt: 0, closesAt: DAY }
      source.sessions = [
        { ...hours, from: 0, phase: 'OPEN', matching: true },
        { ...hours, from: HOUR, phase: 'HALT', matching: false },
        { ...hours, from: 2 * HOUR, phase: 'OPEN', matching: true },
      ]
    }
    const { source, venue } = open(0, halt)
    const [stays, leaves] = [limit('buy', '182.00'), limit('buy', '182.01')]
    venue.submit(stays, 1)
    venue.submit(leaves, 1)
    venue.advance(HOUR)
    source.print(HOUR + 1, 'sell', '181.00', 100_000)
    expect(told(venue.advance(HOUR + 1_000))).toEqual([])
    expect(told(venue.cancel(leaves.orderId, HOUR + 2_000))).toEqual(['CANCELLED'])
    venue.submit(market('sell', '170.00'), HOUR + 3_000)
    expect(told(venue.advance(2 * HOUR))).toEqual(['working', 'sell 100 @ 182.36'])
    source.print(2 * HOUR + 1, 'sell', '181.00', 100_000)
    expect(told(venue.advance(2 * HOUR + 1_000), stays.orderId)).toEqual(['buy 100 @ 182.00'])
  })
})

describe('a halt of more than a day', () => {
  it('ends every order that waits for its end, a held one included', () => {
    const halted = (source: StillMarket) => {
      alwaysOpen(source)
      const quote = source.quote.bind(source)
      source.quote = (id, now) => (now < HOUR ? quote(id, now) : { ...quote(id, now), phase: 'HALT', haltedSince: HOUR })
    }
    const { venue } = open(0, halted)
    const longer = { timeInForce: 'GTC', lastTradeDate: TOMORROW } as const
    const [rests, waits] = [limit('buy', '180.00', longer), limit('sell', '170.00', { ...longer, trigger: { kind: 'stop', price: 1n } })]
    venue.submit(rests, 1)
    venue.submit(waits, 2)
    expect(told(venue.advance(HOUR + DAY - 1))).toEqual([])
    expect(told(venue.advance(HOUR + DAY))).toEqual(['SYSTEM', 'SYSTEM'])
    expect(told(venue.submit(limit('buy', '180.00', longer), HOUR + DAY + 1))).toEqual(['SYSTEM'])
  })
})

describe('open for closing only', () => {
  const closeOnly = { reason: 'clearing', from: HOUR, until: 2 * HOUR } as const
  const restricted = (source: StillMarket) => {
    alwaysOpen(source)
    const quote = source.quote.bind(source)
    source.quote = (id, now) => (now < HOUR || now >= 2 * HOUR ? quote(id, now) : { ...quote(id, now), closeOnly })
  }

  it('ends what would open, lets what closes rest and fill, and takes openings again afterwards', () => {
    const { source, venue } = open(0, restricted)
    const [buys, stop] = [limit('buy', '180.00'), limit('buy', '200.00', { trigger: { kind: 'stop', price: 19_000_000_000n } })]
    const sells = limit('sell', '182.40')
    for (const order of [buys, stop, sells]) venue.submit(order, 1)
    expect(told(venue.advance(HOUR))).toEqual(['SYSTEM', 'SYSTEM'])
    expect(told(venue.submit(limit('buy', '182.40'), HOUR + 1))).toEqual(['SYSTEM'])
    expect(told(venue.submit(market('sell', '170.00'), HOUR + 2))).toEqual(['working', 'sell 100 @ 182.36'])
    source.print(HOUR + 3, 'buy', '182.50', 100_000)
    expect(told(venue.advance(HOUR + 1_000), sells.orderId)).toEqual(['sell 100 @ 182.40'])
    venue.advance(2 * HOUR)
    expect(told(venue.submit(market('buy', '190.00'), 2 * HOUR))).toEqual(['working', 'buy 100 @ 182.37'])
  })
})

describe('the venue', () => {
  it('tells the same twice: the same orders at the same moments give the same events', () => {
    const run = () => {
      const source = new StillMarket()
      const venue = createSimVenue(source)
      const events: VenueEvent[] = []
      for (let step = 0; step < 200; step += 1) {
        const now = OPENS + step * 250
        source.print(now - 100, step % 2 === 0 ? 'buy' : 'sell', step % 2 === 0 ? '182.37' : '182.36', 40 + (step % 7))
        events.push(...venue.advance(now))
        const side = step % 3 === 0 ? 'buy' : 'sell'
        const order = limit(side, side === 'buy' ? '182.37' : '182.36', {
          orderId: `o${step}`,
          accountId: `a${step % 5}`,
          shares: 10 + (step % 50),
          acceptedAt: step,
        })
        events.push(...venue.submit(order, now + 10))
      }
      return events
    }
    const [first, second] = [run(), run()]
    expect(second).toEqual(first)
    expect(first.map((event) => event.sequence)).toEqual(first.map((_, index) => index + 1))
    expect(first.filter((event) => event.kind === 'execution').length).toBeGreaterThan(100)
  })
})
