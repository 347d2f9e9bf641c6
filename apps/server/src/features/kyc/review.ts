import type { KycReason } from '@rueda/rules/kyc/identity.ts'
import { inputsOf } from '@rueda/rules/kyc/inputs.ts'
import type { CheckedSubmission } from '@rueda/rules/kyc/submission.ts'
import { type CheckName, KYC_RULE_VERSION, type PictureFacts, type Verdict, checkNames, reviewIdentity } from '@rueda/rules/kyc/review.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { type Result, ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { fileOf, readFileContent } from '../../storage/files.ts'
import { openCase } from '../cases/cases.ts'
import { writeMessage } from '../messages/write.ts'
import { type KycDeps, dateOf } from './deps.ts'
import { openPapers } from './papers.ts'
import * as store from './store.ts'

const MAX_AT_ONCE = 100

/**
 * Reviews every case whose time has come, and asks customers again whose papers have expired. May run twice, or late after downtime: each
 * decision is made under the lock of the account. Returns the number of cases.
 */
export async function reviewIdentities(app: KycDeps, now: Instant): Promise<number> {
  for (const ended of await store.endedDocuments(app.pool, dateOf(now), MAX_AT_ONCE)) await reopen(app, ended, now)
  const due = await store.dueCases(app.pool, now, MAX_AT_ONCE)
  for (const { accountId, caseId } of due) await reviewOne(app, accountId, caseId, now)
  return due.length
}

type Told = () => Promise<void>

/** Carries out a decision with its message; connected clients are notified afterwards. */
async function carryOut(app: KycDeps, work: (client: PoolClient) => Promise<Told | null>): Promise<void> {
  const done = await inTransaction(app.pool, async (client): Promise<Result<Told | null>> => ok(await work(client)))
  if (done.ok) await done.value?.()
}

const reviewOne = (app: KycDeps, accountId: string, caseId: string, now: Instant): Promise<void> =>
  carryOut(app, async (client) => {
    await store.lockStanding(client, accountId)
    const pending = (await store.casesOf(client, accountId)).find((each) => each.caseId === caseId)
    if (pending === undefined || pending.status !== 'pending' || pending.queuedAt !== null) return null
    const evidence = await gather(app, client, pending, now)
    const verdict = reviewIdentity(evidence)
    await store.insertReview(client, {
      ...verdict,
      inputs: inputsOf(evidence),
      accountId,
      caseId,
      reviewId: app.ids.next(),
      decidedBy: 'rules',
      ruleVersion: KYC_RULE_VERSION,
      now,
    })
    return settle(app, client, pending, verdict, now)
  })

/** Everything the rules look at, read in this transaction. */
export async function gather(app: KycDeps, client: PoolClient, kycCase: store.KycCase, now: Instant) {
  const { accountId, frontImage, backImage, fingerprint } = kycCase
  const today = dateOf(now)
  const pictureOf = async (fileId: string | null): Promise<PictureFacts | null> =>
    fileId === null ? null : fileOf(client, accountId, fileId)
  const front = await pictureOf(frontImage)
  const back = await pictureOf(backImage)
  const submission = openPapers(app.vault, kycCase, today)
  const prints = [front, back].flatMap((picture) => (picture === null ? [] : [picture.print]))
  return {
    submission,
    front,
    back,
    nearestElsewhere: await store.nearestElsewhere(client, accountId, prints),
    isUsedElsewhere: await store.isUsedElsewhere(client, accountId, fingerprint),
    ...(await askOthers(app, kycCase, submission)),
    today,
  }
}

async function askOthers(app: KycDeps, kycCase: store.KycCase, submission: CheckedSubmission) {
  const { accountId, frontImage, holdImage } = kycCase
  const picture = (fileId: string | null) => () => (fileId === null ? Promise.resolve(null) : readFileContent(app, accountId, fileId))
  const { firstName, lastName, countryCode, birthDate, zone } = submission
  return {
    sanctions: await app.kycPort.sanctions({ firstName, lastName, countryCode, birthDate: birthDate ?? zone?.birthDate ?? null }),
    face: await app.kycPort.face({ paper: picture(frontImage), holder: picture(holdImage) }),
  }
}

/** Stores a verdict and writes its message. An uncertain case waits for a person. */
export async function settle(
  app: KycDeps,
  client: PoolClient,
  kycCase: store.KycCase,
  { outcome, reason, findings = {} }: Pick<Verdict, 'outcome' | 'reason'> & Readonly<{ findings?: Partial<Verdict['findings']> }>,
  now: Instant,
): Promise<Told> {
  const { accountId, caseId } = kycCase
  const riskFlags = checkNames.filter((check) => findings[check] === 'uncertain')
  if (outcome === 'uncertain') await queue(app, client, { kycCase, riskFlags, now })
  else await store.decideCase(client, { accountId, caseId, status: outcome === 'pass' ? 'passed' : 'failed', reason, now })
  return writeMessage(app, client, accountId, newsOf(outcome, reason))
}

const PERSON_WITHIN_MS = DAY_MS

type Queueing = Readonly<{ kycCase: store.KycCase; riskFlags: readonly CheckName[]; now: Instant }>

async function queue(app: KycDeps, client: PoolClient, { kycCase, riskFlags, now }: Queueing): Promise<void> {
  const { accountId, caseId: subjectId } = kycCase
  await store.queueCase(client, kycCase, now)
  await openCase(app, client, { kind: 'kyc', accountId, subjectId, now, dueAt: now + PERSON_WITHIN_MS, riskFlags })
}

function newsOf(outcome: Verdict['outcome'], reason: KycReason | null): MessageDraft {
  const link = 'identity:case' as const
  if (outcome === 'uncertain') return { template: 'kyc.queued', facts: {}, link }
  return reason === null ? { template: 'kyc.passed', facts: {}, link } : { template: 'kyc.failed', facts: { kycReason: reason }, link }
}

/** An identity that rested on expired papers is to be shown again (`docs/rules/kyc.md` J.1): the same papers, reviewed anew. */
const reopen = (app: KycDeps, { accountId, caseId }: Readonly<{ accountId: string; caseId: string }>, now: Instant): Promise<void> =>
  carryOut(app, async (client) => {
    const standing = await store.lockStanding(client, accountId)
    const [newest] = await store.casesOf(client, accountId)
    if (standing?.status !== 'passed' || newest?.caseId !== caseId) return null
    await openAgain(app, client, newest, now)
    return writeMessage(app, client, accountId, { template: 'kyc.ended', facts: {}, link: 'identity:case' })
  })

/** Queues an identity that has passed for another look by staff, with the same papers. */
export async function queueForStaff(app: KycDeps, client: PoolClient, passed: store.KycCase, now: Instant): Promise<Told> {
  await queue(app, client, { kycCase: await openAgain(app, client, passed, now), riskFlags: [], now })
  return writeMessage(app, client, passed.accountId, { template: 'kyc.reopened', facts: {}, link: 'identity:case' })
}

async function openAgain(app: KycDeps, client: PoolClient, passed: store.KycCase, now: Instant): Promise<store.KycCase> {
  const { accountId } = passed
  const undecided = { status: 'pending', queuedAt: null, decidedAt: null, reason: null } as const
  const again: store.KycCase = { ...passed, ...undecided, caseId: app.ids.next(), attempt: 1, submittedAt: now, reviewAt: now }
  await store.insertCase(client, again)
  await store.setStanding(client, { accountId, status: 'pending', reason: null, now })
  return again
}
