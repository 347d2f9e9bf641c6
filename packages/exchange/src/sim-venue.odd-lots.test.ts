import { formatScaled, scaled } from '@rueda/rules/decimal.ts'
import { HWTS } from '@rueda/rules/testing/markets.ts'
import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { limit } from './testing/still-market.ts'
import { TaipeiMarket } from './testing/taipei-market.ts'
import { told } from './testing/told.ts'
import type { Venue, VenueEvent, VenueOrder } from './venue.ts'

/** A Tuesday in Taipei. The odd-lot book calls first at 09:10, then every five seconds to 13:30, and once at 14:30. */
const TODAY = '2026-08-04'
const at = (time: string) => Date.parse(`${TODAY}T${time}+08:00`)
const CALL = 5 * SECOND_MS

const ofTaipei = { instrumentId: HWTS.id, lastTradeDate: TODAY } as const
const odd = (side: 'buy' | 'sell', price: string, shares: number, more: Partial<VenueOrder> = {}) =>
  limit(side, price, { ...ofTaipei, shares, ...more })

function open(time: string, change: (source: TaipeiMarket) => void = () => {}) {
  const source = new TaipeiMarket()
  change(source)
  const venue = createSimVenue(source)
  venue.advance(at(time))
  return { source, venue }
}

const nobodyOutside = (source: TaipeiMarket): void => {
  source.bids = []
  source.asks = []
  source.dailyVolume = 0
}

const executions = (events: readonly VenueEvent[]) => events.flatMap((event) => (event.kind === 'execution' ? [event] : []))

describe('the moments of its calls', () => {
  it('an order of the early morning works from nine and is filled by the first call at ten past', () => {
    const { venue } = open('08:35:00')
    const early = odd('buy', '612', 500)
    expect(venue.submit(early, at('08:40:00'))).toEqual([])
    expect(told(venue.advance(at('09:00:00')), early.orderId)).toEqual(['working'])
    expect(told(venue.advance(at('09:09:59.999')))).toEqual([])
    const events = venue.advance(at('09:10:00.250'))
    expect(told(events)).toEqual(['buy 500 @ 612.00'])
    expect(executions(events)).toMatchObject([{ at: at('09:10:00'), tradeDate: TODAY }])
  })

  it('one between two calls waits for the next, five seconds after the last', () => {
    const { venue } = open('10:00:00')
    const order = odd('buy', '612', 500)
    expect(told(venue.submit(order, at('10:00:01')))).toEqual(['working'])
    expect(told(venue.advance(at('10:00:04.999')))).toEqual([])
    expect(executions(venue.advance(at('10:00:05')))).toMatchObject([{ at: at('10:00:05') }])
  })

  it('the closing call of the board is none of its business, and its own last call is at half past one', () => {
    const { venue } = open('13:24:00')
    venue.submit(odd('buy', '612', 100), at('13:26:00'))
    expect(executions(venue.advance(at('13:26:05')))).toMatchObject([{ at: at('13:26:05') }])
    venue.submit(odd('buy', '612', 100), at('13:29:58'))
    expect(executions(venue.advance(at('13:30:01')))).toMatchObject([{ at: at('13:30:00') }])
  })

  it('after the market there is one call at half past two; what is left then has expired', () => {
    const { venue } = open('13:31:00')
    const [filled, tooLow] = [odd('buy', '612', 100), odd('buy', '600', 100)]
    expect(venue.submit(filled, at('13:45:00'))).toEqual([])
    expect(venue.submit(tooLow, at('13:45:00'))).toEqual([])
    expect(told(venue.advance(at('14:29:59.999')))).toEqual([])
    const events = venue.advance(at('14:30:00'))
    expect(told(events, filled.orderId)).toEqual(['working', 'buy 100 @ 611.00'])
    expect(told(events, tooLow.orderId)).toEqual(['working', 'EXPIRED'])
    expect(executions(events)).toMatchObject([{ at: at('14:30:00'), tradeDate: TODAY }])
  })

  it('an order of the day that found nobody has its last chance in the call after the market', () => {
    const { venue } = open('09:00:00', nobodyOutside)
    const buyer = odd('buy', '611', 100)
    venue.submit(buyer, at('09:30:00'))
    expect(told(venue.advance(at('13:40:00')))).toEqual([])
    venue.submit(odd('sell', '611', 100), at('13:50:00'))
    expect(told(venue.advance(at('14:30:00')), buyer.orderId)).toEqual(['buy 100 @ 611.00'])
  })

  it('where the market never closes, calls go through the whole day', () => {
    const { source, venue } = open('02:00:00')
    const [opensAt, closesAt] = [at('00:00:00'), at('24:00:00')]
    source.session = () => ({ phase: 'OPEN', tradeDate: TODAY, opensAt, closesAt, changesAt: closesAt, matching: true })
    venue.advance(at('03:00:00'))
    venue.submit(odd('buy', '612', 100), at('03:00:02'))
    expect(executions(venue.advance(at('03:00:06')))).toMatchObject([{ at: at('03:00:05') }])
  })
})

describe('one call', () => {
  it('makes one price at which the most trades: 10.0 and 350 in the example of the rule book (L.1)', () => {
    const { venue } = open('10:00:00', (source) => {
      nobodyOutside(source)
      source.last = '10'
      source.previousClose = '10'
    })
    const orders = [
      odd('buy', '10.2', 100),
      odd('buy', '10.1', 200),
      odd('buy', '10', 300),
      odd('sell', '9.9', 150),
      odd('sell', '10', 200),
      odd('sell', '10.1', 100),
    ]
    for (const order of orders) venue.submit(order, at('10:00:01'))
    const events = venue.advance(at('10:00:05'))
    const filled = orders.map((order) =>
      executions(events).reduce((sum, { orderId, quantity }) => (orderId === order.orderId ? sum + quantity : sum), 0n),
    )
    expect(filled.map((quantity) => formatScaled(quantity))).toEqual(['100', '200', '50', '150', '200', '0'])
    expect(new Set(executions(events).map(({ price }) => formatScaled(price)))).toEqual(new Set(['10']))
  })

  it('fills the better price first and then the earlier order', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    const [early, late, better] = [odd('buy', '611', 100), odd('buy', '611', 100), odd('buy', '613', 100)]
    for (const order of [early, late, better]) venue.submit(order, at('10:00:01'))
    venue.submit(odd('sell', '611', 150), at('10:00:02'))
    const events = venue.advance(at('10:00:05'))
    expect(told(events, better.orderId)).toEqual(['buy 100 @ 611.00'])
    expect(told(events, early.orderId)).toEqual(['buy 50 @ 611.00'])
    expect(told(events, late.orderId)).toEqual([])
  })

  it('what was not filled waits in its place for the next one, and can be cancelled or made smaller before it', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    const [first, second, third] = [odd('buy', '611', 100), odd('buy', '611', 100), odd('buy', '611', 100)]
    for (const order of [first, second, third]) venue.submit(order, at('10:00:01'))
    venue.advance(at('10:00:05'))
    expect(told(venue.cancel(first.orderId, at('10:00:06')))).toEqual(['CANCELLED'])
    expect(venue.reduce(second.orderId, scaled('60'), at('10:00:06'))).toEqual([])
    venue.submit(odd('sell', '611', 90), at('10:00:07'))
    const events = venue.advance(at('10:00:10'))
    expect(told(events, second.orderId)).toEqual(['buy 40 @ 611.00'])
    expect(told(events, third.orderId)).toEqual(['buy 50 @ 611.00'])
  })

  it('an account never meets itself: the later of its two orders ends', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    const [bid, ask] = [odd('buy', '611', 100, { accountId: 'one' }), odd('sell', '611', 100, { accountId: 'one' })]
    venue.submit(bid, at('10:00:01'))
    venue.submit(ask, at('10:00:02'))
    const events = venue.advance(at('10:00:05'))
    expect([told(events, bid.orderId), told(events, ask.orderId)]).toEqual([[], ['SELF_TRADE']])
  })

  it('a limit that the new day’s band has left behind ends when the book opens', () => {
    const { venue } = open('08:00:00')
    const order = odd('buy', '673', 100)
    venue.submit(order, at('08:40:00'))
    expect(told(venue.advance(at('09:00:00')))).toEqual(['OUTSIDE_BAND'])
  })

  it('is not held while the instrument is halted', () => {
    const { source, venue } = open('10:00:00')
    venue.submit(odd('buy', '612', 100), at('10:00:01'))
    source.isHalted = true
    expect(told(venue.advance(at('10:05:01')))).toEqual([])
    source.isHalted = false
    expect(executions(venue.advance(at('10:05:05')))).toMatchObject([{ at: at('10:05:05') }])
  })
})

describe('beside the board', () => {
  it('an odd lot never meets a board lot, however well their prices would suit', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    const [board, less] = [odd('buy', '612', 1_000), odd('sell', '611', 999)]
    venue.submit(board, at('10:00:01'))
    venue.submit(less, at('10:00:02'))
    expect(executions(venue.advance(at('13:24:00')))).toEqual([])
    expect(venue.depth(HWTS.id, 1, at('13:24:00'))).toMatchObject({ bids: [{ quantity: scaled('1000') }], asks: [] })
  })

  it('shows nothing of it: quote, trades and volume are the board’s', () => {
    const { venue } = open('10:00:00')
    const before = venue.quote(HWTS.id, at('10:00:00'))
    venue.submit(odd('buy', '612', 500), at('10:00:01'))
    expect(executions(venue.advance(at('10:00:05')))).toHaveLength(1)
    expect(venue.quote(HWTS.id, at('10:00:05'))).toEqual(before)
    expect(venue.trades(HWTS.id, 10, at('10:00:05'))).toEqual([])
  })

  it('a board order is filled in whole lots alone, and 1 500 is no order of either book', () => {
    const { source, venue } = open('10:00:00', nobodyOutside)
    const [board, both] = [odd('buy', '611', 2_000), odd('buy', '611', 1_500)]
    expect(told(venue.submit(both, at('10:00:01')))).toEqual(['SYSTEM'])
    venue.submit(board, at('10:00:01'))
    source.print(at('10:00:02'), 'sell', '611', 999)
    expect(told(venue.advance(at('10:00:03')))).toEqual([])
    source.print(at('10:00:04'), 'sell', '611', 1_700)
    expect(told(venue.advance(at('10:00:05')))).toEqual(['buy 1000 @ 611.00'])
  })
})

describe('the market outside', () => {
  it('stands at the board’s prices with a quarter of its size, and refills from one call to the next', () => {
    const { venue } = open('10:00:00')
    const buyers = [odd('buy', '612', 999), odd('buy', '612', 999), odd('buy', '612', 999)]
    for (const order of buyers) venue.submit(order, at('10:00:01'))
    const first = venue.advance(at('10:00:05'))
    expect(buyers.map(({ orderId }) => told(first, orderId).join())).toEqual(['buy 999 @ 612.00', 'buy 999 @ 612.00', 'buy 2 @ 612.00'])
    // Of 2 000 taken e^(−1/6) is missing after five seconds.
    expect(told(venue.advance(at('10:00:10')))).toEqual(['buy 307 @ 612.00'])
  })

  it('who trades on the board trades here too: a quarter of a sale at the bid comes to those who wait there', () => {
    const { source, venue } = open('10:00:00', (market) => (market.bids = []))
    const waiting = odd('buy', '611', 900)
    venue.submit(waiting, at('10:00:01'))
    source.print(at('10:00:03'), 'sell', '611', 2_000)
    expect(told(venue.advance(at('10:00:05')))).toEqual(['buy 500 @ 611.00'])
    expect(told(venue.advance(at('10:00:10')))).toEqual([])
  })

  it('comes before a new order at its price, and after one that a call has seen', () => {
    const { source, venue } = open('10:00:00')
    venue.submit(odd('buy', '611', 100), at('10:00:01'))
    source.print(at('10:00:03'), 'sell', '611', 1_000)
    expect(told(venue.advance(at('10:00:05')))).toEqual([])
    source.print(at('10:00:08'), 'sell', '611', 1_000)
    expect(told(venue.advance(at('10:00:10')))).toEqual(['buy 100 @ 611.00'])
  })
})

describe('the volatility interruption (B.3)', () => {
  const meetAt = (venue: Venue, price: string, time: string) => {
    venue.submit(odd('sell', price, 500), at(time))
    venue.submit(odd('buy', price, 500), at(time))
  }

  it('a trial price more than 3.5 % away waits two minutes, then the call is held at any price', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    meetAt(venue, '633', '10:00:01')
    expect(executions(venue.advance(at('10:02:04.999')))).toEqual([])
    expect(executions(venue.advance(at('10:02:05')))).toMatchObject([{ at: at('10:02:05'), price: scaled('633') }, {}])
  })

  it('a trial price just inside trades at once', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    meetAt(venue, '632', '10:00:01')
    expect(executions(venue.advance(at('10:00:05')))).toHaveLength(2)
  })

  it('is measured against the mean of the last five minutes once there have been calls', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    meetAt(venue, '632', '10:00:01')
    venue.advance(at('10:00:05'))
    meetAt(venue, '654', '10:01:01')
    expect(executions(venue.advance(at('10:01:05')))).toHaveLength(2)
    meetAt(venue, '611', '10:02:01')
    expect(executions(venue.advance(at('10:02:05')))).toHaveLength(0)
    expect(executions(venue.advance(at('10:04:05')))).toHaveLength(2)
  })

  it('meanwhile an order can be cancelled', () => {
    const { venue } = open('10:00:00', nobodyOutside)
    const seller = odd('sell', '640', 500)
    venue.submit(seller, at('10:00:01'))
    venue.submit(odd('buy', '640', 500), at('10:00:01'))
    venue.advance(at('10:00:05'))
    expect(told(venue.cancel(seller.orderId, at('10:01:00')))).toEqual(['CANCELLED'])
    expect(executions(venue.advance(at('10:05:00')))).toEqual([])
  })

  it('does not reach into the last five minutes', () => {
    const { venue } = open('13:24:00', nobodyOutside)
    meetAt(venue, '650', '13:25:01')
    expect(executions(venue.advance(at('13:25:05')))).toHaveLength(2)
  })
})

describe('the same orders', () => {
  const log: readonly (readonly [time: string, order: VenueOrder])[] = Array.from({ length: 60 }, (_, index) => {
    const side = index % 2 === 0 ? 'buy' : 'sell'
    const order = odd(side, String(609 + ((index * 7) % 5)), 1 + ((index * 131) % 999), { accountId: `account ${index % 7}` })
    return [`10:00:${String(index).padStart(2, '0')}`, order]
  })
  const tape = (source: TaipeiMarket): void => {
    for (let second = 0; second < 90; second += 3)
      source.print(at('10:00:00') + second * SECOND_MS, second % 2 === 0 ? 'buy' : 'sell', second % 2 === 0 ? '612' : '611', 1_000)
  }

  it('are filled in the same way, however often anybody looks', () => {
    const run = (lookEveryMs: number) => {
      const { venue } = open('09:59:00', tape)
      const events: VenueEvent[] = []
      let seenTo = at('09:59:00')
      const advanceTo = (moment: number): void => {
        for (seenTo += lookEveryMs; seenTo < moment; seenTo += lookEveryMs) events.push(...venue.advance(seenTo))
        events.push(...venue.advance(moment))
        seenTo = moment
      }
      for (const [time, order] of log) {
        advanceTo(at(time) - 1)
        events.push(...venue.submit(order, at(time)))
      }
      advanceTo(at('10:03:00'))
      return executions(events)
    }
    const seldom = run(MINUTE_MS)
    expect(seldom.length).toBeGreaterThan(20)
    expect(run(250)).toEqual(seldom)
    expect(run(777)).toEqual(seldom)
  })

  it('go on after a restart: the book is rebuilt from what is open, and its queue is the one it was', () => {
    const orders = [odd('buy', '611', 300), odd('buy', '611', 300), odd('buy', '610', 300)]
    const sellers = [odd('sell', '611', 400), odd('sell', '610', 300)]
    const begin = () => {
      const { venue } = open('10:00:00', nobodyOutside)
      for (const order of orders) venue.submit(order, at('10:00:01'))
      venue.advance(at('10:00:05'))
      return venue
    }
    const goOn = (venue: Venue) => {
      for (const order of sellers) venue.submit(order, at('10:00:12'))
      return venue.advance(at('10:00:15')).map(({ sequence: _sequence, ...event }) => event)
    }
    const restarted = open('10:00:08', nobodyOutside).venue
    expect(told(restarted.restore(orders.toReversed(), at('10:00:08')))).toEqual(['working', 'working', 'working'])
    const through = goOn(begin())
    expect(goOn(restarted)).toEqual(through)
    expect(through.filter(({ kind }) => kind === 'execution')).toHaveLength(4)
  })

  it('a call that fell into the time the venue was away is not made up for', () => {
    const order = odd('buy', '612', 100)
    const { venue } = open('10:00:11')
    venue.restore([order], at('10:00:11'))
    expect(executions(venue.advance(at('10:00:14.999')))).toEqual([])
    expect(executions(venue.advance(at('10:00:11') + CALL))).toMatchObject([{ at: at('10:00:15') }])
  })
})
