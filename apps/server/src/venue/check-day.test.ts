import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import type { Bar, Venue } from '@rueda/exchange/venue.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildVenue } from './build-venue.ts'
import { checkDay } from './check-day.ts'
import { secretOfSeed } from './secret.ts'

const DATE = '2021-03-10'
const ENDS = Date.parse('2021-03-11T05:00:00Z')
const BEGINS = ENDS - 86_400_000

let venue: Venue
let bars: readonly Bar[]
beforeAll(() => {
  venue = buildVenue({
    secret: secretOfSeed('a day to check'),
    alwaysOpen: true,
    models: startsOfNewMarket(),
    replayFolder: null,
    scenario: null,
    openedOn: DATE,
  }).venue
  const request = { instrumentId: 'US:ARDV', interval: '1m', until: ENDS - 1, limit: 1_440, hours: 'regular', adjust: 'none' } as const
  bars = (venue.bars(request, ENDS)?.bars ?? []).filter((bar) => bar.at >= BEGINS)
})

const claim = () => ({ date: DATE, alwaysOpen: true, scenario: null, instrumentId: 'US:ARDV', bars, commitments: venue.commitments(ENDS) })

test('a finished day recomputed from the published keys alone has the same 1440 bars', () => {
  expect(checkDay(claim())).toEqual({ ok: true, bars: 1_440 })
})

test('before the day is over its key is not told, and nothing can be recomputed', () => {
  const during = { ...claim(), commitments: venue.commitments(ENDS - 1) }
  expect(checkDay(during)).toEqual({ ok: false, reason: 'the key of 2021-03-10 is not told' })
})

test('a key other than the promised one does not match its commitment', () => {
  const commitments = venue
    .commitments(ENDS)
    .map((day) => (day.date === DATE && day.market === 'US' ? { ...day, key: `00${day.key?.slice(2)}` } : day))
  expect(checkDay({ ...claim(), commitments })).toEqual({ ok: false, reason: 'the key of 2021-03-10 is not the one that was promised' })
})

test('a price that was changed afterwards is found', () => {
  const [first, ...rest] = bars
  if (first === undefined) throw new Error('a day has bars')
  const changed = { ...first, close: first.close + 1_000_000n }
  expect(checkDay({ ...claim(), bars: [changed, ...rest] })).toEqual({
    ok: false,
    reason: 'the bar of 2021-03-10T05:00:00.000Z was another',
  })
})

test('the prices of another secret are other prices', () => {
  const other = buildVenue({
    secret: secretOfSeed('another'),
    alwaysOpen: true,
    models: startsOfNewMarket(),
    replayFolder: null,
    scenario: null,
    openedOn: DATE,
  }).venue
  expect(checkDay({ ...claim(), commitments: other.commitments(ENDS) }).ok).toBe(false)
})

test('a scenario is part of the promise: with it the day is the served one, without it or with another it is not', () => {
  const crash = { kind: 'move', target: { market: 'US' }, from: BEGINS + 600 * 60_000, size: -0.12, minutes: 10 }
  const scenario = JSON.stringify({ name: 'crash', events: [crash] })
  const { venue: marked } = buildVenue({
    secret: secretOfSeed('a day to check'),
    alwaysOpen: true,
    models: startsOfNewMarket(),
    replayFolder: null,
    scenario,
    openedOn: DATE,
  })
  const request = { instrumentId: 'US:ARDV', interval: '1m', until: ENDS - 1, limit: 1_440, hours: 'regular', adjust: 'none' } as const
  const served = (marked.bars(request, ENDS)?.bars ?? []).filter((bar) => bar.at >= BEGINS)
  const promised = { ...claim(), bars: served, scenario, commitments: marked.commitments(ENDS) }
  expect(checkDay(promised)).toEqual({ ok: true, bars: 1_440 })
  expect(checkDay({ ...promised, scenario: null })).toMatchObject({ ok: false })
  expect(checkDay({ ...promised, scenario: scenario.replace('-0.12', '-0.11') })).toMatchObject({ ok: false })
})
