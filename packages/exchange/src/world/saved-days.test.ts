import { createHash } from 'node:crypto'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { startsOfNewMarket, modelsFrom } from '../prices/model-starts.ts'
import type { SavedMarkets } from './simulated-markets.ts'
import { type WorldMarket, createWorldMarket } from './world-market.ts'

/** A market that goes on from what its finished days have left behind is the market that worked them out. */
const SAVED_UNTIL = '2026-02-10'
const MOMENTS = ['2026-02-11T15:00:00Z', '2026-03-20T18:30:00Z'].map((text) => Date.parse(text))
const LISTED = { US: 12, AR: 6, TW: 16, FUT: 6, FX: 9, IDX: 4 } as const

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const dayKey = (market: string, date: CalendarDate): Uint8Array => createHash('sha256').update(`saved days ${market} ${date}`).digest()

const worldWith = (saved?: SavedMarkets): WorldMarket =>
  createWorldMarket({
    ...{ dayKey, sha256, alwaysOpen: false, modelOn: modelsFrom(startsOfNewMarket()), startDate: '2025-09-01' },
    ...{ openedOn: '2026-02-11', mostListed: LISTED, saved },
  })

/** Everything that a world says of a moment, as text. */
function said(world: WorldMarket, now: Instant): string[] {
  return world.instruments.map(({ id }) => {
    const bars = (interval: 'day' | 'week' | '15m', limit: number, until = now) =>
      world.bars({ instrumentId: id, interval, until, limit, hours: 'regular', adjust: 'split' }, now)
    const earlier = Date.parse('2025-10-17T18:00:00Z')
    const told = {
      quote: world.quote(id, now),
      depth: world.depth(id, 3, now),
      bars: [bars('day', 300), bars('week', 60), bars('15m', 40), bars('15m', 40, earlier)],
      facts: world.facts(id, now),
      actions: world.corporateActions(id, '2025-09-01', '2026-12-31', now),
    }
    return `${id} ${JSON.stringify(told, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`
  })
}

it('a market that begins with its finished days goes on to the last bit as the one that worked them out', () => {
  const first = worldWith()
  // Copied as by a file.
  const saved = structuredClone(first.firstDays(SAVED_UNTIL))
  const fresh = worldWith()
  const restored = worldWith(saved)
  for (const now of MOMENTS) {
    const expected = said(fresh, now)
    expect(said(restored, now)).toEqual(expected)
    expect(said(first, now)).toEqual(expected)
  }
  // What is saved later is the same, whoever goes on.
  const [one, other] = [worldWith(), worldWith(saved)]
  expect(other.firstDays('2026-03-06')).toEqual(one.firstDays('2026-03-06'))
})

it('has nothing of a day after those that it is asked for, and is not asked for too late', () => {
  const world = worldWith()
  const { US } = world.firstDays(SAVED_UNTIL)
  expect(US.market.columns.map(({ length }) => length)).toEqual(Array<number>(4).fill(US.days))
  for (const { columns } of Object.values(US.stocks)) for (const { length } of columns) expect(length).toBe(US.days)
  expect(world.quote('US:ARDV', Date.parse('2026-02-11T15:00:00Z'))).not.toBeNull()
  expect(() => world.firstDays(SAVED_UNTIL)).toThrow('worked out already')
})
