import { type WireRun, integrity } from '@rueda/contract/admin/integrity.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lateJobs } from '../../jobs/market-days.ts'
import { readLights } from './lights.ts'
import { type IntegrityRun, newestRuns } from './verify/runs.ts'
import type { Scope } from './verify/verify.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { newestGivenUp } from '../orders/given-up.ts'
import { newestJobs } from './store.ts'

const MAX_SHOWN = 30

/** The lights of the invariants, and the jobs of the day. */
export const integrityAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(integrity, {
    latest: async ({ now }) => {
      const runs = await newestRuns(app.pool, MAX_SHOWN)
      const history = runs.map(({ at, clean }) => ({ timestamp: at, clean: flagOf(clean) }))
      const { hold, lastCleanAt } = await readLights(app.pool, now)
      const newest = runs[0] === undefined ? null : presentRun(runs[0])
      return ok({ newest, history, payoutHold: hold, lastCleanTimestamp: lastCleanAt })
    },

    run: async ({ input, now, trace }) => {
      const run = await app.integrity.run(await scopeOfNext(app), now)
      const { reason, note } = input
      return inTransaction(app.pool, async (client) => {
        await trace(client, { accountId: null, subject: 'integrity', reason, note, after: { clean: run.clean } })
        return ok(presentRun(run))
      })
    },

    givenUp: async () => ok((await newestGivenUp(app.pool, MAX_SHOWN)).map(({ at, ...event }) => ({ ...event, timestamp: at }))),

    jobs: async () => ok(await newestJobs(app.pool)),

    retryJobs: async ({ input, trace }) => {
      const before = (await lateJobs(app.pool, app.venue, app.clock.now())).length
      if (!(await app.jobs.retry())) return refuse('adapter.unavailable')
      const late = (await lateJobs(app.pool, app.venue, app.clock.now())).length
      const { reason, note } = input
      return inTransaction(app.pool, async (client) => {
        await trace(client, { accountId: null, subject: 'jobs', reason, note, before: { late: before }, after: { late } })
        return ok({ late })
      })
    },
  })

/** After a red full run only another full run can be green. */
async function scopeOfNext({ pool }: FullApp): Promise<Scope> {
  const runs = await newestRuns(pool, MAX_SHOWN)
  return runs.find(({ scope }) => scope === 'full')?.clean === false ? 'full' : 'incremental'
}

const flagOf = (value: boolean): 0 | 1 => (value ? 1 : 0)

const presentRun = ({ at, scope, entries, accounts, clean, checks }: IntegrityRun): WireRun => ({
  timestamp: at,
  scope,
  entries,
  accounts,
  clean: flagOf(clean),
  checks: checks.map((check) => ({ ...check, offending: [...check.offending] })),
})
