import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { staff } from '@rueda/contract/admin/staff.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendAudit } from '../../admin/audit.ts'
import type { AdminRequest, StaffRequest } from '../../admin/handler.ts'
import { EMERGENCY_MS, endStaffSessions, openStaffSession } from '../../admin/sessions.ts'
import { hashOfKey } from './emergency-keys.ts'
import { tellOfOpening } from './emergency-mail.ts'
import * as store from './emergency-store.ts'
import { presentStaffSession } from './present.ts'

/**
 * Break-glass (`docs/rules/back-office.md` BO-12): for the day on which nobody can sign in who has to. Two keys, held by two persons, open
 * an account with the powers of an administrator for an hour. Alone it decides nothing that takes two persons, and nothing of the market or
 * of anybody's money. The alarm is part of the opening: alert, audit row and mails are written with it or it does not happen.
 */
export async function openEmergency(
  app: FullApp,
  request: AdminRequest<typeof staff.openEmergency>,
): Promise<Result<StaffDataOf<typeof staff.openEmergency>>> {
  const { input, now, address, device, requestId } = request
  const opened = await inTransaction(app.pool, async (client) => {
    const sealId = await store.breakSeal(client, { keys: [hashOfKey(input.firstKey), hashOfKey(input.secondKey)], cause: input.note, now })
    const staffId = sealId === null ? null : await store.emergencyStaffId(client)
    if (staffId === null) return refuse('staff.keys_invalid')
    const session = await openStaffSession(client, app, { staffId, device, address, now, origin: null })
    await appendAudit(client, {
      ...{ at: now, staffId, role: 'admin', power: 'emergency.open', requestId, address, accountId: null, subject: `emergency:${sealId}` },
      ...{ reason: input.reason, note: input.note, after: { state: 'opened', until: session.staff.endsAt, device } },
    })
    await store.raiseAlert(client, app.ids.next(), staffId, now)
    await tellOfOpening(client, { ids: app.ids, now, address, device, cause: input.note })
    return ok(session)
  })
  if (!opened.ok) return opened
  app.log.warn({ event: 'security', kind: 'emergency', requestId, address }, 'the emergency account was opened')
  request.signIn(opened.value.token)
  return ok(presentStaffSession(opened.value.staff))
}

export async function emergencyState({ pool }: FullApp, now: Instant): Promise<StaffDataOf<typeof staff.emergency>> {
  const row = await store.readEmergency(pool, now)
  if (row === null) return { state: 'none', sealedTimestamp: null, openedTimestamp: null, cause: null, endTimestamp: null }
  return {
    state: row.opened_at === null ? 'sealed' : 'opened',
    sealedTimestamp: Number(row.sealed_at),
    openedTimestamp: row.opened_at === null ? null : Number(row.opened_at),
    cause: row.cause,
    endTimestamp: row.since === null ? null : Number(row.since) + EMERGENCY_MS,
  }
}

/** Called by any alarmed colleague: one person is enough to shut it. */
export const endEmergency = ({ pool }: FullApp, { input, now, trace }: StaffRequest<typeof staff.endEmergency>): Promise<Result<true>> =>
  inTransaction(pool, async (client): Promise<Result<true>> => {
    const staffId = await store.emergencyStaffId(client)
    const row = await store.readEmergency(client, now)
    if (staffId === null || row === null || row.since === null) return refuse('object.not_found')
    await endStaffSessions(client, staffId, now)
    await trace(client, { accountId: null, subject: `staff:${staffId}`, reason: input.reason, note: input.note, after: { state: 'shut' } })
    return ok(true)
  })
