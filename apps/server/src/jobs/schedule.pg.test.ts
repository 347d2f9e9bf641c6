import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../db/open.ts'
import { createTestDatabase } from '../testing/database.ts'
import { dueJobs, nextDueAt } from './due.ts'
import { type JobBodies, type Schedule, schedule } from './schedule.ts'

let database: Database
let schedules: Schedule[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.pool.query('delete from job_runs'))
afterEach(async () => {
  for (const each of schedules) await each.stop()
  schedules = []
})
afterAll(() => database.stop())

const at = (iso: string): number => Date.parse(iso)

type Options = Readonly<{ more?: Partial<JobBodies>; alwaysOpen?: boolean; markets?: readonly MarketName[] }>

async function start(iso: string, { more = {}, alwaysOpen = true, markets = ['US'] }: Options = {}) {
  let now = at(iso)
  const ran: string[] = []
  const record = (job: string) => async (date: string, market: string) => void ran.push(`${job} ${market} ${date}`)
  const jobs: JobBodies = {
    calendar: record('calendar'),
    commitments: record('commitments'),
    dayEnd: record('dayEnd'),
    articles: record('articles'),
    settlement: record('settlement'),
    reconcile: record('reconcile'),
    referral: record('referral'),
    housekeeping: record('housekeeping'),
    liabilities: record('liabilities'),
    ...more,
  }
  const venue = {
    markets,
    calendar: async (market: MarketName, from: string, to: string) => createCalendar(market, alwaysOpen).calendarDays(from, to),
    splitsBooked: () => undefined,
  }
  const running = await schedule({
    clock: { now: () => now },
    pool: database.pool,
    venue,
    log: pino({ level: 'silent' }),
    caughtUp: async () => {},
    jobs,
  })
  schedules.push(running)
  const passTo = async (later: string) => {
    now = at(later)
    await running.runDue()
    return ran.splice(0)
  }
  return { passTo, ran, stop: running.stop }
}

// 2026-11-20 is a Friday; New York is five hours behind UTC, so its day begins at 05:00Z.
test('a day of the market that never closes: its end, the next day, settlement at eight, the audit at two UTC', async () => {
  const { passTo } = await start('2026-11-20T17:00:00Z')
  // The server started within the 20th: what of that day was due before is made up for.
  expect(await passTo('2026-11-20T17:00:01Z')).toEqual([
    'reconcile US 2026-11-20',
    'housekeeping US 2026-11-20',
    'calendar US 2026-11-20',
    'commitments US 2026-11-20',
    'settlement US 2026-11-20',
  ])
  expect(await passTo('2026-11-21T04:59:59Z')).toEqual(['reconcile US 2026-11-21', 'housekeeping US 2026-11-21'])
  expect(await passTo('2026-11-21T05:00:01Z')).toEqual([
    'calendar US 2026-11-21',
    'commitments US 2026-11-21',
    'liabilities US 2026-11-20',
    'dayEnd US 2026-11-20',
    'articles US 2026-11-20',
  ])
  expect(await passTo('2026-11-21T13:00:00Z')).toEqual(['settlement US 2026-11-21'])
  expect(await passTo('2026-11-21T13:00:01Z')).toEqual([])
})

test('with the real calendar no day ends and nothing settles on a weekend', async () => {
  const { passTo } = await start('2026-11-10T20:00:00Z', { alwaysOpen: false })
  await passTo('2026-11-10T20:00:01Z')
  expect(await passTo('2026-11-11T22:00:00Z')).toContain('dayEnd US 2026-11-11')
  const weekend = (await passTo('2026-11-16T14:00:00Z')).filter((line) => /^(dayEnd|settlement)/u.test(line))
  expect(weekend).toEqual([
    'settlement US 2026-11-12',
    'dayEnd US 2026-11-12',
    'settlement US 2026-11-13',
    'dayEnd US 2026-11-13',
    'settlement US 2026-11-16',
  ])
})

test('after three days of downtime every settlement and day end is made up for, in order; the audit and what is owed only once', async () => {
  const first = await start('2026-11-20T17:00:00Z')
  await first.passTo('2026-11-20T17:00:01Z')
  await first.stop()
  const again = await start('2026-11-23T17:00:00Z')
  const ran = await again.passTo('2026-11-23T17:00:00Z')
  expect(ran.filter((line) => line.startsWith('dayEnd') || line.startsWith('settlement'))).toEqual([
    'dayEnd US 2026-11-20',
    'settlement US 2026-11-21',
    'dayEnd US 2026-11-21',
    'settlement US 2026-11-22',
    'dayEnd US 2026-11-22',
    'settlement US 2026-11-23',
  ])
  expect(ran.filter((line) => line.startsWith('reconcile'))).toEqual(['reconcile US 2026-11-23'])
  expect(ran.filter((line) => line.startsWith('liabilities'))).toEqual(['liabilities US 2026-11-22'])
})

test('a job is done once for a date, however often the server is started again', async () => {
  const first = await start('2026-11-20T17:00:00Z')
  await first.passTo('2026-11-20T17:00:01Z')
  await first.stop()
  const again = await start('2026-11-20T17:00:02Z')
  expect(await again.passTo('2026-11-20T17:00:03Z')).toEqual([])
})

test('a job that fails is tried again before its later dates; the others go on', async () => {
  let failures = 2
  const ran: string[] = []
  const settlement = async (date: string) => {
    if (failures > 0) {
      failures -= 1
      throw new Error('the database is away')
    }
    ran.push(date)
  }
  const { passTo } = await start('2026-11-20T17:00:00Z', { more: { settlement } })
  expect(await passTo('2026-11-21T17:00:00Z')).toContain('dayEnd US 2026-11-20')
  await passTo('2026-11-21T17:00:01Z')
  expect(ran).toEqual([])
  await passTo('2026-11-21T17:00:02Z')
  expect(ran).toEqual(['2026-11-20', '2026-11-21'])
})

test('every market has its own days and its own eight o’clock: a Friday night in New York is a Saturday in Taipei', async () => {
  const markets = ['US', 'AR', 'TW', 'FUT', 'FX'] as const
  const { passTo } = await start('2026-11-19T12:00:00Z', { alwaysOpen: false, markets })
  await passTo('2026-11-19T12:00:00Z')
  const until = async (later: string) => (await passTo(later)).filter((line) => /^(calendar|dayEnd|settlement)/u.test(line))
  expect(await until('2026-11-20T00:00:00Z')).toEqual([
    'settlement US 2026-11-19',
    'calendar AR 2026-11-19',
    'dayEnd AR 2026-11-19',
    'dayEnd US 2026-11-19',
    'dayEnd FX 2026-11-19',
    'dayEnd FUT 2026-11-19',
    'settlement TW 2026-11-20',
  ])
  expect(await until('2026-11-20T12:00:00Z')).toEqual([
    'calendar TW 2026-11-20',
    'dayEnd TW 2026-11-20',
    'calendar US 2026-11-20',
    'settlement AR 2026-11-20',
  ])
  expect(await until('2026-11-20T22:00:01Z')).toEqual([
    'settlement US 2026-11-20',
    'calendar AR 2026-11-20',
    'dayEnd AR 2026-11-20',
    'dayEnd US 2026-11-20',
    'dayEnd FUT 2026-11-20',
    'dayEnd FX 2026-11-20',
  ])
  // The 23rd is a holiday in Buenos Aires.
  expect(await until('2026-11-23T23:00:00Z')).toEqual([
    'settlement TW 2026-11-23',
    'calendar TW 2026-11-23',
    'dayEnd TW 2026-11-23',
    'calendar US 2026-11-23',
    'settlement US 2026-11-23',
    'dayEnd US 2026-11-23',
    'dayEnd FX 2026-11-23',
    'dayEnd FUT 2026-11-23',
  ])
})

test('a day that only settles settles in Taipei and has no session to end', async () => {
  const { passTo } = await start('2027-02-01T12:00:00Z', { alwaysOpen: false, markets: ['TW'] })
  await passTo('2027-02-01T12:00:00Z')
  expect(await passTo('2027-02-03T12:00:00Z')).toEqual(['settlement TW 2027-02-02', 'settlement TW 2027-02-03'])
})

test('a job that fails in one market keeps none of another waiting', async () => {
  const settlement = async (_: string, market: string) => {
    if (market === 'TW') throw new Error('the database is away')
    ran.push(market)
  }
  const ran: string[] = []
  const { passTo } = await start('2026-11-20T17:00:00Z', { more: { settlement }, markets: ['US', 'AR', 'TW'] })
  await passTo('2026-11-21T17:00:00Z')
  expect(ran).toEqual(['AR', 'US', 'AR', 'US'])
})

test('on the days the clocks change, settlement is at eight in New York all the same', () => {
  const calendar = createCalendar('US', true)
  const dueOn = (date: string) =>
    dueJobs([{ market: 'US', days: calendar.calendarDays(date, date), done: {} }], Number.MAX_SAFE_INTEGER).find(
      ({ job }) => job === 'settlement',
    )?.dueAt
  expect(dueOn('2026-03-07')).toBe(at('2026-03-07T13:00:00Z'))
  expect(dueOn('2026-03-08')).toBe(at('2026-03-08T12:00:00Z'))
  expect(dueOn('2026-11-01')).toBe(at('2026-11-01T13:00:00Z'))
  const days = calendar.calendarDays('2026-11-01', '2026-11-02')
  expect(nextDueAt([{ market: 'US', days, done: {} }], at('2026-11-01T04:00:00Z'))).toBeGreaterThan(at('2026-11-01T04:00:00Z'))
  expect(at('2026-11-02T05:00:00Z') - at('2026-11-01T04:00:00Z')).toBe(DAY_MS + HOUR_MS)
})
