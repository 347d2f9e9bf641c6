import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { kyc } from '@rueda/contract/kyc.ts'
import { type Submission, checkSubmission } from '@rueda/rules/kyc/submission.ts'
import { normalNumber } from '@rueda/rules/kyc/numbers.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { ownFile } from '../../storage/files.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { reviewAt } from '../cases/review-time.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { countries } from '../reference/countries.ts'
import { writeMessage } from '../messages/write.ts'
import { type KycDeps, dateOf, expectedMinutes } from './deps.ts'
import { fingerprintOf, sealPapers } from './papers.ts'
import * as store from './store.ts'

type Asked = HandlerRequest<typeof kyc.submit>
type Answer = DataOf<typeof kyc.submit>

/** Takes somebody's papers: checked as far as possible at once, sealed, and reviewed automatically minutes later. */
export async function submitPapers(app: KycDeps, { input, caller, idempotency }: Asked): Promise<Result<Answer>> {
  if (caller.frozen) return refuse('account.frozen')
  const submission = readSubmission(input)
  if (!submission.ok) return submission
  const now = app.wallClock.now()
  const { accountId } = caller
  let tell = (): Promise<void> => Promise.resolve()
  const taken = await inTransaction(app.pool, async (client) => {
    const standing = await store.lockStanding(client, accountId)
    if (standing === null) return refuse('session.missing')
    return answerOnce<Answer>(client, { accountId, idempotency, now }, async () => {
      const opened = await openCase(app, client, { accountId, standing, submission: submission.value, input, now })
      if (!opened.ok) return opened
      tell = await writeMessage(app, client, accountId, { template: 'kyc.submitted', facts: {}, link: 'identity:case' })
      return ok({ kycStatus: 1, expectedMinutes: expectedMinutes(app.settings) })
    })
  })
  if (taken.ok) await tell()
  return taken
}

function readSubmission(input: Asked['input']): Result<Submission> {
  const { type, countryCode, firstName, lastName, mrz = null, gender = null, birthDate = null } = input
  const country = countries.find(([code]) => code === countryCode)
  if (country === undefined) return refuse('parameter.invalid', { field: 'countryCode' })
  if (type === 'idcard' && country[3] === 'passport') return refuse('parameter.invalid', { field: 'type' })
  const number = input.idNumber ?? input.passportNumber
  if (number === undefined) return refuse('parameter.missing', { field: 'idNumber' })
  if (type === 'idcard' && input.backImg === undefined) return refuse('parameter.missing', { field: 'backImg' })
  return ok({ type, countryCode, firstName, lastName, number, birthDate, gender, mrz })
}

type Opening = Readonly<{ accountId: string; standing: store.Standing; submission: Submission; input: Asked['input']; now: Instant }>

async function openCase(app: KycDeps, client: PoolClient, { accountId, standing, submission, input, now }: Opening): Promise<Result<true>> {
  const earlier = await store.casesOf(client, accountId)
  const fingerprint = fingerprintOf(app.vault, { ...submission, number: normalNumber(submission.number) })
  const checked = checkSubmission(submission, {
    status: standing.status,
    today: dateOf(now),
    now,
    retriedAt: earlier.filter(({ attempt }) => attempt > 1).map(({ submittedAt }) => submittedAt),
    isUsedElsewhere: await store.isUsedElsewhere(client, accountId, fingerprint),
  })
  if (!checked.ok) return checked
  const images = await ownImages(client, accountId, input)
  if (!images.ok) return images
  await store.insertCase(client, {
    ...sealPapers(app.vault, accountId, checked.value),
    ...images.value,
    accountId,
    caseId: app.ids.next(),
    status: 'pending',
    type: submission.type,
    countryCode: submission.countryCode,
    expiresOn: checked.value.zone?.expiresOn ?? null,
    attempt: standing.status === 'failed' ? (earlier[0]?.attempt ?? 0) + 1 : 1,
    submittedAt: now,
    reviewAt: reviewAt(app.settings, app.random, now),
    queuedAt: null,
    decidedAt: null,
    reason: null,
  })
  await store.setStanding(client, { accountId, status: 'pending', reason: null, now })
  return ok(true)
}

type Images = Pick<store.KycCase, 'frontImage' | 'backImage' | 'holdImage'>

/** Pictures of somebody else count as none. */
async function ownImages(client: PoolClient, accountId: string, input: Asked['input']): Promise<Result<Images>> {
  const found: Record<string, string | null> = {}
  for (const field of ['frontImg', 'backImg', 'holdImg'] as const) {
    const url = input[field]
    const file = url === undefined ? null : await ownFile(client, accountId, url)
    if (url !== undefined && file === null) return refuse('parameter.invalid', { field })
    found[field] = file?.fileId ?? null
  }
  const { frontImg = null, backImg = null, holdImg = null } = found
  return ok({ frontImage: frontImg, backImage: backImg, holdImage: holdImg })
}
