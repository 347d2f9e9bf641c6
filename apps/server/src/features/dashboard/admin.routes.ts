import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { buenosAires } from '@rueda/exchange/calendars/time-zones.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { ok } from '@rueda/rules/result.ts'
import { caseKinds, seesCases } from '@rueda/rules/staff/cases.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { lateJobs } from '../../jobs/market-days.ts'
import { arePayoutsHeld } from '../integrity/lights.ts'
import { newestRuns } from '../integrity/verify/runs.ts'
import { countAlerts } from '../../admin/unusual-reads.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { countWaiting } from '../approvals/waiting.ts'
import { countCases } from '../cases/queues.ts'
import { countGivenUp } from '../orders/given-up.ts'
import { countLate } from '../withdrawals/late.ts'
import { moneyInSince, moneyOutSince } from './store.ts'

/** Time that the light stays on: nobody has to turn it off, and somebody will see it within a week. */
const GIVEN_UP_SHOWN_MS = 7 * DAY_MS

/** The brokerage at a glance, and what waits for whoever asks: only sums, and nobody's name. */
export const dashboardAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(dashboard, {
    today: async ({ now }) => {
      const { pool, clock, venue } = app
      // Deposits are recorded in the market's time, which may be simulated; withdrawals by the wall clock.
      const marketNow = clock.now()
      const late = await lateJobs(pool, venue, marketNow)
      return ok({
        sinceTimestamp: midnightBefore(now),
        moneyIn: await moneyInSince(pool, midnightBefore(marketNow)),
        moneyOut: await moneyOutSince(pool, midnightBefore(now)),
        lateJobs: late.map(({ job, market, dueAt }) => ({ job, market, dueTimestamp: dueAt })),
        lateWithdrawals: await countLate(pool, now),
        feeds: venue.markets.map((market) => ({ market, phase: venue.session(market).phase, ageMs: feedAge(app, market, marketNow) })),
        integrity: await lightsOf(app),
      })
    },

    waiting: async ({ staff, now }) => {
      const { pool } = app
      const kinds = caseKinds.filter((kind) => seesCases(kind, staff.powers, staff.roles))
      const sees = (power: PowerName): boolean => staff.powers.includes(power)
      return ok({
        queues: await countCases(pool, kinds, { staffId: staff.staffId, now }),
        approvals: await countWaiting(pool, staff, now),
        alerts: sees('audit.read') ? await countAlerts(pool) : null,
        ledgerChecks: sees('integrity.see') ? await troubleOf(app, now) : null,
      })
    },
  })

const midnightBefore = (now: Instant): Instant => buenosAires.midnightOf(buenosAires.dayAt(now))

/** Of the freshest quote, so that a share nobody trades does not make its market look silent; null where there is none. */
function feedAge({ venue }: FullApp, market: MarketName, now: Instant): number | null {
  const quoted = [...venue.instruments.values()].filter((each) => each.market === market && venue.quote(each.id) !== null)
  if (quoted.length === 0) return null
  return Math.max(0, now - Math.max(...quoted.map(({ id }) => venue.freshAt(id))))
}

async function troubleOf(app: FullApp, now: Instant) {
  const { broken, moneyStopped } = await lightsOf(app)
  const late = await lateJobs(app.pool, app.venue, app.clock.now())
  return { broken, moneyStopped, lateJobs: late.length, givenUpEvents: await countGivenUp(app.pool, now - GIVEN_UP_SHOWN_MS) }
}

async function lightsOf({ pool, wallClock }: FullApp) {
  const [newest] = await newestRuns(pool, 1)
  const checks = newest?.checks ?? []
  return {
    timestamp: newest?.at ?? null,
    checks: checks.length,
    broken: checks.filter(({ bad }) => bad > 0).length,
    moneyStopped: (await arePayoutsHeld(pool, wallClock.now())) ? (1 as const) : (0 as const),
  }
}
