import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids, Random } from '../../deps.ts'
import { appendAudit } from '../../admin/audit.ts'
import { endStaffSessions } from '../../admin/sessions.ts'
import { hashOfKey, newKey } from './emergency-keys.ts'
import { tellOfSealing } from './emergency-mail.ts'
import * as store from './emergency-store.ts'

type Sealing = Readonly<{ pool: Pool; ids: Ids; random: Random; now: Instant }>
export type Keys = readonly [first: string, second: string]

/** The audit log's address for somebody who works on the machine itself and has none. */
export const ON_THE_MACHINE = 'the machine itself'

/**
 * Seals the emergency account with two new keys, which are returned this once; only their hashes are kept. The previous keys are void, and
 * open sessions end. All staff are notified, so that nobody makes keys in silence.
 */
export async function sealEmergency({ pool, ids, random, now }: Sealing): Promise<Keys> {
  const keys = [newKey(random), newKey(random)] as const
  const sealId = ids.next()
  await inTransaction(pool, async (client) => {
    const known = await store.emergencyStaffId(client)
    const staffId = known ?? ids.next()
    if (known === null) await store.insertEmergency(client, { staffId, personId: ids.next(), now })
    await endStaffSessions(client, staffId, now)
    await store.seal(client, { sealId, keys: [hashOfKey(keys[0]), hashOfKey(keys[1])], now })
    await appendAudit(client, {
      ...{ at: now, staffId, role: 'admin', power: 'emergency.open', requestId: ids.next(), address: ON_THE_MACHINE },
      ...{ accountId: null, subject: `emergency:${sealId}`, reason: 'maintenance', after: { state: 'sealed' } },
    })
    await tellOfSealing(client, { ids, now })
    return ok(true)
  })
  return keys
}
