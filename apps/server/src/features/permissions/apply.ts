import { codeOfPermission } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { permissions } from '@rueda/contract/permissions.ts'
import { checkApplication } from '@rueda/rules/permissions/permission.ts'
import { isQuizPassed } from '@rueda/rules/permissions/quiz-key.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import { ownFile } from '../../storage/files.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { reviewAt } from '../cases/review-time.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { writeMessage } from '../messages/write.ts'
import type { PermissionDeps } from './deps.ts'
import { sealInstitution } from './institution.ts'
import * as store from './store.ts'

type Asked = HandlerRequest<typeof permissions.apply>
type Applied = DataOf<typeof permissions.apply>

/** Takes an application; it is reviewed automatically minutes later. */
export async function apply(app: PermissionDeps, { input, caller: { accountId }, idempotency }: Asked): Promise<Result<Applied>> {
  const now = app.wallClock.now()
  let tell = (): Promise<void> => Promise.resolve()
  const applied = await inTransaction(app.pool, async (client) => {
    const held = await store.lockPermissions(client, accountId)
    return answerOnce<Applied>(client, { accountId, idempotency, now }, async () => {
      const saved = await save(app, client, { accountId, held, input, now })
      if (!saved.ok) return saved
      tell = await writeMessage(app, client, accountId, {
        template: 'permission.applied',
        facts: { permission: input.type },
        link: `permission:${input.type}`,
      })
      return ok({ status: codeOfPermission.review })
    })
  })
  if (applied.ok) await tell()
  return applied
}

type Saving = Readonly<{ accountId: string; held: readonly store.Permission[]; input: Asked['input']; now: Instant }>

async function save(app: PermissionDeps, client: PoolClient, { accountId, held, input, now }: Saving): Promise<Result<true>> {
  const { type, answers = {} } = input
  const permission = held.find((each) => each.type === type) ?? { status: 'none' as const, decidedAt: null }
  const isInstitution = held.some((each) => each.type === 'institution' && each.status === 'open')
  const allowed = checkApplication(type, { permission, isInstitution, now })
  if (!allowed.ok) return allowed
  const { quiz, institutionName: name, registrationNumber, document } = answers
  if (type === 'blockTrade' && quiz === undefined) return refuse('parameter.missing', { field: 'answers.quiz' })
  if (type === 'institution' && name === undefined) return refuse('parameter.missing', { field: 'answers.institutionName' })
  if (type === 'institution' && registrationNumber === undefined)
    return refuse('parameter.missing', { field: 'answers.registrationNumber' })
  const file = document === undefined ? null : await ownFile(client, accountId, document)
  if (document !== undefined && file === null) return refuse('parameter.invalid', { field: 'answers.document' })
  const isInstitutional = type === 'institution' && name !== undefined && registrationNumber !== undefined
  await store.saveApplication(client, {
    accountId,
    type,
    sealed: isInstitutional ? sealInstitution(app.vault, accountId, { name, registrationNumber }) : null,
    document: file?.fileId ?? null,
    isQuizPassed: quiz === undefined ? null : isQuizPassed(quiz),
    reviewAt: reviewAt(app.settings, app.random, now),
    now,
  })
  return ok(true)
}
