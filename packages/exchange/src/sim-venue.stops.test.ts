import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { StillMarket, limit, market } from './testing/still-market.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/** Held orders, orders for the same shares, amendments in the book, and extended hours. */
const HOUR = 3_600_000
const OPENS = 9.5 * HOUR
const CLOSES = 16 * HOUR
const POST_CLOSES = 20 * HOUR
const NOON = 12 * HOUR
const TODAY = '2026-01-05'
const TOMORROW = '2026-01-06'

const told = (events: readonly VenueEvent[], orderId?: string) =>
  events
    .filter((event) => event.kind !== 'session' && (orderId === undefined || event.orderId === orderId))
    .map((event) => {
      if (event.kind === 'execution') return `${event.side} ${formatScaled(event.quantity)} @ ${formatScaled(event.price, 2)}`
      if (event.kind === 'triggered' || event.kind === 'trailed') return `${event.kind} ${formatScaled(event.price, 2)}`
      return event.kind === 'ended' ? event.reason : event.kind
    })

function open(at = NOON, change: (source: StillMarket) => void = () => {}): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  source.volatility = 0
  change(source)
  const venue = createSimVenue(source)
  venue.advance(at)
  return { source, venue }
}

/** Enough has been traded for customers' resting orders to be filled whole. */
const lively = (source: StillMarket, at = NOON): void => source.print(at + 50, 'buy', '182.36', 10_000)

/** A day with hours before and after its session, and the next one. */
function withHours(source: StillMarket): void {
  const hours = { tradeDate: TODAY, opensAt: OPENS, closesAt: CLOSES }
  source.sessions = [
    { ...hours, from: 0, phase: 'PRE', matching: false },
    { ...hours, from: OPENS, phase: 'OPEN', matching: true },
    { ...hours, from: CLOSES, phase: 'POST', matching: false },
    { tradeDate: TOMORROW, opensAt: 33 * HOUR, closesAt: 40 * HOUR, from: POST_CLOSES, phase: 'CLOSED', matching: false },
  ]
}

const stopSale = (price: string, more: Parameters<typeof limit>[2] = {}): VenueOrder =>
  market('sell', '165.00', { timeInForce: 'DAY', trigger: { kind: 'stop', price: scaled(price) }, ...more })
const stopPurchase = (price: string, hold: string): VenueOrder =>
  market('buy', hold, { timeInForce: 'DAY', trigger: { kind: 'stop', price: scaled(price) } })

describe('a stop', () => {
  it('is let go by the first trade at it and becomes a market order', () => {
    const { source, venue } = open()
    expect(told(venue.submit(stopSale('180.00'), NOON))).toEqual([])
    source.print(NOON + 100, 'sell', '180.01', 50)
    expect(told(venue.advance(NOON + 250))).toEqual([])
    source.print(NOON + 300, 'sell', '180.00', 50)
    expect(told(venue.advance(NOON + 500))).toEqual(['triggered 180.00', 'sell 100 @ 182.36'])
  })

  it('of a purchase is let go by a trade at it or above, and pays no more than its hold', () => {
    const { source, venue } = open()
    venue.submit(stopPurchase('185.00', '188.70'), NOON)
    source.asks = [
      ['188.60', 60],
      ['188.80', 500],
    ]
    source.print(NOON + 100, 'buy', '188.50', 10)
    expect(told(venue.advance(NOON + 250))).toEqual(['triggered 188.50', 'buy 60 @ 188.60', 'NO_LIQUIDITY'])
  })

  it('with a limit rests at its limit', () => {
    const { source, venue } = open()
    const order = limit('buy', '182.30', { trigger: { kind: 'stop', price: scaled('182.40') } })
    venue.submit(order, NOON)
    source.print(NOON + 100, 'buy', '182.40', 10)
    expect(told(venue.advance(NOON + 250))).toEqual(['triggered 182.40'])
    expect(venue.depth(order.instrumentId, 3, NOON + 250)?.bids).toContainEqual({ price: scaled('182.30'), quantity: order.quantity })
  })

  it('is let go by a trade of the regular session only', () => {
    const { source, venue } = open(NOON, withHours)
    venue.submit(stopSale('180.00', { timeInForce: 'GTC', lastTradeDate: '2026-03-01' }), NOON)
    source.print(CLOSES + 1_000, 'sell', '170.00', 50)
    expect(told(venue.advance(CLOSES + HOUR))).toEqual([])
  })

  it('can be let go by a trade of other customers inside the quote', () => {
    const { venue } = open(NOON, (source) => Object.assign(source, { bids: [['182.10', 300]], asks: [['182.50', 300]], last: '182.40' }))
    venue.submit(stopSale('182.20', { shares: 50 }), NOON)
    venue.submit(limit('buy', '182.20', { accountId: 'buyer' }), NOON)
    const events = venue.submit(limit('sell', '182.20'), NOON + 250)
    expect(told(events)).toEqual(['working', 'buy 100 @ 182.20', 'sell 100 @ 182.20', 'triggered 182.20', 'sell 50 @ 182.10'])
  })

  it('is not let go by what a customer takes from the outside’s depth, however deep', () => {
    const { venue } = open()
    expect(told(venue.submit(stopSale('182.35', { shares: 50 }), NOON))).toEqual([])
    const events = venue.submit(market('sell', '182.10', { shares: 800 }), NOON + 250)
    expect(told(events)).toEqual(['working', 'sell 300 @ 182.36', 'sell 500 @ 182.35'])
    expect(told(venue.advance(NOON + 500))).toEqual([])
  })

  it('expires at the close and can be cancelled before', () => {
    const { venue } = open(NOON, withHours)
    const [first, second] = [stopSale('180.00'), stopSale('170.00')]
    for (const order of [first, second]) venue.submit(order, NOON)
    expect(told(venue.cancel(first.orderId, NOON))).toEqual(['CANCELLED'])
    expect(told(venue.advance(CLOSES))).toEqual(['EXPIRED'])
  })

  it('is held again after a restart, and one that was let go is not', () => {
    const { source, venue } = open()
    expect(told(venue.restore([stopSale('180.00')], NOON))).toEqual([])
    source.print(NOON + 100, 'sell', '179.00', 10)
    expect(told(venue.advance(NOON + 250))).toEqual(['triggered 179.00', 'sell 100 @ 182.36'])
    const released = market('sell', '170.00', { timeInForce: 'DAY' })
    expect(told(venue.restore([released], NOON + 500), released.orderId)).toContain('sell 100 @ 182.36')
  })
})

describe('a trailing stop', () => {
  const trailing = (best: string): VenueOrder =>
    market('sell', '165.00', { timeInForce: 'DAY', trigger: { kind: 'trailing', percent: scaled('5'), best: scaled(best) } })

  it('follows better trades, tells of them once a second, and sells when the market has come back by its trail', () => {
    const { source, venue } = open()
    venue.submit(trailing('182.00'), NOON)
    source.print(NOON + 100, 'buy', '190.00', 10)
    expect(told(venue.advance(NOON + 250))).toEqual(['trailed 190.00'])
    source.print(NOON + 300, 'buy', '191.00', 10)
    source.print(NOON + 320, 'sell', '185.00', 10)
    expect(told(venue.advance(NOON + 500))).toEqual([])
    expect(told(venue.advance(NOON + 1_250))).toEqual(['trailed 191.00'])
    // 191.00 less 5 % is 181.45.
    source.print(NOON + 1_300, 'sell', '181.46', 10)
    expect(told(venue.advance(NOON + 1_500))).toEqual([])
    source.print(NOON + 1_600, 'sell', '181.45', 10)
    expect(told(venue.advance(NOON + 1_750))).toEqual(['triggered 181.45', 'sell 100 @ 182.36'])
  })

  it('tells at the end of a day what it has followed, so that a restart on the next one cannot loosen it', () => {
    const { source, venue } = open(POST_CLOSES - 1_000, (market) => {
      market.sessions = [
        { tradeDate: TODAY, opensAt: OPENS, closesAt: POST_CLOSES, from: 0, phase: 'OPEN', matching: true },
        { tradeDate: TOMORROW, opensAt: 33 * HOUR, closesAt: 40 * HOUR, from: POST_CLOSES, phase: 'CLOSED', matching: false },
      ]
    })
    venue.submit({ ...trailing('182.00'), timeInForce: 'GTC', lastTradeDate: TOMORROW }, POST_CLOSES - 1_000)
    source.print(POST_CLOSES - 900, 'buy', '190.00', 10)
    source.print(POST_CLOSES - 500, 'buy', '191.00', 10)
    expect(told(venue.advance(POST_CLOSES - 1))).toEqual(['trailed 190.00'])
    expect(told(venue.advance(POST_CLOSES + 5_000))).toEqual(['trailed 191.00'])
  })

  it('goes on after a restart from the best trade it knew', () => {
    const { source, venue } = open()
    venue.restore([trailing('200.00')], NOON)
    source.print(NOON + 100, 'sell', '189.99', 10)
    expect(told(venue.advance(NOON + 250))[0]).toBe('triggered 189.99')
  })
})

describe('two orders for the same shares', () => {
  const pair = (): [VenueOrder, VenueOrder] => {
    const account = { accountId: 'one', orderId: 'profit', siblingId: 'loss' }
    return [limit('sell', '182.39', account), stopSale('180.00', { ...account, orderId: 'loss', siblingId: 'profit' })]
  }

  it('what one fills is taken off the other', () => {
    const { source, venue } = open()
    for (const order of pair()) venue.submit(order, NOON)
    lively(source)
    source.print(NOON + 100, 'buy', '182.39', 60)
    expect(told(venue.advance(NOON + 250))).toEqual(['sell 60 @ 182.39'])
    source.print(NOON + 300, 'sell', '179.90', 10)
    expect(told(venue.advance(NOON + 500))).toEqual(['triggered 179.90', 'sell 40 @ 182.36'])
    expect(told(venue.cancel('profit', NOON + 750))).toEqual([])
  })

  it('both at once in an opening auction sell the shares once', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    const [profit, loss] = pair()
    venue.restore(
      [
        { ...profit, worstPrice: scaled('181.00') },
        { ...loss, trigger: null, timeInForce: 'GTC' },
      ],
      OPENS - HOUR,
    )
    expect(told(venue.advance(OPENS)).filter((text) => text.startsWith('sell'))).toEqual(['sell 100 @ 182.36'])
  })
})

describe('an amendment in the book', () => {
  it('of less keeps its place in the queue', () => {
    const { source, venue } = open(NOON, (market) => (market.bids = []))
    const [first, second] = [limit('buy', '182.30'), limit('buy', '182.30')]
    for (const order of [first, second]) venue.submit(order, NOON)
    expect(venue.reduce(first.orderId, scaled('40'), NOON)).toEqual([])
    lively(source)
    source.print(NOON + 100, 'sell', '182.30', 70)
    const events = venue.advance(NOON + 250)
    expect(told(events, first.orderId)).toEqual(['buy 60 @ 182.30'])
    expect(told(events, second.orderId)).toEqual(['buy 10 @ 182.30'])
  })

  it('of everything that is left takes it out without a word', () => {
    const { venue } = open()
    const order = limit('buy', '182.30')
    venue.submit(order, NOON)
    expect(venue.reduce(order.orderId, order.quantity, NOON)).toEqual([])
    expect(told(venue.cancel(order.orderId, NOON))).toEqual([])
  })

  it('of more goes to the end of the queue, and is not told twice', () => {
    const { source, venue } = open(NOON, (market) => (market.bids = []))
    const [first, second] = [limit('buy', '182.30', { knownTo: 5 }), limit('buy', '182.30')]
    for (const order of [first, second]) venue.submit(order, NOON)
    venue.grow({ orderId: first.orderId, by: scaled('50'), sequence: 5 }, NOON)
    venue.grow({ orderId: first.orderId, by: scaled('50'), sequence: 6 }, NOON)
    venue.grow({ orderId: first.orderId, by: scaled('50'), sequence: 6 }, NOON)
    lively(source)
    source.print(NOON + 100, 'sell', '182.30', 1_000)
    const events = venue.advance(NOON + 250)
    expect(told(events)).toEqual(['buy 100 @ 182.30', 'buy 150 @ 182.30'])
    expect(told(events, second.orderId)).toEqual(['buy 100 @ 182.30'])
  })
})

describe('an order for extended hours', () => {
  const extended = (side: 'buy' | 'sell', price: string): VenueOrder => limit(side, price, { timeInForce: 'EXT' })

  it('is filled before the session, where an ordinary one waits', () => {
    const { venue } = open(OPENS - HOUR, withHours)
    expect(told(venue.submit(limit('buy', '182.37'), OPENS - HOUR))).toEqual([])
    expect(told(venue.submit(extended('buy', '182.37'), OPENS - HOUR))).toEqual(['working', 'buy 100 @ 182.37'])
  })

  it('goes on through the session and after it, and expires with the day', () => {
    const { source, venue } = open(OPENS - HOUR, withHours)
    const order = extended('buy', '182.00')
    venue.submit(order, OPENS - HOUR)
    expect(told(venue.advance(CLOSES + 1))).toEqual([])
    lively(source, CLOSES)
    source.print(CLOSES + 1_000, 'sell', '182.00', 40)
    expect(told(venue.advance(CLOSES + 2_000))).toEqual(['buy 40 @ 182.00'])
    expect(told(venue.advance(POST_CLOSES))).toEqual(['EXPIRED'])
  })
})
