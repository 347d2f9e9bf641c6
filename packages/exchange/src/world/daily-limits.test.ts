import { createHash } from 'node:crypto'
import { scaled } from '@rueda/rules/decimal.ts'
import { describe, expect, it } from 'vitest'
import { createTaiwaneseCalendar } from '../calendars/taiwanese-calendar.ts'
import { daysOf } from '../calendars/civil.ts'
import { taiwaneseCompanies } from '../catalogue/taiwanese-companies.ts'
import { LimitedDays } from '../prices/daily-limits.ts'
import { Timeline } from '../prices/timeline.ts'
import { limitsAround, limitsOf } from './limits.ts'
import { createWorldMarket } from './world-market.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const NOW = Date.UTC(2026, 10, 20, 4, 10)
const worldOf = (alwaysOpen: boolean) =>
  createWorldMarket({
    dayKey: (market, date) => sha256(Buffer.from(`limits ${market} ${date}`)),
    sha256,
    alwaysOpen,
    openedOn: '2026-11-20',
  })
const [company] = taiwaneseCompanies
if (company === undefined) throw new Error('a company')

it.each([
  ['612', '673', '551'],
  ['9.50', '10.45', '8.55'],
  ['46.15', '50.7', '41.55'],
  ['95.0', '104.5', '85.5'],
  ['480', '528', '432'],
  ['985', '1080', '887'],
])('after a close at %s a share of Taipei may go up to %s and down to %s (B.3)', (close, up, down) => {
  expect(limitsAround(company.company.instrument, scaled(close))).toEqual({ high: scaled(up), low: scaled(down) })
})

describe.each([
  ['always open', true],
  ['on the exchanges’ calendars', false],
])('%s', (_, alwaysOpen) => {
  const world = worldOf(alwaysOpen)
  const limited = world.instruments.filter(
    ({ id, market }) => (market === 'TW' || market === 'AR') && world.quote(id, NOW)?.bid !== undefined,
  )
  const shares = limited.filter(({ name, quoteOnly }) => !quoteOnly && !name.startsWith('CEDEAR'))
  const days = shares.map((instrument) => {
    const { id } = instrument
    const bars =
      world.bars({ instrumentId: id, interval: 'day', until: NOW, limit: 900, hours: 'regular', adjust: 'none' }, NOW)?.bars ?? []
    const splits = world.corporateActions(id, '2023-01-01', '2026-11-20', NOW).filter(({ kind }) => kind === 'split').length
    return { instrument, bars, splits }
  })

  it('no price of any day leaves the limits of its day, and closes lie on them now and then (C.2)', () => {
    expect(shares).toHaveLength(110)
    let [atLimit, inARow] = [0, 0]
    for (const { instrument, bars, splits } of days) {
      // Listings with a split are left out: the day after it counts in other shares.
      if (splits > 0) continue
      let before = ''
      for (const [index, bar] of bars.entries()) {
        const previous = bars[index - 1]
        const limits = previous === undefined ? null : limitsAround(instrument, previous.close)
        if (limits === null) continue
        const place = `${instrument.id} ${new Date(bar.at).toISOString()}`
        expect(bar.high <= limits.high && bar.low >= limits.low && bar.close <= limits.high && bar.close >= limits.low, place).toBe(true)
        const side = bar.close === limits.high ? 'up' : bar.close === limits.low ? 'down' : ''
        if (side !== '') atLimit += 1
        if (side !== '' && side === before) inARow += 1
        before = side
      }
    }
    expect(atLimit).toBeGreaterThan(100)
    // The move that a limit has cut off comes the next day.
    expect(inARow).toBeGreaterThan(5)
  })

  it('at a limit everybody stands on one side, and nobody beyond it', () => {
    const locked = days.flatMap(({ instrument, bars, splits }) => {
      const found = bars.findIndex((bar, index) => {
        const limits = limitsAround(instrument, bars[index - 1]?.close ?? 0n)
        return splits === 0 && index > 0 && limits !== null && bar.close === limits.high
      })
      const [bar, next] = [bars[found], bars[found + 1]]
      return bar === undefined || next === undefined ? [] : [{ instrument, bars, found, next }]
    })
    expect(locked.length).toBeGreaterThan(10)
    for (const { instrument, bars, found, next } of locked.slice(0, 10)) {
      const session = world
        .calendar(instrument.market, dateOf(bars[found]?.at), dateOf(bars[found]?.at))[0]
        ?.sessions.find(({ type }) => type === 'REGULAR')
      const moment = (alwaysOpen ? next.at : (session?.closesAt ?? 0)) - 1
      const limits = limitsAround(instrument, bars[found - 1]?.close ?? 0n)
      const depth = world.depth(instrument.id, 10, moment)
      expect(depth?.asks, instrument.id).toEqual([])
      expect(depth?.bids[0]?.price, instrument.id).toBe(limits?.high)
    }
  })
})

const dateOf = (at = 0): string => new Date(at + 3 * 3_600_000).toISOString().slice(0, 10)

it('the first five trading days after a listing have no limits (B.3)', () => {
  const timeline = new Timeline(createTaiwaneseCalendar(), daysOf('2026-01-02'))
  const limits = limitsOf(company)
  const far = { lowest: 50, highest: 200 }
  const listed = new LimitedDays({ ...company.company, limits, listedOn: '2026-03-03' }, timeline)
  const first = timeline.ordinalUpTo(daysOf('2026-03-03'))
  expect([0, 1, 2, 3, 4, 5, 6].map((count) => listed.on(first + count, 100, far) === null)).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  expect(new LimitedDays({ ...company.company, limits, listedOn: '2011-03-03' }, timeline).on(0, 100, far)).not.toBeNull()
})
