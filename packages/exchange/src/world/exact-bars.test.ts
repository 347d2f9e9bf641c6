import { createHash } from 'node:crypto'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { foldedBar } from '../bar-folding.ts'
import { cedears } from '../catalogue/argentine-companies.ts'
import type { Bar, BarInterval } from '../venue.ts'
import { createMarkets } from './simulated-markets.ts'
import { createWorldMarket } from './world-market.ts'

/** Minutes add up to every longer bar, to the last digit, also where a bar is worked out without them (C.7, 14). */
const NOW = Date.UTC(2026, 10, 20, 16, 30, 7)
const A_DAY_OF_MINUTES = 1_440
const HALF_A_DAY = DAY_MS / 2
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const worldOf = (seed: string, alwaysOpen: boolean) =>
  createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`exact ${seed} ${market} ${date}`)),
    sha256,
    alwaysOpen,
    openedOn: '2026-11-20',
  })
type World = ReturnType<typeof worldOf>

const barsOf = (world: World, instrumentId: string, interval: BarInterval, limit: number, until = NOW, now = NOW): readonly Bar[] =>
  world.bars({ instrumentId, interval, until, limit, hours: 'regular', adjust: 'split' }, now)?.bars ?? []

/** Half a day at a time, as nobody would ask for a month of minutes at once. */
function minutesBetween(world: World, id: string, from: Instant, to: Instant): Bar[] {
  const minutes: Bar[] = []
  for (let end = to; end > from; end -= HALF_A_DAY) {
    const start = Math.max(from, end - HALF_A_DAY)
    minutes.unshift(...barsOf(world, id, '1m', HALF_A_DAY / MINUTE_MS, end - 1).filter(({ at }) => at >= start && at < end))
  }
  return minutes
}

const prices = ({ open, high, low, close }: Bar) => [open, high, low, close].map((price) => formatScaled(price))

const CROSSES = ['FX:EURJPY', 'FX:GBPJPY', 'FX:EURGBP']
const CERTIFICATE = cedears[0]?.instrument.id ?? ''
const bars: readonly (readonly [BarInterval, number])[] = [
  ['5m', 300],
  ['15m', 200],
  ['30m', 100],
  ['60m', 100],
  ['day', 20],
  ['week', 3],
  ['month', 2],
]

describe.each([
  ['one', true],
  ['two', false],
  ['three', true],
] as const)('seed %s, always open: %s', (seed, alwaysOpen) => {
  const world = worldOf(seed, alwaysOpen)
  it.each([...CROSSES, CERTIFICATE, 'FUT:S6E-2026Z'])('%s has minutes that add up to every longer bar', (id) => {
    const oldest = Math.min(...bars.map(([interval, limit]) => barsOf(world, id, interval, limit)[0]?.at ?? NOW))
    const minutes = minutesBetween(world, id, oldest, NOW + 1)
    for (const [interval, limit] of bars) {
      const longer = barsOf(world, id, interval, limit)
      expect(longer.length, interval).toBe(limit)
      let next = minutes.findIndex(({ at }) => at >= (longer[0]?.at ?? NOW))
      for (const [index, bar] of longer.entries()) {
        const first = next
        const end = longer[index + 1]?.at ?? NOW + 1
        while (next < minutes.length && (minutes[next]?.at ?? NOW) < end) next += 1
        expect(prices(bar), `${interval} of ${new Date(bar.at).toISOString()}`).toEqual(prices(foldedBar(bar, minutes.slice(first, next))))
      }
    }
  })
})

describe('the day so far of a cross', () => {
  const moments = [0, 5, 61, 59_000, 3 * HOUR_MS, 3 * HOUR_MS + 7_500, 9 * HOUR_MS + 30_000].map(
    (after) => Date.UTC(2026, 10, 20, 5) + after,
  )

  it.each(CROSSES)('%s has gone as far as its elapsed minutes, whenever it was looked at before', (id) => {
    const [watched, restarted] = [worldOf('one', true), worldOf('one', true)]
    for (const now of moments) {
      const quote = watched.quote(id, now)
      const minutes = barsOf(watched, id, '1m', A_DAY_OF_MINUTES, now, now).filter(({ at }) => at >= Date.UTC(2026, 10, 20, 5))
      const high = minutes.reduce((highest, bar) => (bar.high > highest ? bar.high : highest), 0n)
      expect(minutes.length === 0 ? quote?.open : high, `${id} ${now}`).toBe(quote?.high)
      const [today] = barsOf(watched, id, 'day', 1, now, now)
      expect([today?.high, today?.low]).toEqual([quote?.high, quote?.low])
    }
    expect(restarted.quote(id, moments.at(-1) ?? 0)).toEqual(watched.quote(id, moments.at(-1) ?? 0))
  })
})

it('what is worked out ahead of a chart is what the chart would have worked out', () => {
  const [prepared, asked] = [worldOf('two', true), worldOf('two', true)]
  for (let cycle = 0; cycle < 240; cycle += 1) prepared.workAhead(NOW + cycle)
  for (const id of [...CROSSES, CERTIFICATE]) {
    expect(barsOf(prepared, id, 'day', 60)).toEqual(barsOf(asked, id, 'day', 60))
    expect(barsOf(prepared, id, '60m', 60)).toEqual(barsOf(asked, id, '60m', 60))
    const later = NOW + 3 * DAY_MS
    expect(barsOf(prepared, id, 'day', 60, later, later)).toEqual(barsOf(asked, id, 'day', 60, later, later))
  }
})

it.each([true, false])('the price alone is the quote’s last price at every moment, in every session; always open: %s', (alwaysOpen) => {
  const options = { dayKey: (market: string, date: string) => sha256(Buffer.from(`alone ${market} ${date}`)), sha256, alwaysOpen }
  const { US, FX, FUT } = createMarkets(options)
  const share = US.instruments[0]?.id ?? ''
  for (let step = 0; step < 200; step += 1) {
    const now = NOW - step * (97 * MINUTE_MS + 13_577)
    for (const [market, id] of [
      [US, share],
      [US, 'IDX:US500'],
      [FX, 'FX:EURUSD'],
      [FUT, 'FUT:SCL'],
    ] as const) {
      const [alone, quote] = [market.lastAt(id, now), market.quote(id, now)]
      expect([alone?.tradeDate, Math.round((alone?.price ?? 0) * 1e8)], `${id} ${now}`).toEqual([quote?.tradeDate, Number(quote?.last)])
    }
  }
})
