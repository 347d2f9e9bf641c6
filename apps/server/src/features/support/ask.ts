import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { support } from '@rueda/contract/support.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { ANSWER_WITHIN_MS, afterOpenTime } from '@rueda/rules/support/hours.ts'
import { MAX_UNANSWERED } from '@rueda/rules/support/thread.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { ownFile } from '../../storage/files.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { openCase, postponeCase } from '../cases/cases.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { lockAccount } from '../../write-path/lock-account.ts'
import { tellSupport } from '../messages/tell.ts'
import { recordOf } from './record-cards.ts'
import { sealText } from './sealed.ts'
import * as store from './store.ts'

type Asked = HandlerRequest<typeof support.send>
type Sent = DataOf<typeof support.send>

/** Takes a customer's message and puts it before the staff. A customer with a frozen account may write too: this is where they ask why. */
export async function ask(app: FullApp, { input, caller: { accountId }, idempotency }: Asked): Promise<Result<Sent>> {
  const now = app.wallClock.now()
  const sent = await inTransaction(app.pool, async (client) => {
    if (!(await lockAccount(client, accountId))) return refuse('session.missing')
    const thread = await store.threadOf(client, accountId)
    return answerOnce<Sent>(client, { accountId, idempotency, now }, () => put(app, client, { thread, input, now }))
  })
  if (sent.ok) await tellSupport(app, accountId, now)
  return sent
}

type Putting = Readonly<{ thread: store.Thread; input: Asked['input']; now: Instant }>

async function put(app: FullApp, client: PoolClient, { thread, input, now }: Putting): Promise<Result<Sent>> {
  const { accountId } = thread
  const { text, image, record = null } = input
  if (text === undefined && image === undefined && record === null) return refuse('parameter.missing', { field: 'text' })
  if ((await store.countUnanswered(client, accountId)) >= MAX_UNANSWERED) return refuse('support.too_many', { num: MAX_UNANSWERED })
  // Somebody else's picture or record counts as none.
  const file = image === undefined ? null : await ownFile(client, accountId, image)
  if (image !== undefined && file === null) return refuse('parameter.invalid', { field: 'image' })
  if (record !== null && (await recordOf(app, client, accountId, record)) === null) return refuse('parameter.invalid', { field: 'record' })
  const waitingSince = thread.waitingSince ?? now
  const topic = input.topic ?? thread.topic ?? 'other'
  await store.saveThread(client, { accountId, status: 'waiting', topic, waitingSince, now })
  const id = app.ids.next()
  const sealed = text === undefined ? null : sealText(app.vault, accountId, text)
  const own = { author: 'customer', staffId: null, speaksOfSecrets: false, waited: null } as const
  await store.insertMessage(client, { ...own, accountId, id, sealed, image: file?.fileId ?? null, record, at: now })
  const dueAt = afterOpenTime(waitingSince, ANSWER_WITHIN_MS, app.settings.SUPPORT_HOURS)
  await openCase(app, client, { kind: 'support', accountId, subjectId: accountId, now, dueAt })
  // A conversation whose case is open already, because it was answered and not closed, is due anew.
  await postponeCase(client, { kind: 'support', subjectId: accountId, dueAt })
  return ok({ id, createTimestamp: now })
}
