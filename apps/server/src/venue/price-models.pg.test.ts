import { startsOfNewMarket } from '@rueda/exchange/prices/model-starts.ts'
import type { Bar } from '@rueda/exchange/venue.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newKeyring } from '../vault/keyring.ts'
import { createVault } from '../vault/vault.ts'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { SMALL_BOARD } from '../testing/small-board.ts'
import { openWarmMarket } from '../testing/warm-market.ts'
import { buildVenue } from './build-venue.ts'
import { checkDay } from './check-day.ts'
import { readCommitments } from './commitments.ts'
import { secretOfSeed } from './secret.ts'
import { type RunningVenue, startVenue } from './start.ts'

const vault = createVault(newKeyring())

/** A Friday noon in New York; its Saturday is the next day of a market that never closes. */
const NOON = Date.parse('2026-11-20T17:00:00Z')
const MIDNIGHT = Date.parse('2026-11-21T05:00:00Z')
const NEXT_MIDNIGHT = MIDNIGHT + 86_400_000
const HOUR = 3_600_000
const SEED = 'a market of before'
/** Both models have days after it, and more years would show nothing else. */
const HISTORY_FROM = '2026-06-01'
const IDS = ['US:ARDV', 'US:CBHB', 'IDX:US500', 'FX:EURUSD']

let database: Database
let running: RunningVenue | null
/** Undefined for all the years that other markets have. */
let historyFrom: string | undefined
let now: number
beforeEach(async () => {
  database = await createTestDatabase()
  running = null
  historyFrom = HISTORY_FROM
  now = NOON
})
afterEach(async () => {
  await running?.stop()
  await database.stop()
})

async function start(): Promise<RunningVenue> {
  await running?.stop()
  running = await startVenue({
    vault,
    settings: { MARKET: { kind: 'sim' }, SIM_CLOCK: { kind: 'real' }, SIM_ALWAYS_OPEN: true, SIM_SEED: SEED },
    pool: database.pool,
    historyFrom,
    mostListed: SMALL_BOARD,
    thread: openWarmMarket(),
    machine: { now: () => now },
    log: pino({ level: 'silent' }),
    openOrders: async () => [],
    onEvents: async () => {},
  })
  return running
}

async function moveTo(venue: RunningVenue, moment: number): Promise<void> {
  now = moment
  await venue.cycle()
}

/** Leaves the rows of a version that knew model 1 alone: its market, and promises a week ahead without the number of a model. */
async function leaveOldMarket(): Promise<void> {
  const { pool } = database
  await pool.query('insert into venue_settings (secret, market, always_open, created_at) values ($1, $2, true, $3)', [
    secretOfSeed(SEED),
    'sim',
    NOON - 30 * 24 * HOUR,
  ])
  const days = oldVenue().commitments(NOON)
  await pool.query(
    `insert into day_commitments (market, trade_date, commitment, published_at)
     select market, trade_date, decode(commitment, 'hex'), $4 from unnest($1::text[], $2::date[], $3::text[]) as day (market, trade_date, commitment)
     where trade_date > '2026-11-10'`,
    [days.map(({ market }) => market), days.map(({ date }) => date), days.map(({ commitment }) => commitment), NOON - HOUR],
  )
}

const built = (models: Parameters<typeof buildVenue>[0]['models']) =>
  buildVenue({
    secret: secretOfSeed(SEED),
    models,
    alwaysOpen: true,
    replayFolder: null,
    scenario: null,
    openedOn: '2026-11-20',
    historyFrom,
    mostListed: SMALL_BOARD,
  }).venue
const oldVenue = () => built([])

const request = (instrumentId: string, interval: '1m' | 'day', until: number, limit: number) =>
  ({ instrumentId, interval, until, limit, hours: 'regular', adjust: 'none' }) as const
/** The finished bars up to a moment, as the running market serves them. */
async function served(venue: RunningVenue, id: string, interval: '1m' | 'day', until: number, limit = 1_000): Promise<readonly Bar[]> {
  const series = await venue.client.bars(request(id, interval, until, limit))
  return (series?.bars ?? []).filter(({ partial }) => !partial)
}
const drawnBefore = (id: string, interval: '1m' | 'day', until: number, limit = 1_000): readonly Bar[] =>
  (oldVenue().bars(request(id, interval, until, limit), NOON)?.bars ?? []).filter(({ partial }) => !partial)

const minutesOf = async (venue: RunningVenue, midnight: number) =>
  (await served(venue, 'US:ARDV', '1m', midnight + 24 * HOUR - 1, 1_440)).filter(({ at }) => at >= midnight)

describe('a database that began with model 1', () => {
  test('changes with the next day, keeps every bar of before, and goes on so after a restart', async () => {
    await leaveOldMarket()
    let venue = await start()
    const past = IDS.map((id) => ({ id, minutes: drawnBefore(id, '1m', NOON - 1), days: drawnBefore(id, 'day', NOON - 1, 200) }))
    const expectPast = async () => {
      for (const { id, minutes, days } of past) {
        expect(minutes.length).toBeGreaterThan(500)
        expect(await served(venue, id, '1m', NOON - 1)).toEqual(minutes)
        expect((await served(venue, id, 'day', MIDNIGHT - 1, 200)).filter(({ at }) => at < NOON - 24 * HOUR)).toEqual(days)
      }
    }
    await expectPast()
    await moveTo(venue, MIDNIGHT + 3 * HOUR)
    await expectPast()
    const running = await served(venue, 'US:ARDV', '1m', MIDNIGHT + 3 * HOUR - 60_000, 400)
    venue = await start()
    await expectPast()
    expect(await served(venue, 'US:ARDV', '1m', MIDNIGHT + 3 * HOUR - 60_000, 400)).toEqual(running)
    const drawnByOne = (oldVenue().bars(request('US:ARDV', '1m', MIDNIGHT + 3 * HOUR - 60_000, 180), now)?.bars ?? []).slice(60)
    expect(running.slice(-100).map(({ close }) => close)).not.toEqual(drawnByOne.slice(-100).map(({ close }) => close))
  })

  test('tells with each promise the model of its day, and its days of either model can be checked', async () => {
    historyFrom = undefined
    await leaveOldMarket()
    const venue = await start()
    const modelsTold = async () => {
      const told = (await readCommitments(database.pool, venue.client)).filter(({ market }) => market === 'US')
      return new Map(told.map(({ date, model }) => [date, model]))
    }
    const models = await modelsTold()
    expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-26'].map((date) => models.get(date))).toEqual([1, 1, 2, 2])
    await moveTo(venue, NEXT_MIDNIGHT + 1_000)
    const later = await modelsTold()
    expect(['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-26'].map((date) => later.get(date))).toEqual([1, 1, 2, 2])

    const commitments = await readCommitments(database.pool, venue.client)
    for (const [date, midnight] of [
      ['2026-11-20', MIDNIGHT - 24 * HOUR],
      ['2026-11-21', MIDNIGHT],
    ] as const) {
      const claim = { date, alwaysOpen: true, scenario: null, instrumentId: 'US:ARDV', bars: await minutesOf(venue, midnight), commitments }
      expect(checkDay(claim), date).toEqual({ ok: true, bars: 1_440 })
      const otherModel = commitments.map((day) => (day.date === date ? { ...day, model: day.model === 1 ? 2 : 1 } : day))
      expect(checkDay({ ...claim, commitments: otherModel }), `${date} by the other model`).toMatchObject({ ok: false })
      const unknownModel = commitments.map((day) => (day.date === date ? { ...day, model: 99 } : day))
      expect(checkDay({ ...claim, commitments: unknownModel })).toEqual({
        ok: false,
        reason: `${date} was drawn with price model 99, which this version does not know`,
      })
    }
  })

  test('keeps the day of the change, however often it is started, and nobody can take it back', async () => {
    await leaveOldMarket()
    await start()
    const { pool } = database
    const read = async () => (await pool.query('select market, from_date, model from price_models order by market, from_date')).rows
    const first = await read()
    expect(first).toContainEqual({ market: 'US', from_date: '2026-11-21', model: 2 })
    now = NEXT_MIDNIGHT + 40 * 24 * HOUR
    await start()
    expect(await read()).toEqual(first)
    await expect(pool.query('update price_models set model = 1')).rejects.toThrow('append-only')
    await expect(pool.query('delete from price_models')).rejects.toThrow('append-only')
  })

  test('refuses to start where a newer version has drawn days by a model that is not known here', async () => {
    await leaveOldMarket()
    await database.pool.query("insert into price_models (market, from_date, model, added_at) values ('US', '2026-11-25', 3, 0)")
    await expect(start()).rejects.toThrow('This data has days of price model 3, which this version does not know.')
  })
})

test('a market that is listed later has model 2 through its whole history, and moves no other', async () => {
  await leaveOldMarket()
  const known = startsOfNewMarket().filter(({ market }) => market !== 'TW')
  await database.pool.query(
    `insert into price_models (market, from_date, model, added_at)
     select market, '2026-11-10', 2, 0 from unnest($1::text[]) as known (market)`,
    [known.map(({ market }) => market)],
  )
  const read = async () => (await database.pool.query('select market, from_date from price_models order by market, from_date')).rows
  const before = await read()
  await start()
  expect(await read()).toEqual([...before, { market: 'TW', from_date: '2021-01-04' }].toSorted((a, b) => (a.market < b.market ? -1 : 1)))
})

test('a fresh database has model 2 through its whole history', async () => {
  historyFrom = undefined
  const venue = await start()
  const told = await readCommitments(database.pool, venue.client)
  expect(told.length).toBeGreaterThan(5_000)
  expect(told.every(({ model }) => model === 2)).toBe(true)
  const newest = built(startsOfNewMarket())
  expect(await served(venue, 'US:ARDV', 'day', NOON, 50)).toEqual(
    newest.bars(request('US:ARDV', 'day', NOON, 50), NOON)?.bars.filter(({ partial }) => !partial),
  )
})
