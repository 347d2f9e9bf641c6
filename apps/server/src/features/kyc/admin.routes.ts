import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { kyc } from '@rueda/contract/admin/kyc.ts'
import type { KycReason } from '@rueda/rules/kyc/identity.ts'
import { inputsOf } from '@rueda/rules/kyc/inputs.ts'
import { KYC_RULE_VERSION, reviewIdentity } from '@rueda/rules/kyc/review.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { signLink } from '../../storage/links.ts'
import { type ReviewCase, claimedCase, closeCase } from '../cases/cases.ts'
import { type Staff, type StaffRegistered, type StaffRequest, staffRoutes } from '../../admin/handler.ts'
import { dateOf } from './deps.ts'
import { openPapers } from './papers.ts'
import { gather, queueForStaff, settle } from './review.ts'
import * as store from './store.ts'

/** Staff's work on identity cases: open the claimed one, decide it, and have a passed one looked at again. */
export const kycAdminRoutes = (app: FullApp): StaffRegistered =>
  staffRoutes(kyc, {
    open: ({ input, staff, now, trace }) =>
      inTransaction(app.pool, async (client) => {
        const held = await claimedKycCase(client, input.id, { staff, now })
        if (!held.ok) return held
        const { kycCase } = held.value
        const { accountId, caseId } = kycCase
        await trace(client, { accountId, subject: `kyc:${caseId}`, reason: 'review' })
        return ok(await presentCase(app, client, kycCase, { staff, now }))
      }),

    decide: (request) => decide(app, request),

    reopen: async ({ input, now, trace }) => {
      const { accountId, reason, note } = input
      let tell = (): Promise<void> => Promise.resolve()
      const reopened = await inTransaction(app.pool, async (client): Promise<Result<StaffDataOf<typeof kyc.reopen>>> => {
        const standing = IS_ACCOUNT.test(accountId) ? await store.lockStanding(client, accountId) : null
        const [newest] = standing?.status === 'passed' ? await store.casesOf(client, accountId) : []
        if (newest === undefined) return refuse('object.not_found')
        tell = await queueForStaff(app, client, newest, now)
        await trace(client, { accountId, subject: `kyc:${newest.caseId}`, reason, note, after: { kycStatus: 'pending' } })
        return ok({ kycStatus: 'pending' })
      })
      if (reopened.ok) await tell()
      return reopened
    },
  })

const IS_ACCOUNT = /^[1-9]\d{7,17}$/u

type Claimed = Readonly<{ reviewCase: ReviewCase; kycCase: store.KycCase }>

async function claimedKycCase(client: PoolClient, caseId: string, who: Parameters<typeof claimedCase>[2]): Promise<Result<Claimed>> {
  const held = await claimedCase(client, caseId, who)
  if (!held.ok) return held
  const { accountId, kind, subjectId } = held.value
  if (kind !== 'kyc') return refuse('object.not_found')
  await store.lockStanding(client, accountId)
  const kycCase = (await store.casesOf(client, accountId)).find((each) => each.caseId === subjectId && each.status === 'pending')
  return kycCase === undefined ? refuse('object.not_found') : ok({ reviewCase: held.value, kycCase })
}

type Decide = StaffRequest<typeof kyc.decide>

/** The rules check once more at this moment: nobody can approve what they would fail. */
async function decide(app: FullApp, { input, staff, now, trace }: Decide): Promise<Result<StaffDataOf<typeof kyc.decide>>> {
  const { decision, kycReason, reason: why, note } = input
  if (decision === 'refuse' && kycReason === undefined) return refuse('parameter.missing', { field: 'kycReason' })
  let tell = (): Promise<void> => Promise.resolve()
  const decided = await inTransaction(app.pool, async (client): Promise<Result<StaffDataOf<typeof kyc.decide>>> => {
    const held = await claimedKycCase(client, input.id, { staff, now })
    if (!held.ok) return held
    const { kycCase } = held.value
    const { accountId, caseId } = kycCase
    const evidence = await gather(app, client, kycCase, now)
    const verdict = reviewIdentity(evidence)
    if (decision === 'approve' && verdict.outcome === 'fail') return refuse('kyc.rules_object', { reason: verdict.reason })
    const outcome = decision === 'approve' ? 'pass' : 'fail'
    const reason: KycReason | null = decision === 'approve' ? null : (kycReason ?? null)
    const look = { accountId, caseId, outcome, reason, now, findings: verdict.findings, inputs: inputsOf(evidence) } as const
    await store.insertReview(client, { ...look, reviewId: app.ids.next(), decidedBy: staff.staffId, ruleVersion: KYC_RULE_VERSION })
    tell = await settle(app, client, kycCase, { outcome, reason }, now)
    const kycStatus = outcome === 'pass' ? 'passed' : 'failed'
    await closeCase(client, { kind: 'kyc', subjectId: caseId, outcome: kycStatus, reasonCode: reason, staffId: staff.staffId, now })
    await trace(client, { accountId, subject: `kyc:${caseId}`, reason: why, note, after: { kycStatus, kycReason: reason } })
    return ok({ kycStatus })
  })
  if (decided.ok) await tell()
  return decided
}

const LINK_LIVES_MS = MINUTE_MS
const sides = { front: 'frontImage', back: 'backImage', hold: 'holdImage' } as const

async function presentCase(
  app: FullApp,
  client: PoolClient,
  kycCase: store.KycCase,
  { staff, now }: Readonly<{ staff: Pick<Staff, 'staffId' | 'sessionId'>; now: Instant }>,
): Promise<StaffDataOf<typeof kyc.open>> {
  const { accountId, caseId } = kycCase
  const { zone: _, ...papers } = openPapers(app.vault, kycCase, dateOf(now))
  const viewer = { kind: 'staff', staffId: staff.staffId, sessionId: staff.sessionId, reason: 'review' } as const
  const expiresAt = now + LINK_LIVES_MS
  const pictures = (Object.keys(sides) as (keyof typeof sides)[]).flatMap((side) => {
    const fileId = kycCase[sides[side]]
    return fileId === null ? [] : [{ side, link: signLink(app.links, { accountId, fileId, viewer, givenAt: now, expiresAt }) }]
  })
  const earlier = (await store.casesOf(client, accountId)).filter((each) => each.caseId !== caseId)
  return {
    ...papers,
    accountId,
    pictures,
    linksEndTimestamp: expiresAt,
    submitTimestamp: kycCase.submittedAt,
    attempt: kycCase.attempt,
    looks: await store.looksAt(client, kycCase),
    earlier: earlier.map(({ submittedAt, status, reason }) => ({ submitTimestamp: submittedAt, status, reason })),
  }
}
