import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, test } from 'vitest'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { createWorldMarket } from '../world/world-market.ts'
import { firstReadingOf } from './first-reading.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
/** Over a weekend, Thanksgiving with the half day after it, and the evening before. */
const FROM = Date.parse('2026-11-19T12:00:00Z')
const UNTIL = FROM + 11 * DAY_MS

describe.each([false, true])('a world with alwaysOpen=%s', (alwaysOpen) => {
  test('asks for no day’s key before its first reading', () => {
    let now = FROM
    const early: string[] = []
    const world = createWorldMarket({
      dayKey: (market, date) => {
        const name = marketNames.find((each) => each === market) ?? 'US'
        if (now < firstReadingOf(name, date, alwaysOpen)) early.push(`${market} ${date} at ${new Date(now).toISOString()}`)
        return sha256(Buffer.from(`first reading ${market} ${date}`))
      },
      ...{ sha256, alwaysOpen, openedOn: '2026-11-19', startDate: '2026-10-01', isPromised: () => false },
      mostListed: { US: 3, AR: 3, TW: 3 },
    })
    for (; now < UNTIL; now += 2 * HOUR_MS + 7 * MINUTE_MS) {
      for (const { id } of world.instruments) {
        world.quote(id, now)
        world.depth(id, 1, now)
      }
      for (const market of marketNames) world.commitments(now, '2026-11-18').filter((day) => day.market === market)
    }
    expect(early).toEqual([])
  })
})
