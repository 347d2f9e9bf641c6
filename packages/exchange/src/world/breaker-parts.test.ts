import { createHash } from 'node:crypto'
import { BREAKER_INDEX } from '@rueda/rules/markets/price-guards.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { expect, it } from 'vitest'
import { modelsFrom, startsOfNewMarket } from '../prices/model-starts.ts'
import { type WorldMarket, createWorldMarket } from './world-market.ts'

/** The index that halts the whole market, worked out in parts by threads of their own, is the one that a market works out alone. */
const THROUGH = '2026-02-10'
/** Of the day itself, of the day after it that the parts still have, and of one beyond. */
const MOMENTS = ['2026-02-10T18:00:00Z', '2026-02-11T15:00:00Z', '2026-02-13T18:30:00Z'].map((text) => Date.parse(text))

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const dayKey = (market: string, date: CalendarDate): Uint8Array => createHash('sha256').update(`parts ${market} ${date}`).digest()

const world = (): WorldMarket =>
  createWorldMarket({
    ...{ dayKey, sha256, alwaysOpen: false, modelOn: modelsFrom(startsOfNewMarket()), startDate: '2025-11-03' },
    openedOn: THROUGH,
  })

it.each([1, 2, 3, 4])('is the same to the last bit from %i parts', (of) => {
  const alone = world()
  const shared = world()
  const parts = Array.from({ length: of }, (_, part) => (part === 0 ? shared : world()).breakerPart(THROUGH, { part, of }))
  shared.takeBreakerParts(THROUGH, parts)
  for (const now of MOMENTS) {
    expect(shared.quote(BREAKER_INDEX, now)).toEqual(alone.quote(BREAKER_INDEX, now))
    const request = { instrumentId: BREAKER_INDEX, interval: 'day', until: now, limit: 60, hours: 'regular', adjust: 'split' } as const
    expect(shared.bars(request, now)).toEqual(alone.bars(request, now))
  }
})

it('takes only parts that are of all members and days together, and none once it has been asked', () => {
  const [alone, shared] = [world(), world()]
  const parts = [0, 1].map((part) => world().breakerPart(THROUGH, { part, of: 2 }))
  const [first = new Float64Array()] = parts
  for (const wrong of [parts.slice(1), [...parts, first], [first, first.subarray(2)], []])
    expect(() => shared.takeBreakerParts(THROUGH, wrong)).toThrow('not those of all members and days')
  const [now = 0] = MOMENTS
  alone.quote(BREAKER_INDEX, now)
  expect(() => alone.takeBreakerParts(THROUGH, parts)).toThrow('worked out already')
})
