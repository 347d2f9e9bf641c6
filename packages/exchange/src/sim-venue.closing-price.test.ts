import { scaled } from '@rueda/rules/decimal.ts'
import { HWTS } from '@rueda/rules/testing/markets.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from './sim-venue.ts'
import { limit, market } from './testing/still-market.ts'
import { TaipeiMarket } from './testing/taipei-market.ts'
import { told } from './testing/told.ts'
import type { VenueOrder } from './venue.ts'

/** After its session Taipei trades lots at the day's closing price, here 611, from 14:00 to 14:30 (`docs/rules/taiwan.md` B.3). */
const TODAY = '2026-08-04'
const at = (time: string) => Date.parse(`${TODAY}T${time}+08:00`)
const lots = (side: 'buy' | 'sell', price: string, count: number, more: Partial<VenueOrder> = {}) =>
  limit(side, price, { instrumentId: HWTS.id, lastTradeDate: TODAY, shares: count * 1_000, ...more })

function open(time: string, dailyVolume = 10_000_000) {
  const source = new TaipeiMarket()
  source.dailyVolume = dailyVolume
  const venue = createSimVenue(source)
  venue.advance(at(time))
  return venue
}

describe('trading at the closing price', () => {
  it('fills at half past two whoever takes that price, and at no other', () => {
    const venue = open('13:45:00')
    const [buyer, seller] = [lots('buy', '620', 2), lots('sell', '600', 3)]
    expect(venue.submit(buyer, at('13:50:00'))).toEqual([])
    expect(told(venue.submit(seller, at('14:10:00')))).toEqual([])
    expect(told(venue.advance(at('14:29:59.999')))).toEqual([])
    const events = venue.advance(at('14:30:00'))
    expect(told(events, buyer.orderId)).toEqual(['working', 'buy 2000 @ 611.00'])
    expect(told(events, seller.orderId)).toEqual(['working', 'sell 2000 @ 611.00', 'sell 1000 @ 611.00'])
    expect(events.filter(({ kind }) => kind === 'execution')).toMatchObject([
      { at: at('14:30:00'), tradeDate: TODAY, match: { isCall: true, low: scaled('611'), high: scaled('611') } },
      { at: at('14:30:00'), tradeDate: TODAY, match: { isCall: true } },
      { at: at('14:30:00'), tradeDate: TODAY },
    ])
  })

  it('an order whose limit does not take it has expired with the day', () => {
    const venue = open('13:45:00')
    const [tooLow, tooHigh] = [lots('buy', '610', 1), lots('sell', '612', 1)]
    venue.submit(tooLow, at('13:50:00'))
    venue.submit(tooHigh, at('13:50:00'))
    const events = venue.advance(at('14:30:00'))
    expect(told(events, tooLow.orderId)).toEqual(['working', 'EXPIRED'])
    expect(told(events, tooHigh.orderId)).toEqual(['working', 'EXPIRED'])
  })

  it('an order of the day waits for it after a close at which nobody met it', () => {
    const venue = open('10:00:00', 0)
    const morning = lots('sell', '611', 1)
    venue.submit(morning, at('13:26:00'))
    expect(told(venue.advance(at('13:59:00')))).toEqual(['working'])
    venue.submit(lots('buy', '611', 1), at('14:20:00'))
    expect(told(venue.advance(at('14:30:00')), morning.orderId)).toEqual(['sell 1000 @ 611.00'])
  })

  it('goes by time alone: the better limit is no better at one price', () => {
    const venue = open('13:45:00', 0)
    const [early, better] = [lots('buy', '611', 1), lots('buy', '640', 1)]
    venue.submit(early, at('14:01:00'))
    venue.submit(better, at('14:02:00'))
    venue.submit(lots('sell', '611', 1), at('14:03:00'))
    const events = venue.advance(at('14:30:00'))
    expect(told(events, early.orderId)).toEqual(['working', 'buy 1000 @ 611.00'])
    expect(told(events, better.orderId)).toEqual(['working', 'EXPIRED'])
  })

  it('a market order takes it too', () => {
    const venue = open('13:45:00')
    const order = market('buy', '672', { instrumentId: HWTS.id, lastTradeDate: TODAY, timeInForce: 'DAY', shares: 1_000 })
    venue.submit(order, at('14:05:00'))
    expect(told(venue.advance(at('14:30:00')))).toEqual(['working', 'buy 1000 @ 611.00'])
  })

  it('the outside trades half a percent of a usual day: fifty lots of ten million shares', () => {
    const venue = open('13:45:00')
    const order = lots('buy', '611', 60)
    venue.submit(order, at('14:05:00'))
    expect(told(venue.advance(at('14:30:00')))).toEqual(['working', 'buy 50000 @ 611.00', 'EXPIRED'])
  })

  it('an account does not meet itself in it, where its orders both take the price', () => {
    const venue = open('13:45:00')
    const [buyer, seller] = [lots('buy', '611', 1, { accountId: 'one' }), lots('sell', '611', 1, { accountId: 'one' })]
    venue.submit(buyer, at('14:01:00'))
    venue.submit(seller, at('14:02:00'))
    const events = venue.advance(at('14:30:00'))
    expect(told(events, buyer.orderId)).toEqual(['working', 'buy 1000 @ 611.00'])
    expect(told(events, seller.orderId)).toEqual(['working', 'SELF_TRADE'])
  })

  it('the quote says which time of the day it is', () => {
    const venue = open('13:00:00')
    const phaseAt = (time: string) => venue.quote(HWTS.id, at(time))?.phase
    expect(['13:00:00', '13:26:00', '13:45:00', '14:10:00', '14:30:00'].map(phaseAt)).toEqual([
      'OPEN',
      'AUCTION',
      'CLOSED',
      'POST',
      'CLOSED',
    ])
  })
})
