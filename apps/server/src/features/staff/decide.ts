import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { FRESH_FACTOR_MS, type StaffChange, changesAlone } from '@rueda/rules/staff/approvals.ts'
import type { PoolClient } from 'pg'
import type { StaffRequest } from '../../admin/handler.ts'
import { requireDualApproval, seenRequest } from '../approvals/approvals.ts'
import { administratorsEver, holdAdministrators } from './administrators.ts'
import { type ChangeTold, tellOfEmergencyChange, tellOfRequest } from './change-mail.ts'
import type { StaffDeps } from './sign-in.ts'

type Asked = Readonly<{ power: StaffChange; subject: string; told: ChangeTold }>
/** `isAlone` when a new brokerage has no other administrator to ask. */
type Decided = Readonly<{ state: 'waiting' | 'approved'; approvalId: string | null; isAlone: boolean }>

/** Decides if it is done now; the first request notifies all staff, who can object for a day. */
export async function decide(
  deps: StaffDeps,
  client: PoolClient,
  request: StaffRequest,
  { power, subject, told }: Asked,
): Promise<Result<Decided>> {
  const { staff: caller, now } = request
  const { isEmergency } = caller
  const seen = await seenRequest(client, request, subject)
  await holdAdministrators(client)
  if (changesAlone(power, { administratorsEver: await administratorsEver(client), isEmergency })) {
    if (!isEmergency && now - caller.verifiedAt > FRESH_FACTOR_MS) return refuse('staff.factor_stale')
    if (isEmergency) await tellOfEmergencyChange(client, deps, told, now)
    return ok({ state: 'approved', approvalId: null, isAlone: !isEmergency })
  }
  const pair = await requireDualApproval(deps, client, request, { subject, accountId: null, seen })
  if (!pair.ok) return pair
  const { state, approvalId } = pair.value
  if (state === 'waiting') await tellOfRequest(client, deps, { told, makerName: caller.name, aloneFrom: pair.value.aloneFrom, now })
  return ok({ state, approvalId, isAlone: false })
}
