import { HWTS } from '@rueda/rules/testing/markets.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { limit } from './testing/still-market.ts'
import { TaipeiMarket } from './testing/taipei-market.ts'
import { told } from './testing/told.ts'
import type { Venue, VenueOrder } from './venue.ts'

/** Tuesday and Wednesday in Taipei, at 611 with a band of ±10 %: 550 to 672. The book opens at 09:00. */
const [TUESDAY, WEDNESDAY, THURSDAY] = ['2026-08-04', '2026-08-05', '2026-08-06']
const at = (day: string, time: string) => Date.parse(`${day}T${time}+08:00`)
const lots = (side: 'buy' | 'sell', price: string, more: Partial<VenueOrder> = {}) =>
  limit(side, price, { instrumentId: HWTS.id, shares: 1_000, timeInForce: 'GTC', lastTradeDate: THURSDAY, ...more })
/** An exit as it comes to the market: it was born of a fill that the ledger knows. */
const exit = (side: 'buy' | 'sell', price: string, more: Partial<VenueOrder> = {}) => lots(side, price, { knownTo: 1, ...more })

function open(day: string, time: string) {
  const source = new TaipeiMarket()
  const venue = createSimVenue(source)
  venue.advance(at(day, time))
  return { source, venue }
}
/** The next day’s prices, in a band around the close before. */
function moveTo(source: TaipeiMarket, price: string, previousClose: string): void {
  source.last = price
  source.bids = [[price, 8_000]]
  source.asks = [[String(Number(price) + 1), 8_000]]
  source.previousClose = previousClose
}
const offered = (venue: Venue, now: number): readonly bigint[] =>
  (venue.depth(HWTS.id, 10, now)?.asks ?? []).map(({ price }) => price / 100_000_000n)

describe('a price beyond the band of the day', () => {
  it('ends an order that comes to its first session with it', () => {
    const { venue } = open(TUESDAY, '08:00:00')
    venue.submit(lots('buy', '673'), at(TUESDAY, '08:40:00'))
    venue.submit(lots('sell', '549'), at(TUESDAY, '08:40:00'))
    expect(told(venue.advance(at(TUESDAY, '09:00:00')))).toEqual(['OUTSIDE_BAND', 'OUTSIDE_BAND'])
  })

  it('lets an exit wait, unseen by the market, while its stop goes on watching', () => {
    const { venue } = open(TUESDAY, '10:00:00')
    const profit = exit('sell', '700', { siblingId: 'stop' })
    const stop = exit('sell', '560', { orderId: 'stop', siblingId: profit.orderId, trigger: { kind: 'stop', price: 57_000_000_000n } })
    expect(told(venue.submit(profit, at(TUESDAY, '10:00:01')))).toEqual([])
    expect(told(venue.submit(stop, at(TUESDAY, '10:00:01')))).toEqual([])
    expect(offered(venue, at(TUESDAY, '10:00:02'))).toEqual([612n])
    expect(told(venue.advance(at(WEDNESDAY, '09:00:01')))).toEqual([])
    expect(told(venue.cancel(profit.orderId, at(WEDNESDAY, '09:00:02')))).toEqual(['CANCELLED'])
  })

  it('the exit works again on the first day whose band has its price, and is filled there', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    const profit = exit('sell', '700')
    venue.submit(profit, at(TUESDAY, '10:00:01'))
    venue.advance(at(TUESDAY, '20:00:00'))
    moveTo(source, '660', '650')
    expect(told(venue.advance(at(WEDNESDAY, '09:00:01')))).toEqual(['working'])
    expect(offered(venue, at(WEDNESDAY, '09:00:02'))).toEqual([661n, 700n])
    source.print(at(WEDNESDAY, '10:00:00'), 'buy', '701', 10_000)
    expect(told(venue.advance(at(WEDNESDAY, '10:00:01')))).toEqual(['sell 1000 @ 700.00'])
  })

  it('an order that has worked outlives a day that leaves its price behind', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    const patient = lots('buy', '560')
    expect(told(venue.submit(patient, at(TUESDAY, '10:00:01')))).toEqual(['working'])
    venue.advance(at(TUESDAY, '20:00:00'))
    moveTo(source, '670', '650')
    expect(told(venue.advance(at(WEDNESDAY, '09:00:01')))).toEqual([])
    expect(venue.depth(HWTS.id, 10, at(WEDNESDAY, '09:00:02'))?.bids).toHaveLength(1)
    moveTo(source, '600', '605')
    expect(told(venue.advance(at(THURSDAY, '09:00:01')))).toEqual([])
    expect(venue.depth(HWTS.id, 10, at(THURSDAY, '09:00:02'))?.bids).toHaveLength(2)
    expect(told(venue.advance(at(THURSDAY, '14:30:00')))).toEqual(['EXPIRED'])
  })

  it('where the market has gone past the price of an exit, it is filled at the market’s better one', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    const profit = exit('sell', '660')
    venue.submit(profit, at(TUESDAY, '10:00:01'))
    venue.advance(at(TUESDAY, '20:00:00'))
    moveTo(source, '760', '750')
    expect(told(venue.advance(at(WEDNESDAY, '09:00:00')))).toEqual(['sell 1000 @ 760.00'])
  })

  it('works at once where the band of the day itself widens', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    venue.submit(exit('sell', '700'), at(TUESDAY, '10:00:01'))
    source.previousClose = '650'
    expect(told(venue.advance(at(TUESDAY, '10:00:02')))).toEqual(['working'])
  })

  it('an order that rested comes back from a restart and waits like one that never left', () => {
    const { source, venue } = open(WEDNESDAY, '10:00:00')
    moveTo(source, '670', '650')
    expect(told(venue.restore([exit('buy', '560')], at(WEDNESDAY, '10:00:01')))).toEqual([])
    expect(venue.depth(HWTS.id, 10, at(WEDNESDAY, '10:00:02'))?.bids).toHaveLength(1)
  })
})

describe('where a day follows another without a stop', () => {
  it('its band takes a resting order off the market and puts it back', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    const alwaysOpen = { phase: 'OPEN', matching: true } as const
    const midnight = (day: string) => at(day, '00:00:00')
    source.session = (_market, now) => {
      const tradeDate = now < midnight(WEDNESDAY) ? TUESDAY : now < midnight(THURSDAY) ? WEDNESDAY : THURSDAY
      const opensAt = midnight(tradeDate)
      const closesAt = opensAt + 86_400_000
      return { ...alwaysOpen, tradeDate, opensAt, closesAt, changesAt: closesAt }
    }
    expect(told(venue.submit(lots('sell', '660'), at(TUESDAY, '10:00:01')))).toEqual(['working'])
    moveTo(source, '590', '590')
    expect(told(venue.advance(midnight(WEDNESDAY) + 1))).toEqual([])
    expect(offered(venue, midnight(WEDNESDAY) + 2)).toEqual([591n])
    moveTo(source, '640', '640')
    expect(told(venue.advance(midnight(THURSDAY) + 1))).toEqual([])
    expect(offered(venue, midnight(THURSDAY) + 2)).toEqual([641n, 660n])
  })
})

describe('an execution', () => {
  it('of a market order whose collar is of another day stays inside the limits of this one', () => {
    const { source, venue } = open(TUESDAY, '10:00:00')
    source.asks = [
      ['672', 1_000],
      ['680', 1_000],
    ]
    const order = lots('buy', '700', { type: 'market', timeInForce: 'IOC', quantity: 200_000_000_000n })
    expect(told(venue.submit(order, at(TUESDAY, '10:00:01')))).toEqual(['working', 'buy 1000 @ 672.00', 'NO_LIQUIDITY'])
  })

  it('is told with the phase of its session and the limits of its day', () => {
    const { venue } = open(TUESDAY, '10:00:00')
    expect(venue.submit(lots('buy', '612'), at(TUESDAY, '10:00:01'))[1]).toMatchObject({
      kind: 'execution',
      match: null,
      market: { phase: 'OPEN', fixedPrice: false, low: 55_000_000_000n, high: 67_200_000_000n },
    })
    const { venue: late } = open(TUESDAY, '13:45:00')
    late.submit(lots('buy', '612'), at(TUESDAY, '14:05:00'))
    expect(late.advance(at(TUESDAY, '14:30:00')).findLast(({ kind }) => kind === 'execution')).toMatchObject({
      market: { phase: 'POST', fixedPrice: true },
    })
  })
})
