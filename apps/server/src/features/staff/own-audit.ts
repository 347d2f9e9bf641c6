import { roleFor } from '@rueda/rules/staff/powers.ts'
import type { PoolClient } from 'pg'
import { appendAudit } from '../../admin/audit.ts'
import type { AdminRequest, Staff } from '../../admin/handler.ts'

const POWER = 'staff.self'
type Done = 'signedIn' | 'setUp' | 'signedOut'

/** Staff's own sign-ins and sign-outs stand in the audit log, in the same transaction. */
export async function auditOwnSession(
  client: PoolClient,
  { now, requestId, address, device }: Pick<AdminRequest<never>, 'now' | 'requestId' | 'address' | 'device'>,
  { staffId, roles, composed }: Staff,
  state: Done,
): Promise<void> {
  const role = roleFor(POWER, { roles, composed })
  if (role === null) throw new Error('somebody without a role came in')
  await appendAudit(client, {
    ...{ at: now, staffId, role, power: POWER, requestId, address, accountId: null, subject: `staff:${staffId}` },
    ...{ reason: 'security', after: { state, device } },
  })
}
