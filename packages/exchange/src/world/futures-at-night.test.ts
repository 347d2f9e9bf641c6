import { createHash } from 'node:crypto'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { foldedBar } from '../bar-folding.ts'
import { daysOf } from '../calendars/civil.ts'
import { cedears } from '../catalogue/argentine-companies.ts'
import { futureRoots } from '../catalogue/futures.ts'
import { correlation, deviation, mean } from '../prices/statistics.ts'
import type { Bar, BarInterval } from '../venue.ts'
import { createWorldMarket } from './world-market.ts'

/** Futures on the exchanges' own calendars: they trade while what they follow is closed. */
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const START = '2025-11-03'
const worldOf = (seed: number, alwaysOpen = false, startDate = START) =>
  createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`${seed} ${market} ${date}`)),
    sha256,
    alwaysOpen,
    openedOn: '2026-11-18',
    startDate,
  })
const world = worldOf(1)
const at = (text: string): Instant => Date.parse(text)
/** Wednesday, 10:17 in New York. */
const NOW = at('2026-11-18T15:17:23Z')
const lastOf = (id: string, now: Instant, market = world): number => {
  const quote = market.quote(id, now)
  if (quote === null) throw new Error(`${id} is not quoted`)
  return Number(quote.last) / 1e8
}
const CERTIFICATE = cedears[0]?.instrument.id ?? ''
const barsOf = (instrumentId: string, interval: BarInterval, limit: number, market = world, now = NOW) =>
  market.bars({ instrumentId, interval, until: now, limit, hours: 'regular', adjust: 'none' }, now)?.bars ?? []
const prices = ({ open, high, low, close }: Bar) => [open, high, low, close].map((price) => formatScaled(price))

it.each(['FUT:SES-2026Z', 'FUT:STX-2026Z', 'FUT:SCL-2027F'])(
  '%s has a first week and a first month also where history begins within them',
  (id) => {
    const midweek = worldOf(1, false, '2025-11-05')
    const [first] = barsOf(id, 'day', 1_500, midweek)
    for (const interval of ['week', 'month'] as const) {
      const [bar] = barsOf(id, interval, 1_500, midweek)
      expect([bar?.at, bar?.open]).toEqual([first?.at, first?.open])
    }
  },
)

it('has its first day also where history begins while the index’s own exchange is closed', () => {
  // The exchanges of Taiwan rest for the lunar new year.
  const [first] = barsOf('FUT:STX-2026Z', 'month', 1_500, worldOf(1, false, '2026-02-17'))
  expect(first?.at).toBeLessThan(at('2026-03-01T00:00:00Z'))
})

describe.each(['FUT:SES-2026Z', 'FUT:STX-2026Z', 'FUT:SGC-2026Z', 'FUT:SDLR-2026X', 'FUT:SCL-2027F', 'AR:PMSR', CERTIFICATE])(
  '%s',
  (id) => {
    it('has minutes that add up to every longer bar, nights included (C.7, 14)', () => {
      const minutes = barsOf(id, '1m', 1_500)
      for (const interval of ['5m', '15m', '30m', '60m', 'day'] as const) {
        const whole = barsOf(id, interval, 400).filter((bar) => bar.at >= (minutes[0]?.at ?? 0))
        expect(whole.length).toBeGreaterThan(0)
        for (const [index, bar] of whole.entries()) {
          const end = whole[index + 1]?.at ?? NOW
          const parts = minutes.filter((minute) => minute.at >= bar.at && minute.at < end)
          expect(prices(bar), `${interval} ${new Date(bar.at).toISOString()}`).toEqual(prices(foldedBar(bar, parts)))
        }
      }
    })

    it('ends its bars with the quote, and the day’s bar is the quote’s day', () => {
      const quote = world.quote(id, NOW)
      const [day] = barsOf(id, 'day', 1)
      expect(day === undefined ? [] : prices(day)).toEqual(
        [quote?.open, quote?.high, quote?.low, quote?.last].map((price) => formatScaled(price ?? 0n)),
      )
      expect(barsOf(id, '1m', 1)[0]?.close).toBe(quote?.last)
      const [before] = barsOf(id, 'day', 2)
      expect(quote?.previousClose).toBe(before?.close)
    })
  },
)

it('moves through the night and leads to the index’s open', () => {
  const [evening, night, open] = [at('2026-11-17T23:30:00Z'), at('2026-11-18T08:00:00Z'), at('2026-11-18T14:30:00.500Z')]
  const [first, later, last] = [evening, night, open].map((now) => lastOf('FUT:SES-2026Z', now)) as [number, number, number]
  expect(new Set([first, later, last]).size).toBe(3)
  const basis = (now: Instant) => lastOf('FUT:SES-2026Z', now) - lastOf('IDX:US500', now)
  // The future stands off the index by the carry and the day's basis, from the first minute on.
  expect(Math.abs(basis(open) - basis(NOW))).toBeLessThan(0.6)
})

it('asks for no key of a day of New York before the future’s trade date of that name has begun', () => {
  const now = at('2026-11-17T22:59:00Z')
  const guarded = createWorldMarket({
    dayKey: (market, date) => {
      if (date > '2026-11-17') throw new Error(`asked for ${market} ${date}`)
      return sha256(Buffer.from(`1 ${market} ${date}`))
    },
    sha256,
    alwaysOpen: false,
    openedOn: '2026-11-18',
    startDate: START,
  })
  for (const interval of ['1m', '60m', 'day'] as const) expect(barsOf('FUT:SES-2026Z', interval, 5, guarded, now)).toHaveLength(5)
  expect(guarded.quote('FUT:SES-2026Z', now)).not.toBeNull()
})

describe('a night tells how lively it is and not which way it goes', () => {
  // Every morning of some months in twelve worlds: the way from 18:00 to 3:00 New York, and from there to the open.
  const ways = Array.from({ length: 12 }, (_, seed) => {
    const market = worldOf(seed + 10)
    const bars = barsOf('FUT:SES-2026Z', '30m', 1_400, market).filter((bar) => bar.at < NOW - 24 * 60 * MINUTE_MS)
    const days = Map.groupBy(bars, (bar) => market.session('FUT', bar.at).tradeDate)
    return [...days].flatMap(([date, halfHours]) => {
      const opens = new Map(halfHours.map((bar) => [newYorkTime(bar.at), Math.log(Number(bar.open))]))
      const [start, middle, end] = ['18:00', '03:00', '09:30'].map((time) => opens.get(time))
      return start === undefined || middle === undefined || end === undefined ? [] : [{ date, early: middle - start, late: end - middle }]
    })
  }).flat()
  const early = ways.map((way) => way.early)
  const late = ways.map((way) => way.late)

  it('what it has done does not tell what it will do', () => {
    expect(ways.length).toBeGreaterThan(250)
    expect(Math.abs(correlation(early, late))).toBeLessThan(0.15)
    // Far moves are not followed by more of the same either.
    const lively = ways.filter((way) => Math.abs(way.early) > deviation(early))
    expect(
      Math.abs(
        correlation(
          lively.map((way) => way.early),
          lively.map((way) => way.late),
        ),
      ),
    ).toBeLessThan(0.25)
  })

  it('moves as much per hour before midnight as after it', () => {
    const [perHourEarly, perHourLate] = [mean(early.map((way) => way * way)) / 9, mean(late.map((way) => way * way)) / 6.5]
    expect(perHourEarly / perHourLate).toBeGreaterThan(0.5)
    expect(perHourEarly / perHourLate).toBeLessThan(2)
  })
})

const newYork = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
const newYorkTime = (moment: Instant): string => newYork.format(moment)

describe.each([
  ['always open', true],
  ['on the exchanges’ calendars', false],
])('at the end of the last trade date, %s', (_, alwaysOpen) => {
  const market = worldOf(3, alwaysOpen)

  it('every contract is worth what it follows, within a tick (C.7)', () => {
    let checked = 0
    for (const { id, contract, ticks } of market.instruments) {
      if (contract?.kind !== 'future' || contract.lastTradeDate < '2026-06-01' || contract.lastTradeDate > '2026-11-17') continue
      const root = futureRoots.find((family) => family.root === contract.root)
      if (root?.source.kind !== 'follows') continue
      const closes = market.calendar('FUT', contract.lastTradeDate, contract.lastTradeDate)[0]?.sessions[0]?.closesAt ?? 0
      // On a holiday of the exchange the futures close before the settlement's hour.
      const settles = Math.min(closes, root.settles.zone.instantOf(daysOf(contract.lastTradeDate), root.settles.minutes)) - 1_000
      const distance = Math.abs(lastOf(id, settles, market) - lastOf(contract.underlying, settles, market))
      expect(distance, id).toBeLessThanOrEqual(Number(ticks[0]?.tick ?? 0n) / 1e8)
      checked += 1
    }
    expect(checked).toBeGreaterThan(20)
  })
})
