import { type SwitchState, switches } from '@rueda/contract/admin/switches.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type SwitchCause, type SwitchName, isMoneySwitch, switchNames } from '@rueda/rules/switches/switch.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { requireDualApproval } from '../approvals/approvals.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { readOff } from './kill-switches.ts'
import { insertTurn, newestTurns } from './store.ts'

/** The brokerage's switches: those about money take two persons, and nothing under way is ever touched. */
export const switchAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(switches, {
    list: async () => {
      const off = await readOff(app.pool)
      const stateOf = (name: SwitchName): SwitchState => {
        const standing = off.get(name)
        const people = isMoneySwitch(name) ? 'two' : 'one'
        return {
          name,
          people,
          isOff: standing === undefined ? 0 : 1,
          cause: standing?.cause ?? null,
          sinceTimestamp: standing?.since ?? null,
        }
      }
      return ok({ switches: switchNames.map(stateOf), changes: await newestTurns(app.pool) })
    },
    turn: (request) => turn(app, request, () => Promise.resolve(ok({ state: 'approved', approvalId: null }))),
    turnMoney: (request) =>
      turn(app, request, (client, subject) => requireDualApproval(app, client, request, { subject, accountId: null })),
  })

type Turning = StaffRequest<typeof switches.turn> | StaffRequest<typeof switches.turnMoney>
type Agreed = Readonly<{ state: 'waiting' | 'approved'; approvalId: string | null }>
type Agree = (client: PoolClient, subject: string) => Promise<Result<Agreed>>
type Turned = Result<{ state: 'waiting' | 'done' }>

/** Applies in memory before the answer, and on other servers within a second. */
async function turn(app: FullApp, { input, staff, trace, now }: Turning, agree: Agree): Promise<Turned> {
  const { name, reason, note } = input
  const cause = causeOf(input)
  if (!cause.ok) return cause
  const turned = await inTransaction(app.pool, async (client): Promise<Turned> => {
    const before = (await readOff(client)).get(name) ?? null
    if ((before === null) === (cause.value === null) && before?.cause === (cause.value ?? undefined))
      return refuse('parameter.invalid', { field: 'isOff' })
    const subject = `switch:${name}`
    const agreed = await agree(client, subject)
    if (!agreed.ok) return agreed
    const { state, approvalId } = agreed.value
    const after = { isOff: input.isOff, cause: cause.value, state }
    await trace(client, { accountId: null, subject, reason, note, before, after, approvalId })
    if (state === 'waiting') return ok({ state })
    const changeId = app.ids.next()
    await insertTurn(client, { changeId, name, cause: cause.value, reason, note, at: now, staffId: staff.staffId, approvalId })
    return ok({ state: 'done' })
  })
  await app.switches.refresh()
  return turned
}

/** Customers see why something is off, and nothing about switches that are on. */
function causeOf({ isOff, cause }: Turning['input']): Result<SwitchCause | null> {
  if (isOff === 0) return ok(null)
  return cause === undefined ? refuse('parameter.missing', { field: 'cause' }) : ok(cause)
}
