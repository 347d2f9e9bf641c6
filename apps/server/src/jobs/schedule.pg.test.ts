import { createCalendar } from '@rueda/exchange/calendars/calendars.ts'
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

async function start(iso: string, more: Partial<JobBodies> = {}, calendar = createCalendar('US', true)) {
  let now = at(iso)
  const ran: string[] = []
  const record = (job: string) => async (date: string) => void ran.push(`${job} ${date}`)
  const jobs: JobBodies = {
    calendar: record('calendar'),
    commitments: record('commitments'),
    dayEnd: record('dayEnd'),
    settlement: record('settlement'),
    reconcile: record('reconcile'),
    housekeeping: record('housekeeping'),
    ...more,
  }
  const venue = { calendar: async (_: string, from: string, to: string) => calendar.calendarDays(from, to), splitsBooked: () => undefined }
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
    'reconcile 2026-11-20',
    'housekeeping 2026-11-20',
    'calendar 2026-11-20',
    'commitments 2026-11-20',
    'settlement 2026-11-20',
  ])
  expect(await passTo('2026-11-21T04:59:59Z')).toEqual(['reconcile 2026-11-21', 'housekeeping 2026-11-21'])
  expect(await passTo('2026-11-21T05:00:01Z')).toEqual(['calendar 2026-11-21', 'commitments 2026-11-21', 'dayEnd 2026-11-20'])
  expect(await passTo('2026-11-21T13:00:00Z')).toEqual(['settlement 2026-11-21'])
  expect(await passTo('2026-11-21T13:00:01Z')).toEqual([])
})

test('with the real calendar no day ends on a weekend; settlement looks every day, for the markets that settle while this one does not', async () => {
  const { passTo } = await start('2026-11-10T20:00:00Z', {}, createCalendar('US', false))
  await passTo('2026-11-10T20:00:01Z')
  expect(await passTo('2026-11-11T22:00:00Z')).toContain('dayEnd 2026-11-11')
  const weekend = (await passTo('2026-11-16T14:00:00Z')).filter((line) => /^(dayEnd|settlement)/u.test(line))
  expect(weekend).toEqual([
    'settlement 2026-11-12',
    'dayEnd 2026-11-12',
    'settlement 2026-11-13',
    'dayEnd 2026-11-13',
    'settlement 2026-11-14',
    'settlement 2026-11-15',
    'settlement 2026-11-16',
  ])
})

test('after three days of downtime every settlement and day end is made up for, in order; the audit only once', async () => {
  const first = await start('2026-11-20T17:00:00Z')
  await first.passTo('2026-11-20T17:00:01Z')
  await first.stop()
  const again = await start('2026-11-23T17:00:00Z')
  const ran = await again.passTo('2026-11-23T17:00:00Z')
  expect(ran.filter((line) => line.startsWith('dayEnd') || line.startsWith('settlement'))).toEqual([
    'dayEnd 2026-11-20',
    'settlement 2026-11-21',
    'dayEnd 2026-11-21',
    'settlement 2026-11-22',
    'dayEnd 2026-11-22',
    'settlement 2026-11-23',
  ])
  expect(ran.filter((line) => line.startsWith('reconcile'))).toEqual(['reconcile 2026-11-23'])
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
  const { passTo } = await start('2026-11-20T17:00:00Z', { settlement })
  expect(await passTo('2026-11-21T17:00:00Z')).toContain('dayEnd 2026-11-20')
  await passTo('2026-11-21T17:00:01Z')
  expect(ran).toEqual([])
  await passTo('2026-11-21T17:00:02Z')
  expect(ran).toEqual(['2026-11-20', '2026-11-21'])
})

test('on the days the clocks change, settlement is at eight in New York all the same', () => {
  const calendar = createCalendar('US', true)
  const dueOn = (date: string) =>
    dueJobs(calendar.calendarDays(date, date), {}, Number.MAX_SAFE_INTEGER).find(({ job }) => job === 'settlement')?.dueAt
  expect(dueOn('2026-03-07')).toBe(at('2026-03-07T13:00:00Z'))
  expect(dueOn('2026-03-08')).toBe(at('2026-03-08T12:00:00Z'))
  expect(dueOn('2026-11-01')).toBe(at('2026-11-01T13:00:00Z'))
  const days = calendar.calendarDays('2026-11-01', '2026-11-02')
  expect(nextDueAt(days, {}, at('2026-11-01T04:00:00Z'))).toBeGreaterThan(at('2026-11-01T04:00:00Z'))
  expect(at('2026-11-02T05:00:00Z') - at('2026-11-01T04:00:00Z')).toBe(DAY_MS + HOUR_MS)
})
