import { cases } from '@rueda/contract/admin/cases.ts'
import { moneyOf } from '@rueda/rules/money.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { caseKinds, seesCases } from '@rueda/rules/staff/cases.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type StaffRegistered, staffRoutes } from '../../admin/handler.ts'
import { type ReviewCase, claimCase, claimedCase, releaseCase } from './cases.ts'
import { type CaseCount, casesById, countCases, listCases, presentCase } from './queues.ts'

/** The queues: their access, and claiming a case. Its decision belongs to each feature. */
export const caseAdminRoutes = ({ pool }: FullApp): StaffRegistered =>
  staffRoutes(cases, {
    counts: async ({ staff, now }) => {
      const kinds = caseKinds.filter((kind) => seesCases(kind, staff.roles))
      const counts = await countCases(pool, kinds, now)
      return ok(counts.map(presentCount))
    },

    list: async ({ input, staff, now }) => {
      if (!seesCases(input.kind, staff.roles)) return refuse('staff.role_missing')
      const { kind, state, sort, waits = null, riskFlag = null, assignee = null, country = null } = input
      const least = input.least === undefined ? null : moneyOf(input.least, 'USD').minor
      const filter = { kind, state, sort, waits, least, riskFlag, assignee, country, staffId: staff.staffId, now, ...sliceOf(input) }
      const { list, total } = await inSnapshot(pool, (reader) => listCases(reader, filter))
      const shown = list.map((found) => presentCase(found, staff.staffId, now))
      return ok(pageOf(shown, total, input))
    },

    find: async ({ input, staff, now }) => {
      const found = (await casesById(pool, [input.id])).get(input.id)
      if (found === undefined) return refuse('object.not_found', { field: 'id' })
      if (!seesCases(found.kind, staff.roles)) return refuse('staff.role_missing')
      return ok(presentCase(found, staff.staffId, now))
    },

    claim: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const claimed = await claimCase(client, input.id, { staff, now })
        if (!claimed.ok) return claimed
        await trace(client, { ...actOn(claimed.value), after: { state: 'claimed' } })
        return ok(presentCase(claimed.value, staff.staffId, now))
      }),

    release: ({ input, staff, now, trace }) =>
      inTransaction(pool, async (client) => {
        const held = await claimedCase(client, input.id, { staff, now })
        if (!held.ok) return held
        await releaseCase(client, held.value)
        await trace(client, { ...actOn(held.value), after: { state: 'released' } })
        const released = { ...held.value, claimedBy: null, claimedByName: null, claimedUntil: null }
        return ok(presentCase(released, staff.staffId, now))
      }),
  })

const presentCount = ({ oldest, lastDone, countries, ...count }: CaseCount) => ({
  ...count,
  oldestTimestamp: oldest,
  lastDoneTimestamp: lastDone,
  countries: [...countries],
})

const actOn = ({ accountId, kind, subjectId }: ReviewCase) => ({ accountId, subject: `${kind}:${subjectId}`, reason: 'review' }) as const
