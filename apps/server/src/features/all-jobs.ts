import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../app.ts'
import { makeMonths, refreshStatistics } from '../db/months.ts'
import { purgeExpired } from '../jobs/purge-expired.ts'
import { type Job, type Repeated, repeat } from '../jobs/repeat.ts'
import { type JobBodies, schedule } from '../jobs/schedule.ts'
import { SPACE_LOOK_EVERY_MS, createSpaceWatch } from '../storage/space-watch.ts'
import { createKeyRotator } from '../vault/key-rotator.ts'
import { publishCommitments } from '../venue/commitments.ts'
import type { RunningVenue } from '../venue/start.ts'
import { closeUnusedPractice } from './accounts/practice-accounts.ts'
import { payReferrals } from './accounts/referrals.ts'
import { reviewJobs } from './all-reviews.ts'
import { tellOfDay } from './articles/days.ts'
import { feeJobs } from './fees/jobs.ts'
import { articleJobs } from './articles/jobs.ts'
import { archiveJobs } from './archive/jobs.ts'
import { createAuditAnchoring } from './audit/anchors.ts'
import { createDrawAnchoring } from './subscriptions/anchors.ts'
import { broadcastJobs } from './broadcasts/jobs.ts'
import { applyCorporateActions } from './corporate/apply.ts'
import { depositJobs } from './deposits/jobs.ts'
import { fileJobs } from './files/jobs.ts'
import { followJobs } from './follow/jobs.ts'
import { fundJobs } from './funds/jobs.ts'
import { integrityJobs } from './integrity/jobs.ts'
import { loanJobs } from './loans/jobs.ts'
import { closeHouseDays } from './ledger/house-days.ts'
import { settleDue } from './ledger/settle-due.ts'
import { marginJobs } from './margin/jobs.ts'
import { expireOverdue } from './orders/expire.ts'
import { messageJobs } from './messages/jobs.ts'
import { orderJobs } from './orders/jobs.ts'
import { planJobs } from './plans/jobs.ts'
import { robotJobs } from './robots/jobs.ts'
import { placingJobs } from './placing/jobs.ts'
import { subscriptionJobs } from './subscriptions/jobs.ts'
import { dayJobs, trustJobs } from './trust/jobs.ts'
import { sayLiabilities } from './trust/night.ts'
import { transferJobs } from './transfers/jobs.ts'
import { withdrawalJobs } from './withdrawals/jobs.ts'

type Jobs = Readonly<{
  /** Runs what is due now: for tests that move the clock. */
  runDue: () => Promise<void>
  stop: () => Promise<void>
}>

/** Starts the server's own jobs: the periodic ones, the anchors, and the jobs of the trading day when they are due. */
export async function startJobs(app: FullApp, venue: Pick<RunningVenue, 'cycle' | 'decideRounds'>): Promise<Jobs> {
  const { pool, clock, log } = app
  const anchoring = await startAnchoring(app)
  await Promise.all([readWhatStaffDecided(app), app.navs.refresh(), app.agencies.refresh()])
  const due = startAll(await dueJobs(app, venue), app)
  const upkeep = startAll(upkeepJobs(app), app)
  const running = await schedule({ clock, pool, venue: app.venue, log, caughtUp: () => venue.cycle(), jobs: bodiesOf(app) })
  app.jobs.open(() => running.runDue())
  return {
    runDue: async () => {
      await running.runDue()
      for (const job of due) await job.run()
    },
    stop: async () => {
      await app.integrity.stop()
      await Promise.all([...due, ...upkeep].map((job) => job.stop()))
      await running.stop()
      await anchoring.stop()
    },
  }
}

const startAll = (jobs: readonly Job[], { log }: FullApp): readonly Repeated[] => jobs.map((job) => repeat(job, log))

/** Jobs that fall due by the clock, in the order in which they run when a test moves the clock. */
const dueJobs = async (app: FullApp, venue: Pick<RunningVenue, 'cycle' | 'decideRounds'>): Promise<readonly Job[]> => [
  ...dayJobs(app, venue),
  ...depositJobs(app),
  ...transferJobs(app),
  ...(await marginJobs(app, () => venue.cycle())),
  ...orderJobs(app),
  ...reviewJobs(app),
  ...withdrawalJobs(app),
  ...broadcastJobs(app),
  ...fundJobs(app),
  ...planJobs(app),
  ...followJobs(app),
  ...robotJobs(app),
  ...subscriptionJobs(app),
  ...placingJobs(app),
  ...loanJobs(app),
  ...articleJobs(app),
  ...feeJobs(app),
  ...messageJobs(app),
]

/** Jobs that keep the server in order, independent of the market's time. */
function upkeepJobs(app: FullApp): readonly Job[] {
  const keyRotator = createKeyRotator({ pool: app.pool, vault: app.vault, files: app.files, dataFolder: app.settings.DATA_DIR })
  return [
    { everyMs: SECOND_MS, work: () => readWhatStaffDecided(app), failed: 'what staff stopped could not be read' },
    { everyMs: MINUTE_MS, work: () => makeMonths(app.pool, app.clock.now()), failed: 'the months of the ledger could not be made ahead' },
    ...integrityJobs(app),
    ...archiveJobs(app),
    ...fileJobs(app),
    ...trustJobs(app),
    { everyMs: SPACE_LOOK_EVERY_MS, work: createSpaceWatch(app), failed: 'the room on the disk could not be looked at' },
    {
      everyMs: MINUTE_MS,
      work: () => keyRotator.look(app.wallClock.now()),
      failed: 'a change of keys could not go on and is tried again',
    },
  ]
}

/** Reads anew what is kept in memory of halts, closed days, switches, offerings, terms, fees and notices: another server may have changed it. */
export const readWhatStaffDecided = ({ halts, closedDays, switches, offerings, terms, fees, notices }: FullApp): Promise<unknown> =>
  Promise.all([halts, closedDays, switches, offerings, terms, fees, notices].map((kept) => kept.refresh()))

/** Anchors the audit log and what is published of draws and placings at once, every minute, and once more at the end. */
async function startAnchoring({ pool, settings, clock, wallClock, log }: FullApp): Promise<Readonly<{ stop: () => Promise<void> }>> {
  const audit = createAuditAnchoring(pool, settings.DATA_DIR)
  const draws = createDrawAnchoring(pool, settings.DATA_DIR)
  const anchor = async (): Promise<void> => {
    await Promise.all([audit.anchor(wallClock.now()), draws.anchor(clock.now())]).catch((error: unknown) =>
      log.error({ err: error }, 'the anchor was not written'),
    )
  }
  await anchor()
  const timer = setInterval(() => void anchor(), MINUTE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return anchor()
    },
  }
}

/** The work of each job of the trading day. Every one of them may run twice. */
const bodiesOf = (app: FullApp): JobBodies => ({
  calendar: (date, market) => applyCorporateActions(app, market, date),
  commitments: () => publishCommitments(app.pool, app.venue, app.clock.now()),
  dayEnd: (date, market) => expireOverdue(app, market, date),
  articles: (date, market) => tellOfDay(app, market, date),
  settlement: (date, market) => settleDue(app, market, date),
  referral: (date) => payReferrals(app, date),
  reconcile: async (date) => void (await app.integrity.run('full', app.wallClock.now(), { date })),
  housekeeping: async () => {
    await closeHouseDays(app.pool, app.clock.now())
    await closeUnusedPractice(app)
    await purgeExpired(app.pool, { market: app.clock.now(), wall: app.wallClock.now() })
    await refreshStatistics(app.pool)
  },
  liabilities: (date) => sayLiabilities(app, date),
})
