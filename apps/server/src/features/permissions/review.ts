import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { APPLY_AGAIN_AFTER_MS } from '@rueda/rules/permissions/permission.ts'
import { PERMISSION_RULE_VERSION, type PermissionVerdict, permissionChecks, reviewPermission } from '@rueda/rules/permissions/review.ts'
import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { openCase } from '../cases/cases.ts'
import { writeMessage } from '../messages/write.ts'
import type { PermissionDeps } from './deps.ts'
import { gather } from './evidence.ts'
import * as store from './store.ts'

const MAX_AT_ONCE = 100
const PERSON_WITHIN_MS = DAY_MS
type Told = () => Promise<void>

/** Reviews every application whose time has come. May run twice: each decision is made under the lock of the account. */
export async function reviewPermissions(app: PermissionDeps, now: Instant): Promise<number> {
  const due = await store.dueApplications(app.pool, now, MAX_AT_ONCE)
  for (const { accountId, type } of due) {
    const done = await inTransaction(app.pool, async (client) => {
      const permissions = await store.lockPermissions(client, accountId)
      const found = permissions.find((each) => each.type === type && each.status === 'review' && each.queuedAt === null)
      return ok(found === undefined ? null : await reviewOne(app, client, { found, permissions, now }))
    })
    if (done.ok) await done.value?.()
  }
  return due.length
}

type Looking = Readonly<{ found: store.Permission; permissions: readonly store.Permission[]; now: Instant }>

async function reviewOne(app: PermissionDeps, client: PoolClient, looking: Looking): Promise<Told> {
  const { found, now } = looking
  const { accountId, type } = found
  const verdict = await look(app, client, looking)
  const written = { ...verdict, accountId, type, reviewId: app.ids.next(), decidedBy: 'rules', ruleVersion: PERMISSION_RULE_VERSION, now }
  await store.insertReview(client, written)
  if (verdict.outcome !== 'uncertain') return settle(app, client, found, verdict, now)
  await store.markQueued(client, found, now)
  const riskFlags = permissionChecks.filter((check) => verdict.findings[check] === 'uncertain')
  await openCase(app, client, { kind: 'permission', accountId, subjectId: subjectOf(found), now, dueAt: now + PERSON_WITHIN_MS, riskFlags })
  return writeMessage(app, client, accountId, { template: 'permission.queued', facts: { permission: type }, link: `permission:${type}` })
}

/** Subject of a staff case about a permission. */
export const subjectOf = ({ accountId, type }: Pick<store.Permission, 'accountId' | 'type'>): string => `${accountId}:${type}`

/** Reviews a permission by the rules at this moment. */
export async function look(app: PermissionDeps, client: PoolClient, { found, permissions, now }: Looking): Promise<PermissionVerdict> {
  const { accountId, type, isQuizPassed } = found
  return reviewPermission(type, { ...(await gather(app, client, { accountId, permissions, now })), isQuizPassed })
}

/** Stores a decision and writes its message. */
export async function settle(
  app: PermissionDeps,
  client: PoolClient,
  { accountId, type }: store.Permission,
  { outcome, reason }: Pick<PermissionVerdict, 'outcome' | 'reason'>,
  now: Instant,
): Promise<Told> {
  await store.decide(client, { accountId, type, status: outcome === 'pass' ? 'open' : 'rejected', reason, now })
  const link = `permission:${type}` as const
  const news: MessageDraft =
    reason === null
      ? { template: 'permission.opened', facts: { permission: type }, link }
      : { template: 'permission.rejected', facts: { permission: type, permissionReason: reason, until: now + APPLY_AGAIN_AFTER_MS }, link }
  return writeMessage(app, client, accountId, news)
}
