import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { codeOfPermission } from '@rueda/contract/codes.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { APPLY_AGAIN_AFTER_MS, type PermissionStatus } from '@rueda/rules/permissions/permission.ts'
import { PERMISSION_RULE_VERSION, reviewPermission } from '@rueda/rules/permissions/review.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { signLink } from '../../storage/links.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { claimedCase, closeCase } from '../cases/cases.ts'
import { type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { writeMessage } from '../messages/write.ts'
import { gather } from './evidence.ts'
import { openInstitution } from './institution.ts'
import { look, settle, subjectOf } from './review.ts'
import * as store from './store.ts'

const LINK_LIVES_MS = MINUTE_MS
const statuses = Object.keys(codeOfPermission) as PermissionStatus[]
const nothing = (): Promise<void> => Promise.resolve()

/** Staff's work on permissions: looking at the claimed one, deciding it by the same rules, and taking one back. */
export const permissionAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(permissionReviews, {
    list: async ({ input }) => {
      const status = statuses.find((each) => codeOfPermission[each] === input.status) ?? 'open'
      const { found, total } = await inSnapshot(app.pool, async (reader) => ({
        found: await store.permissionsIn(reader, status, sliceOf(input)),
        total: await store.countIn(reader, status),
      }))
      const shown = found.map(({ accountId, type, reason, appliedAt, decidedAt, lowSince }) => ({
        ...{ accountId, type, status: codeOfPermission[status], reason },
        ...{ applyTimestamp: appliedAt, decideTimestamp: decidedAt, lowSinceTimestamp: lowSince },
      }))
      return ok(pageOf(shown, total, input))
    },
    open: (request) => open(app, request),
    decide: (request) => decide(app, request),
    revoke: (request) => revoke(app, request),
  })

async function claimed(client: PoolClient, caseId: string, who: Parameters<typeof claimedCase>[2]) {
  const held = await claimedCase(client, caseId, who)
  if (!held.ok) return held
  const { accountId, kind, subjectId } = held.value
  if (kind !== 'permission') return refuse('object.not_found')
  const permissions = await store.lockPermissions(client, accountId)
  const found = permissions.find((each) => subjectOf(each) === subjectId && each.status === 'review')
  return found === undefined ? refuse('object.not_found') : ok({ found, permissions })
}

const open = (app: FullApp, { input, staff, now, trace }: StaffRequest<typeof permissionReviews.open>) =>
  inTransaction(app.pool, async (client): Promise<Result<StaffDataOf<typeof permissionReviews.open>>> => {
    const held = await claimed(client, input.id, { staff, now })
    if (!held.ok) return held
    const { found, permissions } = held.value
    const { accountId, type, document: fileId, sealed, isQuizPassed } = found
    await trace(client, { accountId, subject: `permission:${type}`, reason: 'review' })
    const evidence = { ...(await gather(app, client, { accountId, permissions, now })), isQuizPassed }
    const institution = sealed === null ? null : openInstitution(app.vault, accountId, sealed)
    const viewer = { kind: 'staff', staffId: staff.staffId, sessionId: staff.sessionId, reason: 'review' } as const
    return ok({
      accountId,
      type,
      institutionName: institution?.name ?? null,
      registrationNumber: institution?.registrationNumber ?? null,
      documentLink:
        fileId === null ? null : signLink(app.links, { accountId, fileId, viewer, givenAt: now, expiresAt: now + LINK_LIVES_MS }),
      assets: formatMinor(evidence.assets, 'USD'),
      accountDays: Math.floor((now - evidence.accountOpenedAt) / DAY_MS),
      institution: evidence.isInstitution ? 1 : 0,
      applyTimestamp: found.appliedAt,
      findings: reviewPermission(type, evidence).findings,
    })
  })

type Decided = StaffDataOf<typeof permissionReviews.decide>

/** The rules check once more at this moment: nobody can approve what they would refuse. */
async function decide(app: FullApp, { input, staff, now, trace }: StaffRequest<typeof permissionReviews.decide>): Promise<Result<Decided>> {
  const { decision, permissionReason, reason: why, note } = input
  if (decision === 'refuse' && permissionReason === undefined) return refuse('parameter.missing', { field: 'permissionReason' })
  let tell = nothing
  const decided = await inTransaction(app.pool, async (client): Promise<Result<Decided>> => {
    const held = await claimed(client, input.id, { staff, now })
    if (!held.ok) return held
    const { found } = held.value
    const { accountId, type } = found
    const verdict = await look(app, client, { ...held.value, now })
    if (decision === 'approve' && verdict.outcome === 'fail') return refuse('permission.rules_object', { reason: verdict.reason })
    const outcome = decision === 'approve' ? 'pass' : 'fail'
    const reason = decision === 'approve' ? null : (permissionReason ?? null)
    const written = { accountId, type, outcome, reason, findings: verdict.findings, now } as const
    await store.insertReview(client, {
      ...written,
      ...{ reviewId: app.ids.next(), decidedBy: staff.staffId, ruleVersion: PERMISSION_RULE_VERSION },
    })
    tell = await settle(app, client, found, { outcome, reason }, now)
    const status = outcome === 'pass' ? 'open' : 'rejected'
    await closeCase(client, {
      kind: 'permission',
      subjectId: subjectOf(found),
      outcome: status,
      reasonCode: reason,
      staffId: staff.staffId,
      now,
    })
    await trace(client, { accountId, subject: `permission:${type}`, reason: why, note, after: { status, permissionReason: reason } })
    return ok({ status: codeOfPermission[status] })
  })
  if (decided.ok) await tell()
  return decided
}

const IS_ACCOUNT = /^[1-9]\d{7,17}$/u

async function revoke(app: FullApp, { input, staff, now, trace }: StaffRequest<typeof permissionReviews.revoke>): Promise<Result<Decided>> {
  const { accountId, type, reason: why, note } = input
  let tell = nothing
  const revoked = await inTransaction(app.pool, async (client): Promise<Result<Decided>> => {
    const permissions = IS_ACCOUNT.test(accountId) ? await store.lockPermissions(client, accountId) : []
    if (!permissions.some((each) => each.type === type && each.status === 'open')) return refuse('object.not_found')
    const written = { accountId, type, outcome: 'revoked', reason: 'REVOKED', findings: {}, now } as const
    await store.insertReview(client, {
      ...written,
      ...{ reviewId: app.ids.next(), decidedBy: staff.staffId, ruleVersion: PERMISSION_RULE_VERSION },
    })
    await store.decide(client, { accountId, type, status: 'rejected', reason: 'REVOKED', now })
    tell = await writeMessage(app, client, accountId, {
      template: 'permission.revoked',
      facts: { permission: type, until: now + APPLY_AGAIN_AFTER_MS },
      link: `permission:${type}`,
    })
    const before = { status: 'open' }
    await trace(client, { accountId, subject: `permission:${type}`, reason: why, note, before, after: { status: 'rejected' } })
    return ok({ status: codeOfPermission.rejected })
  })
  if (revoked.ok) await tell()
  return revoked
}
