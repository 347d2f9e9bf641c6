import { formatScaled } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { INSTRUMENT, StillMarket, limit, market } from './testing/still-market.ts'
import type { Venue, VenueEvent } from './venue.ts'

const NOON = 12 * 3_600_000
const SECOND = 1_000

const told = (events: readonly VenueEvent[], orderId?: string) =>
  events
    .filter((event) => event.kind !== 'session' && (orderId === undefined || event.orderId === orderId))
    .map((event) => {
      if (event.kind === 'execution') return `${event.side} ${formatScaled(event.quantity)} @ ${formatScaled(event.price, 2)}`
      return event.kind === 'ended' ? event.reason : event.kind
    })

function open(change: (source: StillMarket) => void = () => {}): { source: StillMarket; venue: Venue } {
  const source = new StillMarket()
  change(source)
  const venue = createSimVenue(source)
  venue.advance(NOON)
  return { source, venue }
}

describe('an order that comes to the market', () => {
  it('takes the outside depth from the best price on, and the improvement is the customer’s', () => {
    const { venue } = open()
    expect(told(venue.submit(limit('buy', '182.40', { shares: 400 }), NOON))).toEqual(['working', 'buy 300 @ 182.37', 'buy 100 @ 182.38'])
  })

  it('as a market order takes nothing beyond its collar: the rest ends for lack of liquidity', () => {
    const { venue } = open()
    expect(told(venue.submit(market('buy', '182.37', { shares: 400 }), NOON))).toEqual(['working', 'buy 300 @ 182.37', 'NO_LIQUIDITY'])
  })

  it('never fills at a made-up price where there is nobody on the other side', () => {
    const { venue } = open((source) => (source.asks = []))
    expect(told(venue.submit(market('buy', '191.00'), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
  })

  it('as fill-or-kill is filled whole or not at all', () => {
    const { venue } = open()
    expect(told(venue.submit(limit('buy', '182.38', { shares: 801, timeInForce: 'FOK' }), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(venue.submit(limit('buy', '182.38', { shares: 800, timeInForce: 'FOK' }), NOON))).toHaveLength(3)
  })

  it('as immediate-or-cancel drops what is left', () => {
    const { venue } = open()
    expect(told(venue.submit(limit('sell', '182.36', { shares: 500, timeInForce: 'IOC' }), NOON))).toEqual([
      'working',
      'sell 300 @ 182.36',
      'NO_LIQUIDITY',
    ])
  })

  it('finds what others took before it gone, and back after a while: e⁻¹ is still missing after 30 s', () => {
    const { venue } = open((source) => (source.volatility = 0))
    venue.submit(market('buy', '182.37', { shares: 300 }), NOON)
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({ ask: 18_238_000_000n })
    const after = venue.submit(market('buy', '182.37', { shares: 300 }), NOON + 30 * SECOND)
    expect(told(after)).toEqual(['working', 'buy 189 @ 182.37', 'NO_LIQUIDITY'])
  })

  it('ends at once where the quantity is no whole number of steps or nobody knows the instrument', () => {
    const { venue } = open()
    expect(told(venue.submit({ ...limit('buy', '182.30'), quantity: 50n }, NOON))).toEqual(['SYSTEM'])
    expect(told(venue.submit(limit('buy', '182.30', { instrumentId: 'US:NOBODY' }), NOON))).toEqual(['SYSTEM'])
  })
})

describe('customers with each other', () => {
  it('cannot make up a price: whoever rests beyond the quote is passed, and the rest waits at its limit', () => {
    const { venue } = open((source) => (source.volatility = 0))
    const seller = limit('sell', '182.38', { shares: 10 })
    const buyer = limit('buy', '182.39', { shares: 810 })
    venue.submit(seller, NOON)
    expect(told(venue.submit(buyer, NOON))).toEqual(['working', 'buy 300 @ 182.37', 'buy 500 @ 182.38'])
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({ last: 18_236_000_000n, high: 18_236_000_000n, volume: 80_000_000_000n })
    expect(told(venue.advance(NOON + 1))).toEqual([])
  })

  it('who cross beyond the quote trade when it has come to them, at a price inside it', () => {
    const { source, venue } = open((from) => (from.volatility = 0))
    const [seller, buyer] = [limit('sell', '182.38', { shares: 10 }), limit('buy', '182.39', { shares: 810 })]
    venue.submit(seller, NOON)
    venue.submit(buyer, NOON)
    Object.assign(source, { bids: [['182.38', 300]], asks: [['182.40', 300]] })
    const events = venue.advance(NOON + 250)
    expect(told(events)).toEqual(['sell 10 @ 182.38', 'buy 10 @ 182.38'])
    expect(events).toMatchObject([
      { sequence: 5, match: { number: 5, otherOrderId: buyer.orderId, low: 18_238_000_000n, high: 18_240_000_000n, isCall: false } },
      { sequence: 6, match: { number: 5, otherOrderId: seller.orderId, otherAccountId: seller.accountId } },
    ])
    expect(venue.quote(INSTRUMENT.id, NOON + 250)?.last).toBe(18_238_000_000n)
  })

  it('of two who cross and are one, the later ends when the quote comes to them', () => {
    const { source, venue } = open((from) => (from.volatility = 0))
    venue.submit(limit('sell', '182.38', { shares: 10, accountId: 'one' }), NOON)
    venue.submit(limit('buy', '182.39', { shares: 810, accountId: 'one' }), NOON)
    Object.assign(source, { bids: [['182.38', 300]], asks: [['182.40', 300]] })
    expect(told(venue.advance(NOON + 250))).toEqual(['SELF_TRADE'])
  })

  it('trade at the quote’s edge where one of them asks for less than the bid', () => {
    const { source, venue } = open((from) => Object.assign(from, { volatility: 0, bids: [['182.30', 10]], asks: [['182.40', 10]] }))
    venue.submit(limit('sell', '182.28', { shares: 50 }), NOON)
    expect(told(venue.submit(limit('buy', '182.35', { shares: 20 }), NOON))).toEqual(['working', 'sell 20 @ 182.30', 'buy 20 @ 182.30'])
    source.bids = []
    expect(told(venue.submit(limit('buy', '182.35', { shares: 20 }), NOON)), 'without a quote').toEqual(['working'])
  })

  it('at a market order, as immediate-or-cancel and as fill-or-kill find nobody beyond the quote', () => {
    const { venue } = open((source) => (source.volatility = 0))
    venue.submit(limit('sell', '182.50', { shares: 100 }), NOON)
    const rest = { shares: 850 }
    expect(told(venue.submit(limit('buy', '182.60', { ...rest, timeInForce: 'FOK' }), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
    expect(told(venue.submit(limit('buy', '182.60', { ...rest, timeInForce: 'IOC' }), NOON)).at(-1)).toBe('NO_LIQUIDITY')
    expect(told(venue.submit(market('buy', '191.00', rest), NOON))).toEqual(['working', 'NO_LIQUIDITY'])
  })

  it('trade inside the spread at the price of the one who rested', () => {
    const { venue } = open((source) => (source.asks = [['182.40', 300]]))
    const resting = limit('sell', '182.38')
    venue.submit(resting, NOON)
    const events = venue.submit(limit('buy', '182.39', { shares: 60 }), NOON)
    expect(told(events)).toEqual(['working', 'sell 60 @ 182.38', 'buy 60 @ 182.38'])
    expect(events.filter((event) => event.kind === 'execution').map((event) => event.resting)).toEqual([true, false])
  })

  it('at one price what the outside had there first goes first', () => {
    const { venue } = open((source) => (source.volatility = 0))
    venue.submit(limit('sell', '182.37', { shares: 50 }), NOON)
    const events = venue.submit(limit('buy', '182.37', { shares: 330 }), NOON)
    expect(told(events)).toEqual(['working', 'buy 300 @ 182.37', 'sell 30 @ 182.37', 'buy 30 @ 182.37'])
  })

  it('what the outside adds later stands behind the customer', () => {
    const { source, venue } = open((each) => (each.asks = [['182.38', 500]]))
    venue.submit(limit('sell', '182.37', { shares: 50 }), NOON)
    source.asks = [['182.37', 300]]
    const events = venue.submit(limit('buy', '182.37', { shares: 80 }), NOON)
    expect(told(events)).toEqual(['working', 'sell 50 @ 182.37', 'buy 50 @ 182.37', 'buy 30 @ 182.37'])
  })

  it('end before an order of the brokerage for the same account that would come to them, and no others do', () => {
    const { venue } = open((source) => (source.asks = [['182.40', 300]]))
    const own = [limit('sell', '182.38', { accountId: 'one' }), limit('sell', '182.45', { accountId: 'one' })] as const
    for (const order of own) venue.submit(order, NOON)
    venue.submit(limit('sell', '182.39', { shares: 50, accountId: 'two' }), NOON)
    const forced = { ...limit('buy', '182.41', { shares: 60, accountId: 'one' }), isForced: true } as const
    const events = venue.submit(forced, NOON)
    expect(told(events)).toEqual(['working', 'SELF_TRADE', 'sell 50 @ 182.39', 'buy 50 @ 182.39', 'buy 10 @ 182.40'])
    expect(events[1]).toMatchObject({ kind: 'ended', orderId: own[0].orderId })
  })

  it('never trade with themselves: the incoming order ends', () => {
    const { venue } = open((source) => (source.asks = [['182.40', 300]]))
    venue.submit(limit('sell', '182.38', { accountId: 'one' }), NOON)
    expect(told(venue.submit(limit('buy', '182.39', { accountId: 'one' }), NOON))).toEqual(['working', 'SELF_TRADE'])
  })
})

describe('a resting order', () => {
  it('is filled by prints at its price once the queue that stood before it is used up', () => {
    const { source, venue } = open()
    const order = limit('buy', '182.36')
    venue.submit(order, NOON)
    // 300 stood before it; after two seconds 147 of them are left by cancels (e^-0.71).
    source.print(NOON + 2 * SECOND, 'sell', '182.36', 147)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual([])
    source.print(NOON + 2 * SECOND + 1, 'sell', '182.36', 1_000)
    expect(told(venue.advance(NOON + 3 * SECOND))).toEqual(['buy 100 @ 182.36'])
  })

  it('takes part in at most a quarter of what is traded within a minute', () => {
    const { source, venue } = open((each) => (each.bids = [['182.35', 300]]))
    venue.submit(limit('buy', '182.36', { shares: 900 }), NOON)
    source.print(NOON + SECOND, 'sell', '182.36', 400)
    expect(told(venue.advance(NOON + SECOND))).toEqual(['buy 100 @ 182.36'])
    source.print(NOON + 2 * SECOND, 'sell', '182.36', 400)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual(['buy 100 @ 182.36'])
  })

  it('that the market crosses is filled at its own price, up to a quarter of what crossed in that second', () => {
    const { source, venue } = open()
    venue.submit(limit('buy', '182.30', { shares: 500 }), NOON)
    source.print(NOON - 10 * SECOND, 'buy', '182.37', 10_000)
    source.print(NOON + SECOND, 'sell', '182.20', 400)
    source.print(NOON + SECOND + 500, 'sell', '182.19', 200)
    expect(told(venue.advance(NOON + 2 * SECOND))).toEqual(['buy 100 @ 182.30', 'buy 50 @ 182.30'])
  })

  it('can be cancelled, once', () => {
    const { venue } = open()
    const order = limit('buy', '182.00')
    venue.submit(order, NOON)
    expect(told(venue.cancel(order.orderId, NOON + 1))).toEqual(['CANCELLED'])
    expect(venue.cancel(order.orderId, NOON + 2)).toEqual([])
  })

  it('that could not take all it reaches beyond the displayed depth takes more as the market trades', () => {
    const asks = Array.from({ length: 12 }, (_, index) => [`182.${50 + index}`, 100] as const)
    const { source, venue } = open((each) => Object.assign(each, { asks, volatility: 0 }))
    const order = limit('buy', '182.80', { shares: 1_100 })
    expect(told(venue.submit(order, NOON), order.orderId)).toHaveLength(11)
    source.print(NOON + SECOND, 'buy', '182.50', 200)
    expect(told(venue.advance(NOON + SECOND)).at(-1)).toBe('buy 50 @ 182.60')
  })
})

describe('the impact of an execution', () => {
  // 20,000 shares of 1.2 million a day at 1.8 %: 0.186 %, which is 34 cents at 182.37.
  const deep = (source: StillMarket) => Object.assign(source, { asks: [['182.37', 40_000]], bids: [['182.36', 40_000]] })

  it('raises the asks by 34 cents, leaves the bids, and fades', () => {
    const { venue } = open(deep)
    venue.submit(market('buy', '190.00', { shares: 20_000 }), NOON)
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({ ask: 18_271_000_000n, bid: 18_236_000_000n })
    expect(venue.quote(INSTRUMENT.id, NOON + 180 * SECOND)).toMatchObject({ ask: 18_254_000_000n })
  })

  it('is gone when the session ends', () => {
    const { venue } = open(deep)
    venue.submit(market('buy', '190.00', { shares: 20_000 }), NOON)
    expect(venue.quote(INSTRUMENT.id, 86_400_000)).toMatchObject({ ask: 18_237_000_000n })
  })

  it('makes going in circles a loss at standing prices', () => {
    const { venue } = open(deep)
    const bought = venue.submit(market('buy', '190.00', { shares: 20_000 }), NOON)
    const sold = venue.submit(market('sell', '170.00', { shares: 20_000 }), NOON + SECOND)
    const cash = [...bought, ...sold].reduce(
      (sum, event) => (event.kind !== 'execution' ? sum : sum + (event.side === 'buy' ? -1n : 1n) * event.price * event.quantity),
      0n,
    )
    expect(cash).toBeLessThan(0n)
  })

  it('moves no bar: the volume is added, the outside’s own bar stays beside, and every interval agrees', () => {
    const { venue } = open(deep)
    venue.submit(market('buy', '190.00', { shares: 20_000 }), NOON + 90 * SECOND)
    const now = NOON + 299 * SECOND
    const ask = (interval: '1m' | '5m' | 'day', limitOfBars: number) =>
      venue.bars({ instrumentId: INSTRUMENT.id, interval, until: now, limit: limitOfBars, hours: 'regular', adjust: 'none' }, now)?.bars ??
      []
    const minutes = ask('1m', 5)
    expect(minutes[0]).toMatchObject({ high: 18_236_000_000n, volume: 0n })
    expect(minutes[1]).toMatchObject({ high: 18_236_000_000n, close: 18_236_000_000n, outside: { volume: 0n } })
    expect(minutes[1]?.volume).toBe(2_000_000_000_000n)
    const five = ask('5m', 1)[0]
    expect(five).toMatchObject({ open: minutes[0]?.open, close: minutes[4]?.close, high: minutes[1]?.high, volume: minutes[1]?.volume })
    expect(ask('day', 1)[0]).toMatchObject({ high: five?.high, low: five?.low, volume: five?.volume, close: five?.close })
  })
})

describe('what customers see', () => {
  it('their best resting orders stand in the quote and the depth', () => {
    const { venue } = open((source) => (source.asks = [['182.40', 300]]))
    venue.submit(limit('sell', '182.38', { shares: 70 }), NOON)
    venue.submit(limit('buy', '182.36', { shares: 30 }), NOON)
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({
      ask: 18_238_000_000n,
      askQuantity: 7_000_000_000n,
      bidQuantity: 33_000_000_000n,
    })
    expect(venue.depth(INSTRUMENT.id, 2, NOON)?.asks.map((level) => level.price)).toEqual([18_238_000_000n, 18_240_000_000n])
  })

  it('their trades stand among those of the outside, and in the day’s volume', () => {
    const { source, venue } = open()
    source.print(NOON - SECOND, 'sell', '182.36', 40)
    venue.submit(market('buy', '182.37', { shares: 10 }), NOON)
    expect(venue.trades(INSTRUMENT.id, 5, NOON).map((trade) => [trade.side, formatScaled(trade.quantity)])).toEqual([
      ['buy', '10'],
      ['sell', '40'],
    ])
    expect(venue.quote(INSTRUMENT.id, NOON)).toMatchObject({ last: 18_236_000_000n, high: 18_236_000_000n, volume: 1_000_000_000n })
  })
})
