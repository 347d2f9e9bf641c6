import { MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import type { App } from '../app.ts'
import { closeUnusedPractice } from './accounts/practice-accounts.ts'
import { payReferrals } from './accounts/referrals.ts'
import { deliverBroadcasts } from './broadcasts/deliver.ts'
import { followDeposits } from './deposits/follow.ts'
import { endOrdersOfFrozen } from './orders/end-all.ts'
import { expireOverdue } from './orders/expire.ts'
import { payOutWithdrawals } from './withdrawals/payout.ts'
import { settleDueTransfers } from './transfers/settle.ts'
import { keepFiles } from './files/keep-files.ts'
import type { EdgeParts } from '../http/edge.ts'
import { createAnchoring } from './ledger/anchors.ts'
import { applyCorporateActions } from './corporate/apply.ts'
import { closeHouseDays } from './ledger/house-days.ts'
import { settleDue } from './ledger/settle-due.ts'
import { createAuditAnchoring } from './audit/anchors.ts'
import { createKeyKeeper } from '../vault/keep-keys.ts'
import { publishCommitments } from '../venue/commitments.ts'
import type { RunningVenue } from '../venue/start.ts'
import { keepMargin } from './margin/keeper.ts'
import { SPACE_LOOK_EVERY_MS, createSpaceWatch } from '../storage/space-watch.ts'
import { keepHouse } from '../jobs/housekeeping.ts'
import { repeat } from '../jobs/repeat.ts'
import { reviewEveryMs, runReviews } from './all-reviews.ts'
import { type JobBodies, schedule } from '../jobs/schedule.ts'

const FILES_EVERY_MS = 10 * MINUTE_MS

type Jobs = Readonly<{
  /** Runs what is due now: for tests that move the clock. */
  runDue: () => Promise<void>
  stop: () => Promise<void>
}>

/** Two runs may fail before the silence stops the payouts. */
const INTEGRITY_EVERY_MS = 10 * MINUTE_MS

/** The house's own clockwork: anchors every minute, and the jobs of the trading day when they are due. */
export async function startJobs(app: App & Pick<EdgeParts, 'wallClock' | 'sessions'>, venue: Pick<RunningVenue, 'beat'>): Promise<Jobs> {
  const { pool, clock, log } = app
  const anchoring = createAnchoring(pool, app.settings.DATA_DIR)
  const auditAnchoring = createAuditAnchoring(pool, app.settings.DATA_DIR)
  const anchor = (): Promise<unknown> =>
    Promise.all([anchoring.anchor(clock.now()), auditAnchoring.anchor(app.wallClock.now())]).catch((error: unknown) =>
      log.error({ err: error }, 'the anchor was not written'),
    )
  await anchor()
  const timer = setInterval(() => void anchor(), MINUTE_MS)
  const deposits = repeat(
    SECOND_MS,
    () => followDeposits(app),
    (error) => log.error({ err: error }, 'deposits could not be followed and are tried again'),
  )
  const transfers = repeat(
    SECOND_MS,
    () => settleDueTransfers(app),
    (error) => log.error({ err: error }, 'transfers could not be settled and are tried again'),
  )
  const files = repeat(
    FILES_EVERY_MS,
    () => keepFiles(app, app.wallClock.now()),
    (error) => log.error({ err: error }, 'the folder of files could not be looked after'),
  )
  const payouts = repeat(
    SECOND_MS,
    () => payOutWithdrawals(app, app.wallClock.now()),
    (error) => log.error({ err: error }, 'withdrawals could not be paid out and are tried again'),
  )
  const broadcasts = repeat(
    SECOND_MS,
    () => deliverBroadcasts(app, app.wallClock.now()),
    (error) => log.error({ err: error }, 'a message to many could not be delivered and is tried again'),
  )
  await app.stops.refresh()
  await app.closedDays.refresh()
  await app.switches.refresh()
  await app.terms.refresh()
  await app.notices.refresh()
  const stops = repeat(
    SECOND_MS,
    () => Promise.all([app.stops.refresh(), app.closedDays.refresh(), app.switches.refresh(), app.terms.refresh(), app.notices.refresh()]),
    (error) => log.error({ err: error }, 'what staff stopped could not be read'),
  )
  const integrity = repeat(
    INTEGRITY_EVERY_MS,
    () => app.integrity.run('incremental', app.wallClock.now()),
    (error) => log.error({ err: error }, 'the books could not be verified'),
  )
  // Nobody waits for the first run but the money that leaves.
  void integrity.run().catch((error: unknown) => log.error({ err: error }, 'the books could not be verified'))
  const keeper = await keepMargin(app, () => venue.beat())
  const margin = repeat(
    SECOND_MS,
    () => keeper.look(),
    (error) => log.error({ err: error }, 'the margins could not be looked at'),
  )
  const settlements = repeat(
    SECOND_MS,
    () => keeper.settle(),
    (error) => log.error({ err: error }, 'what was due of the margins could not be booked'),
  )
  // What a freeze did not come to end, because the server stopped in the middle of it.
  const frozen = repeat(
    MINUTE_MS,
    () => endOrdersOfFrozen(app),
    (error) => log.error({ err: error }, 'the orders of frozen accounts could not be ended'),
  )
  const reviews = repeat(
    reviewEveryMs(app.settings),
    () => runReviews(app),
    (error) => log.error({ err: error }, 'the reviews could not be run'),
  )
  const space = repeat(SPACE_LOOK_EVERY_MS, createSpaceWatch(app), (error) =>
    log.error({ err: error }, 'the room on the disk could not be looked at'),
  )
  const keyKeeper = createKeyKeeper({ pool, vault: app.vault, dataFolder: app.settings.DATA_DIR })
  const keys = repeat(
    MINUTE_MS,
    () => keyKeeper.look(app.wallClock.now()),
    (error) => log.error({ err: error }, 'a change of keys could not go on and is tried again'),
  )
  const running = await schedule({ clock, pool, venue: app.venue, log, caughtUp: () => venue.beat(), jobs: bodiesOf(app) })
  app.jobs.open(() => running.runDue())
  return {
    runDue: async () => {
      await running.runDue()
      await deposits.run()
      await transfers.run()
      await margin.run()
      await settlements.run()
      await frozen.run()
      await reviews.run()
      await payouts.run()
      await broadcasts.run()
    },
    stop: async () => {
      clearInterval(timer)
      await deposits.stop()
      await transfers.stop()
      await stops.stop()
      await app.integrity.stop()
      await integrity.stop()
      await margin.stop()
      await settlements.stop()
      await frozen.stop()
      await reviews.stop()
      await files.stop()
      await payouts.stop()
      await broadcasts.stop()
      await keys.stop()
      await space.stop()
      await running.stop()
      await anchor()
    },
  }
}

/** What each job of the trading day does. Every one of them may run twice. */
const bodiesOf = (app: App & Pick<EdgeParts, 'wallClock' | 'sessions'>): JobBodies => ({
  calendar: (date, market) => applyCorporateActions(app, market, date),
  commitments: () => publishCommitments(app.pool, app.venue, app.clock.now()),
  dayEnd: (date, market) => expireOverdue(app, market, date),
  settlement: (date, market) => settleDue(app, market, date),
  referral: (date) => payReferrals(app, date),
  reconcile: async (date) => void (await app.integrity.run('full', app.wallClock.now(), { date })),
  housekeeping: async () => {
    await closeHouseDays(app.pool, app.clock.now())
    await closeUnusedPractice(app)
    await keepHouse(app.pool, { market: app.clock.now(), wall: app.wallClock.now() })
  },
})
