import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/exchange/calendars/civil.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type CalendarDate, type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../deps.ts'
import type { VenueClient } from '../venue/client.ts'
import { type DoneUntil, type DueJob, type JobName, type MarketDays, dueJobs, jobsOf, nextDueAt } from './due.ts'
import { marketDays } from './market-days.ts'
import { markDone, readDone } from './runs.ts'

/**
 * Runs the jobs of the trading day when the market's clock says so, one after the other, each once per market and date,
 * and makes up for what fell due while the server was down. Only the server that keeps the market runs them. Why there
 * is no queue is written in `docs/decisions/0004-jobs-without-a-queue.md`.
 */
export type JobBodies = Readonly<Record<JobName, (date: CalendarDate, market: MarketName) => Promise<unknown>>>

export type ScheduleParts = Readonly<{
  clock: Clock
  pool: Pool
  venue: Pick<VenueClient, 'markets' | 'calendar' | 'splitsBooked'>
  /** Resolves when the market has come to now and all that happened in it is booked: a job must not overtake a fill. */
  caughtUp: () => Promise<unknown>
  log: Pick<Logger, 'debug' | 'error'>
  jobs: JobBodies
}>

export type Schedule = Readonly<{
  /** Runs everything that is due now: at every look of the clock, and in tests that move it. */
  runDue: () => Promise<void>
  stop: () => Promise<void>
}>

const LOOK_EVERY_MS = 1_000
const TRY_AGAIN_AFTER_MS = 15_000

export async function schedule(parts: ScheduleParts): Promise<Schedule> {
  const runner = new JobRunner(parts)
  await runner.begin()
  const timer = setInterval(() => void runner.look(), LOOK_EVERY_MS)
  return {
    runDue: () => runner.runDue(),
    stop: async () => {
      clearInterval(timer)
      await runner.settled()
    },
  }
}

class JobRunner {
  readonly #parts: ScheduleParts
  readonly #done = new Map<MarketName, DoneUntil>()
  #lookAgainAt: Instant = Number.NEGATIVE_INFINITY
  #tryAgainAfter = 0
  #running: Promise<void> | null = null

  constructor(parts: ScheduleParts) {
    this.#parts = parts
  }

  /** Marks every job as done that was due before the first start of this database. */
  async begin(): Promise<void> {
    const { pool, clock, venue } = this.#parts
    const now = clock.now()
    for (const market of venue.markets) {
      const known = await readDone(pool, market)
      const yesterday = addDays(zoneOf(market).dateAt(now), -1)
      for (const job of jobsOf(market))
        if (known[job] === undefined) await markDone(pool, { job, market, date: yesterday, dueAt: now }, now)
      const done = await readDone(pool, market)
      this.#done.set(market, done)
      venue.splitsBooked(market, done.calendar ?? yesterday)
    }
  }

  /** Cheap when nothing is due. */
  async look(): Promise<void> {
    if (this.#running !== null || this.#parts.clock.now() < this.#lookAgainAt || performance.now() < this.#tryAgainAfter) return
    await this.runDue().catch((error: unknown) => {
      this.#tryAgainAfter = performance.now() + TRY_AGAIN_AFTER_MS
      this.#parts.log.error({ err: error }, 'the jobs could not be looked at')
    })
  }

  async runDue(): Promise<void> {
    await this.settled()
    this.#running = this.#runAll().finally(() => {
      this.#running = null
    })
    await this.#running
  }

  async settled(): Promise<void> {
    await this.#running?.catch(() => undefined)
  }

  async #runAll(): Promise<void> {
    const { clock, caughtUp } = this.#parts
    const now = clock.now()
    await caughtUp()
    const looked = await this.#marketDays(now)
    const failed = new Set<string>()
    for (const due of dueJobs(looked, now)) {
      // A later day of a job that failed waits for the earlier one.
      const line = `${due.job} ${due.market}`
      if (!failed.has(line) && !(await this.#run(due))) failed.add(line)
    }
    if (failed.size > 0) this.#tryAgainAfter = performance.now() + TRY_AGAIN_AFTER_MS
    const left = looked.map((each) => ({ ...each, done: this.#doneIn(each.market) }))
    this.#lookAgainAt = failed.size > 0 ? now : (nextDueAt(left, now) ?? now + MINUTE_MS)
  }

  /** Every market with the days that something may be due on: from the oldest that is not done to a few ahead. */
  #marketDays(now: Instant): Promise<MarketDays[]> {
    const { venue } = this.#parts
    return Promise.all(venue.markets.map((market) => marketDays(venue, { market, done: this.#doneIn(market), now })))
  }

  #doneIn = (market: MarketName): DoneUntil => this.#done.get(market) ?? {}

  async #run(due: DueJob): Promise<boolean> {
    const { pool, clock, log, jobs } = this.#parts
    const { job, market, date } = due
    try {
      await jobs[job](date, market)
      await markDone(pool, due, clock.now())
      this.#done.set(market, { ...this.#doneIn(market), [job]: date })
      log.debug({ job, market, date }, 'a job is done')
      return true
    } catch (error) {
      log.error({ err: error, job, market, date }, 'a job failed and is tried again')
      return false
    }
  }
}
