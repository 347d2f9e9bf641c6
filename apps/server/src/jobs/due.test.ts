import type { CalendarDay } from '@rueda/exchange/venue.ts'
import { expect, it } from 'vitest'
import { type JobName, jobRules } from './due.ts'

/** The moments of `docs/rules/jobs.md` K. */
const day = (date: string): CalendarDay => ({
  ...{ date, trading: true, settlement: true, halfDay: false, holidayName: null, projected: false },
  sessions: [],
})
const dueAt = (job: JobName, date: string, market: 'US' | 'AR' | 'TW' = 'US') => {
  const at = jobRules[job].dueAt(day(date), market)
  return at === null ? null : new Date(at).toISOString()
}

it.each<[JobName, string, 'US' | 'AR' | 'TW', string | null]>([
  ['reconcile', '2026-11-18', 'US', '2026-11-18T02:00:00.000Z'],
  ['referral', '2026-11-23', 'US', '2026-11-23T01:00:00.000Z'],
  ['referral', '2026-11-24', 'US', null],
  ['referral', '2026-11-22', 'US', null],
  ['settlement', '2026-11-18', 'US', '2026-11-18T13:00:00.000Z'],
  ['settlement', '2026-07-15', 'US', '2026-07-15T12:00:00.000Z'],
  ['settlement', '2026-11-18', 'AR', '2026-11-18T11:00:00.000Z'],
  ['settlement', '2026-11-18', 'TW', '2026-11-18T00:00:00.000Z'],
])('%s of %s in %s is due at %s', (job, date, market, moment) => expect(dueAt(job, date, market)).toBe(moment))
