import { type ReviewCase as WireCase, cases } from '@rueda/contract/admin/cases.ts'
import { moneyOf } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { seesCases } from '@rueda/rules/staff/cases.ts'
import type { Pool } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { type ReviewCase, claimCase, claimedCase, releaseCase } from './cases.ts'
import { casesById, listCases, presentCase } from './queues.ts'

/** The queues: their access, and claiming a case. Its decision belongs to each feature. */
export const caseAdminRoutes = ({ pool }: FullApp): StaffRegistered =>
  staffRoutes(cases, {
    list: async ({ input, staff, now }) => {
      if (!seesCases(input.kind, staff.powers, staff.roles)) return refuse('staff.role_missing')
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
      if (!seesCases(found.kind, staff.powers, staff.roles)) return refuse('staff.role_missing')
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
        const released = await releaseClaimed(client, input.id, { staff, now })
        if (!released.ok) return released
        await trace(client, { ...actOn(released.value), after: { state: 'released' } })
        return ok(presentCase(released.value, staff.staffId, now))
      }),

    claimSeveral: (request) => several(pool, request, 'claimed', claimCase),
    releaseSeveral: (request) => several(pool, request, 'released', releaseClaimed),
  })

/** Releases a case that this colleague has claimed; a case of somebody else's is refused as it would be for a decision. */
async function releaseClaimed(...[client, caseId, who]: Parameters<typeof claimCase>): ReturnType<typeof claimCase> {
  const claimed = await claimedCase(client, caseId, who)
  if (!claimed.ok) return claimed
  await releaseCase(client, claimed.value)
  return ok({ ...claimed.value, claimedBy: null, claimedByName: null, claimedUntil: null })
}

type Several = Pick<StaffRequest<typeof cases.claimSeveral>, 'input' | 'staff' | 'now' | 'trace'>

/**
 * Does the same with each of several cases and answers with those it was done with. A case that was taken or ended since it was
 * read holds none of the others up; where none is left, the first refusal says why.
 */
const several = (pool: Pool, { input, staff, now, trace }: Several, state: 'claimed' | 'released', act: typeof claimCase) =>
  inTransaction(pool, async (client): Promise<Result<WireCase[]>> => {
    const done: ReviewCase[] = []
    let refused: Result<never> | null = null
    // In one order, so that two colleagues who take the same ones do not wait for each other.
    for (const id of [...new Set(input.ids)].toSorted()) {
      const acted = await act(client, id, { staff, now })
      if (!acted.ok) {
        refused ??= acted
        continue
      }
      await trace(client, { ...actOn(acted.value), after: { state } })
      done.push(acted.value)
    }
    return done.length === 0 && refused !== null ? refused : ok(done.map((found) => presentCase(found, staff.staffId, now)))
  })

const actOn = ({ accountId, kind, subjectId }: ReviewCase) => ({ accountId, subject: `${kind}:${subjectId}`, reason: 'review' }) as const
