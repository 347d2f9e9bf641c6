import { formatScaled } from '@rueda/rules/decimal.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { createSimVenue } from '../sim-venue.ts'
import { MovingMarket } from '../testing/moving-market.ts'
import { INSTRUMENT, limit } from '../testing/still-market.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { guardMarket } from './guarded-market.ts'

/** One trading day from 0:00 to 6:30, so that minutes are easy to read; the price is 100.00 unless the test moves it. */
const CLOSES = 6.5 * HOUR_MS
const US500: Instrument = { ...INSTRUMENT, id: 'IDX:US500', market: 'IDX', code: 'US500', quoteOnly: true }

function day(path: MovingMarket['path'], instruments: readonly Instrument[] = [INSTRUMENT]) {
  const market = new MovingMarket()
  Object.assign(market, { instruments })
  market.last = '100.00'
  market.path = path
  const session = { phase: 'OPEN', tradeDate: '2026-01-05', opensAt: 0, closesAt: CLOSES } as const
  market.sessions = [
    { ...session, from: 0, matching: true },
    { ...session, from: CLOSES, phase: 'CLOSED', matching: false },
  ]
  return { market, guarded: guardMarket({ market, tierOf: () => 1 }) }
}
const at = (minutes: number, seconds = 0): number => minutes * MINUTE_MS + seconds * SECOND_MS
const phaseAt = (guarded: ReturnType<typeof guardMarket>, moment: number) => guarded.quote(INSTRUMENT.id, moment)?.phase

describe('a price at its band (tier 1: 5 % around the last five minutes)', () => {
  it('for fifteen seconds is paused for five minutes, at the price where the pause began, and nobody stands on either side', () => {
    const { guarded } = day([
      [at(10), '105.00'],
      [at(11), '107.00'],
    ])
    expect(phaseAt(guarded, at(10, 14))).toBe('OPEN')
    const paused = guarded.quote(INSTRUMENT.id, at(12))
    expect(paused).toMatchObject({ phase: 'HALT', bid: 0n, ask: 0n, bidQuantity: 0n, askQuantity: 0n })
    expect(formatScaled(paused?.last ?? 0n, 2)).toBe('105.00')
    expect(phaseAt(guarded, at(15, 14))).toBe('HALT')
    expect(phaseAt(guarded, at(15, 15))).toBe('OPEN')
  })

  it('for fourteen seconds goes on', () => {
    const { guarded } = day([
      [at(10), '105.00'],
      [at(10, 15), '104.99'],
    ])
    expect(phaseAt(guarded, at(10, 40))).toBe('OPEN')
    expect(phaseAt(guarded, at(20))).toBe('OPEN')
  })

  it('is paused at the same moment however often somebody looks', () => {
    const path = [
      [at(10, 7), '94.90'],
      [at(30), '99.00'],
    ] as const
    const [often, once] = [day(path).guarded, day(path).guarded]
    for (let moment = 0; moment < at(20); moment += 250) often.quote(INSTRUMENT.id, moment)
    const stops = [often, once].map((guarded) => guarded.interruptions?.([INSTRUMENT.id], 0, at(20)))
    expect(stops[0]).toEqual([at(10, 22), at(15, 22)])
    expect(stops[1]).toEqual(stops[0])
  })

  it('opens again around a new price, and the same price is no reason for another pause', () => {
    const { guarded } = day([[at(10), '105.00']])
    guarded.quote(INSTRUMENT.id, 0)
    expect(guarded.interruptions?.([INSTRUMENT.id], 0, at(60))).toEqual([at(10, 15), at(15, 15)])
  })

  it('marks the minutes of the pause and keeps their bars', () => {
    const { guarded } = day([[at(10), '105.00']])
    const request = { instrumentId: INSTRUMENT.id, interval: '1m', until: at(20), limit: 20, hours: 'regular', adjust: 'none' } as const
    const halted = guarded.bars(request, at(20))?.bars.filter((bar) => bar.halted === true) ?? []
    expect(halted.map((bar) => bar.at)).toEqual([at(10), at(11), at(12), at(13), at(14), at(15)])
  })
})

describe('orders in a pause', () => {
  it('rest, can be cancelled, and an auction opens again', () => {
    const { market, guarded } = day([
      [0, '182.36'],
      [at(10), '191.60'],
      [at(13), '182.36'],
    ])
    const venue = createSimVenue(guarded)
    venue.advance(0)
    const resting = limit('buy', '182.00')
    expect(venue.submit(resting, at(1))).toMatchObject([{ kind: 'working' }])
    expect(venue.advance(at(10, 15))).toEqual([])
    const [late, waiting] = [limit('buy', '182.40'), limit('buy', '182.40')]
    expect(venue.submit(late, at(11))).toEqual([])
    expect(venue.submit(waiting, at(11))).toEqual([])
    market.print(at(12), 'sell', '182.00', 10_000)
    expect(venue.cancel(late.orderId, at(12, 1))).toMatchObject([{ kind: 'ended', reason: 'CANCELLED' }])
    expect(venue.advance(at(15))).toEqual([])
    expect(venue.advance(at(16))).toMatchObject([
      { kind: 'working', orderId: waiting.orderId, at: at(15, 15) },
      { kind: 'execution', orderId: waiting.orderId, at: at(15, 15) },
    ])
    market.print(at(17), 'sell', '182.00', 10_000)
    expect(venue.advance(at(18))).toMatchObject([{ kind: 'execution', orderId: resting.orderId, resting: true }])
  })
})

describe('the market-wide breaker', () => {
  it('stops the market for fifteen minutes when the index has fallen seven percent', () => {
    const { market, guarded } = day([[at(30), '92.99']], [INSTRUMENT, US500])
    Object.assign(market, { quote: fallingIndex(market) })
    expect(guarded.session('US', at(29, 59))).toMatchObject({ phase: 'OPEN', matching: true })
    expect(guarded.session('US', at(30))).toMatchObject({ phase: 'HALT', matching: false, changesAt: at(45) })
    expect(guarded.session('US', at(45))).toMatchObject({ phase: 'OPEN', matching: true })
    expect(phaseAt(guarded, at(31))).toBe('HALT')
  })

  it('counts each level once, and the third closes the day', () => {
    const { market, guarded } = day(
      [
        [at(30), '92.00'],
        [at(60), '95.00'],
        [at(70), '92.00'],
        [at(100), '79.00'],
      ],
      [INSTRUMENT, US500],
    )
    Object.assign(market, { quote: fallingIndex(market) })
    expect(guarded.session('US', at(71)).phase).toBe('OPEN')
    expect(guarded.session('US', at(100))).toMatchObject({ phase: 'HALT', changesAt: CLOSES })
  })
})

/** The index moves along the path; the share stands still. */
function fallingIndex(market: MovingMarket): MovingMarket['quote'] {
  const moving = MovingMarket.prototype.quote.bind(market)
  return (instrumentId, now) => {
    const quote = moving(instrumentId, now)
    const start = moving(instrumentId, 0).last
    return instrumentId === US500.id ? { ...quote, previousClose: start } : { ...quote, last: start, high: start, low: start }
  }
}
