import { MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it, test } from 'vitest'
import { createSimVenue } from '../sim-venue.ts'
import { StillMarket, limit } from '../testing/still-market.ts'
import { told } from '../testing/told.ts'
import { type DayNumber, isWeekend } from './civil.ts'
import type { TradingHours } from './market-calendar.ts'
import { createSessionCalendar } from './session-calendar.ts'
import { taipei } from './time-zones.ts'

/** A market as in Hong Kong or Tokyo: it trades from 9:30 to 12:00 and from 13:00 to 16:00, the last ten minutes as a call. */
const TODAY = '2026-08-04'
const at = (time: string) => Date.parse(`${TODAY}T${time}+08:00`)
const minute = (time: string): number => (at(time) - at('00:00:00')) / MINUTE_MS

function hoursOf(day: DayNumber): TradingHours | null {
  if (isWeekend(day)) return null
  const moment = (time: string) => taipei.instantOf(day, minute(time))
  return {
    before: null,
    regular: { opensAt: moment('09:30:00'), closesAt: moment('16:00:00') },
    breaks: [{ opensAt: moment('12:00:00'), closesAt: moment('13:00:00') }],
    after: null,
    closingAuctionFrom: moment('15:50:00'),
    fixedPrice: null,
    oddLots: null,
    halfDay: false,
  }
}

const calendar = createSessionCalendar({
  zone: taipei,
  beginsBeforeMidnight: 0,
  hoursOf,
  settles: (day) => !isWeekend(day),
  holidays: { on: () => null, isProjected: () => false },
})

describe('a day with a break for lunch', () => {
  test.each([
    ['09:29:59', 'CLOSED', '09:30:00', false],
    ['09:30:00', 'OPEN', '12:00:00', true],
    ['12:00:00', 'LUNCH', '13:00:00', false],
    ['12:59:59', 'LUNCH', '13:00:00', false],
    ['13:00:00', 'OPEN', '15:50:00', true],
    ['15:50:00', 'AUCTION', '16:00:00', false],
  ])('at %s is %s until %s', (time, phase, until, matching) => {
    expect(calendar.session(at(time))).toMatchObject({
      phase,
      matching,
      tradeDate: TODAY,
      opensAt: at('09:30:00'),
      closesAt: at('16:00:00'),
      changesAt: at(until),
    })
  })

  it('has two sessions', () => {
    expect(calendar.calendarDay(TODAY).sessions).toEqual([
      { type: 'REGULAR', opensAt: at('09:30:00'), closesAt: at('12:00:00') },
      { type: 'REGULAR', opensAt: at('13:00:00'), closesAt: at('16:00:00') },
    ])
  })
})

describe('orders over the break', () => {
  function open() {
    const source = new StillMarket()
    source.session = (_market, now) => calendar.session(now)
    const venue = createSimVenue(source)
    venue.advance(at('11:00:00'))
    return { source, venue }
  }
  const ofToday = { lastTradeDate: TODAY }

  it('what rests stays, nothing matches meanwhile, and it goes on in the afternoon', () => {
    const { source, venue } = open()
    const resting = limit('buy', '182.00', ofToday)
    venue.submit(resting, at('11:30:00'))
    source.print(at('12:30:00'), 'sell', '181.00', 100_000)
    expect(told(venue.advance(at('12:59:59')))).toEqual([])
    expect(told(venue.advance(at('13:00:00')))).toEqual([])
    source.print(at('13:00:01'), 'sell', '181.00', 100_000)
    expect(told(venue.advance(at('13:00:02')))).toEqual(['buy 100 @ 182.00'])
  })

  it('a new one waits for the afternoon, and one that stays to the end expires at the close', () => {
    const { venue } = open()
    const [waits, stays] = [limit('buy', '182.40', ofToday), limit('buy', '170.00', ofToday)]
    venue.submit(stays, at('11:30:00'))
    expect(told(venue.submit(waits, at('12:10:00')))).toEqual([])
    expect(told(venue.advance(at('13:00:00')), waits.orderId)).toEqual(['working', 'buy 100 @ 182.36'])
    expect(told(venue.advance(at('15:59:59')), stays.orderId)).toEqual([])
    expect(told(venue.advance(at('16:00:00')), stays.orderId)).toEqual(['EXPIRED'])
  })

  it('the quote says that it is lunch', () => {
    const { venue } = open()
    expect(venue.quote('US:TEST', at('12:10:00'))?.phase).toBe('LUNCH')
  })
})
