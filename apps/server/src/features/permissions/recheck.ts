import { PERMISSION_RULE_VERSION, recheckPermission } from '@rueda/rules/permissions/review.ts'
import { ok } from '@rueda/rules/result.ts'
import { HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { writeMessage } from '../messages/write.ts'
import type { PermissionDeps } from './deps.ts'
import { gather } from './evidence.ts'
import * as store from './store.ts'

const MAX_AT_ONCE = 100
/** Interval between checks of what somebody owns; a lost identity shows at once. */
const CHECKED_EVERY_MS = HOUR_MS

/** Checks that permissions that were given still stand, and takes back those that do not. May run twice. */
export async function recheckPermissions(app: PermissionDeps, now: Instant): Promise<number> {
  const open = await store.permissionsToCheck(app.pool, now - CHECKED_EVERY_MS, MAX_AT_ONCE)
  for (const { accountId, type } of open) {
    const done = await inTransaction(app.pool, async (client) => {
      const permissions = await store.lockPermissions(client, accountId)
      const found = permissions.find((each) => each.type === type && each.status === 'open')
      return ok(found === undefined ? null : await keepOne(app, client, { found, permissions, now }))
    })
    if (done.ok) await done.value?.()
  }
  return open.length
}

type Looking = Readonly<{ found: store.Permission; permissions: readonly store.Permission[]; now: Instant }>

async function keepOne(
  app: PermissionDeps,
  client: PoolClient,
  { found, permissions, now }: Looking,
): Promise<(() => Promise<void>) | null> {
  const { accountId, type } = found
  const kept = recheckPermission(type, found, await gather(app, client, { accountId, permissions, now }))
  if (kept.lost === null) {
    await store.markChecked(client, found, kept.lowSince, now)
    return null
  }
  const look = { outcome: 'lost', reason: kept.lost, findings: {}, decidedBy: 'rules', ruleVersion: PERMISSION_RULE_VERSION } as const
  await store.insertReview(client, { ...look, accountId, type, reviewId: app.ids.next(), now })
  await store.decide(client, { accountId, type, status: 'none', reason: kept.lost, now })
  const facts = { permission: type, permissionReason: kept.lost }
  return writeMessage(app, client, accountId, { template: 'permission.lost', facts, link: `permission:${type}` })
}
