import { addDays } from '@rueda/rules/calendar-date.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { MIN_WINDOW_MS, dateAt } from './window.ts'

/** The public schedule of something that is offered by number, as far as announcing needs it. */
type Schedule<Plan, Times> = Readonly<{
  table: 'ipos' | 'placings'
  /** Those whose window may be open or about to be on a date. */
  plansAround: (date: CalendarDate) => readonly Plan[]
  /** Announced so many days before the first on which its window can open. */
  daysBefore: number
  /** From that one on, its days lie within so many. */
  withinDays: number
  /** Null where the market knows too few of its days. */
  timesOf: (tradingDays: readonly CalendarDate[]) => Times | null
  /** Returns how many were announced by it. */
  announce: (plan: Plan, times: Times, now: Instant) => Promise<number>
}>

/** Announces what is due and was not yet; returns how many those were. */
export async function announceDue<
  Plan extends Readonly<{ number: number; from: CalendarDate }>,
  Times extends Readonly<{ closesAt: Instant }>,
>(
  { pool, venue, clock }: Pick<FullApp, 'pool' | 'venue' | 'clock'>,
  { table, plansAround, daysBefore, withinDays, timesOf, announce }: Schedule<Plan, Times>,
): Promise<number> {
  const now = clock.now()
  const today = dateAt(now)
  const { rows } = await pool.query<{ number: number }>(`select number from ${table}`)
  const known = new Set(rows.map(({ number }) => number))
  let count = 0
  for (const plan of plansAround(today)) {
    const { number, from } = plan
    if (known.has(number) || addDays(from, -daysBefore) > today) continue
    const times = timesOf(await tradingDays(venue, from, withinDays))
    // A window that is nearly over when this house learns of it is not offered here.
    if (times === null || times.closesAt - now < MIN_WINDOW_MS) continue
    count += await announce(plan, times, now)
  }
  return count
}

/** Those of the market in which offered shares trade, within some days from a date on. */
export async function tradingDays(venue: FullApp['venue'], from: CalendarDate, within: number): Promise<readonly CalendarDate[]> {
  const days = await venue.calendar(HOUSE_MARKET, from, addDays(from, within))
  return days.filter(({ trading }) => trading).map(({ date }) => date)
}
