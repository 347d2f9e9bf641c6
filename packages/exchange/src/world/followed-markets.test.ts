import { createHash } from 'node:crypto'
import { addDays } from '../calendars/civil.ts'
import { describe, expect, it } from 'vitest'
import { correlation, mean } from '../prices/statistics.ts'
import { createMarkets } from './simulated-markets.ts'

/** Buenos Aires and Taipei follow New York (`docs/rules/price-model.md` C.2), on the exchanges' own calendars. */
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const [FIRST, LAST] = ['2023-01-03', '2026-10-30']

type Day = Readonly<{ date: string; move: number }>

/** Log returns from close to close of an index. */
function movesOf(market: ReturnType<typeof createMarkets>['US'], id: string): readonly Day[] {
  const dates = market.days.calendarDays(FIRST, LAST).flatMap(({ date, trading }) => (trading ? [date] : []))
  const closes = dates.map((date) => market.nightOf(id, date)?.close ?? Number.NaN)
  return dates.slice(1).map((date, index) => ({ date, move: Math.log((closes[index + 1] ?? 1) / (closes[index] ?? 1)) }))
}

function worldOf(seed: number) {
  const markets = createMarkets({
    dayKey: (market, date) => sha256(Buffer.from(`${seed} ${market} ${date}`)),
    sha256,
    alwaysOpen: false,
    startDate: '2023-01-02',
  })
  return { us: movesOf(markets.US, 'IDX:US500'), ar: movesOf(markets.AR, 'IDX:MERV'), tw: movesOf(markets.TW, 'IDX:TWII') }
}
const worlds = [1, 2, 3, 4].map(worldOf)

/** Pairs of moves: the follower's, and New York's so many days before, where both traded. */
function pairsOf(follower: readonly Day[], us: readonly Day[], daysBefore: number) {
  const known = new Map(us.map(({ date, move }) => [date, move]))
  const pairs = follower.flatMap(({ date, move }) => {
    const led = known.get(addDays(date, -daysBefore))
    return led === undefined ? [] : [[move, led] as const]
  })
  return { follower: pairs.map(([move]) => move), leader: pairs.map(([, led]) => led) }
}
const correlationOf = (of: 'ar' | 'tw', daysBefore: number) =>
  mean(
    worlds.map((world) => {
      const { follower, leader } = pairsOf(world[of], world.us, daysBefore)
      return correlation(follower, leader)
    }),
  )

describe('over four seeds and four years', () => {
  it('Buenos Aires moves with New York’s same day', () => {
    expect(correlationOf('ar', 0)).toBeGreaterThan(0.12)
    expect(correlationOf('ar', 0)).toBeLessThan(0.3)
    expect(Math.abs(correlationOf('ar', 1))).toBeLessThan(0.08)
  })

  it('Taipei moves with New York’s day before, and not with the one that is still to come', () => {
    expect(correlationOf('tw', 1)).toBeGreaterThan(0.2)
    expect(correlationOf('tw', 1)).toBeLessThan(0.4)
    expect(Math.abs(correlationOf('tw', 0))).toBeLessThan(0.08)
  })
})
