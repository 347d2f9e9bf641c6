import { offerings } from '@rueda/contract/admin/offerings.ts'
import { next } from '@rueda/rules/machine.ts'
import { type OfferingAct, offeringMachine } from '@rueda/rules/offerings/offering.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { SwitchCause } from '@rueda/rules/switches/switch.ts'
import type { PoolClient } from 'pg'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { keyOf, readNotOffered } from './offerings.ts'
import type { OfferedList } from './offered.ts'
import { insertChange, lockOffering, newestChanges } from './store.ts'

/** The catalogue: one person pauses what is offered, two close it. What each product offers is given by its feature. */
export const offeringAdminRoutes = (app: FullApp, offered: OfferedList): StaffRegistered =>
  staffRoutes(offerings, {
    list: async () => {
      const notOffered = await readNotOffered(app.pool)
      const all = offered(app).map(({ kind, id, names }) => {
        const standing = notOffered.get(keyOf(kind, id))
        return {
          ...{ kind, id, names, status: standing?.status ?? ('open' as const) },
          ...{ cause: standing?.cause ?? null, sinceTimestamp: standing?.since ?? null },
        }
      })
      return ok({ offerings: all, changes: await newestChanges(app.pool) })
    },
    pause: async (request) => {
      const { isPaused, cause = null } = request.input
      if (isPaused === 1 && cause === null) return refuse('parameter.missing', { field: 'cause' })
      const act = isPaused === 1 ? 'pause' : 'resume'
      return change(app, offered, { request, act, cause: isPaused === 1 ? cause : null, agree: byOne })
    },
    close: (request) =>
      change(app, offered, {
        ...{ request, act: 'close', cause: request.input.cause },
        agree: (client, subject) => requireDualApproval(app, client, request, { subject, accountId: null }),
      }),
  })

type Agreed = Readonly<{ state: 'waiting' | 'approved'; approvalId: string | null }>
type Agree = (client: PoolClient, subject: string) => Promise<Result<Agreed>>
const byOne: Agree = () => Promise.resolve(ok({ state: 'approved', approvalId: null }))

type Changing = Readonly<{
  request: StaffRequest<typeof offerings.pause> | StaffRequest<typeof offerings.close>
  act: OfferingAct
  cause: SwitchCause | null
  agree: Agree
}>
type Changed = Result<{ state: 'waiting' | 'done' }>

/** Applies in memory before the answer, and on other servers within a second. */
async function change(app: FullApp, offered: OfferedList, { request, act, cause, agree }: Changing): Promise<Changed> {
  const { input, staff, trace, now } = request
  const { kind, id, reason, note } = input
  if (!offered(app).some((each) => each.kind === kind && each.id === id)) return refuse('object.not_found', { field: 'id' })
  const changed = await inTransaction(app.pool, async (client): Promise<Changed> => {
    await lockOffering(client, keyOf(kind, id))
    const before = (await readNotOffered(client)).get(keyOf(kind, id)) ?? null
    const status = next(offeringMachine, before?.status ?? 'open', act)
    if (status === null) return refuse('parameter.invalid', { field: 'id' })
    const subject = `offering:${kind}:${id}`
    const agreed = await agree(client, subject)
    if (!agreed.ok) return agreed
    const { state, approvalId } = agreed.value
    await trace(client, { accountId: null, subject, reason, note, before, after: { status, cause, state }, approvalId })
    if (state === 'waiting') return ok({ state })
    const given = { changeId: app.ids.next(), kind, id, status, cause, reason, note, at: now, staffId: staff.staffId, approvalId }
    await insertChange(client, given)
    return ok({ state: 'done' })
  })
  await app.offerings.refresh()
  return changed
}
