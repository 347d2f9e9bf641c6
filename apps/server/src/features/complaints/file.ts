import type { complaints } from '@rueda/contract/complaints.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { complaintDeadlines } from '@rueda/rules/complaints/complaint.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { houseDate } from '../../venue/value-date.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import { lockAccount } from '../../write-path/lock-account.ts'
import { endWaiting } from '../approvals/approvals.ts'
import { closeCase, openCase } from '../cases/cases.ts'
import { writeMessage } from '../messages/write.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { recordOf } from '../support/record-cards.ts'
import { subjectOf } from './answer.ts'
import { seal } from './sealed.ts'
import { hasOpenComplaint } from './under-way.ts'
import * as store from './store.ts'

type Asked = HandlerRequest<typeof complaints.file>
type Filed = DataOf<typeof complaints.file>

/** Makes the customer's conversation a complaint, with its number and deadlines, and puts it before the staff. */
export async function file(app: FullApp, { input, caller: { accountId }, idempotency }: Asked): Promise<Result<Filed>> {
  const now = app.wallClock.now()
  let tell = (): Promise<void> => Promise.resolve()
  const filed = await inTransaction(app.pool, async (client) => {
    if (!(await lockAccount(client, accountId))) return refuse('session.missing')
    const topic = await store.topicOf(client, accountId)
    return answerOnce<Filed>(client, { accountId, idempotency, now }, async () => {
      if (topic === null) return refuse('complaint.no_conversation')
      if (await hasOpenComplaint(client, accountId)) return refuse('complaint.under_way')
      const { text, record = null } = input
      // Somebody else's record counts as none.
      if (record !== null && (await recordOf(app, client, accountId, record)) === null)
        return refuse('parameter.invalid', { field: 'record' })
      const id = app.ids.next()
      const number = referenceNumber('C', houseDate(app.venue), id)
      const deadlines = complaintDeadlines(now, app.settings.SUPPORT_HOURS)
      const sealed = seal(app.vault, accountId, 'text', text)
      await store.insertComplaint(client, { accountId, id, number, topic, record, sealed, filedAt: now, ...deadlines })
      const { acknowledgeBy, answerBy } = deadlines
      await openCase(app, client, { kind: 'complaint', accountId, subjectId: id, now, dueAt: acknowledgeBy })
      const facts = { number, acknowledge: acknowledgeBy, answer: answerBy }
      tell = await writeMessage(app, client, accountId, { template: 'complaint.received', facts, link: `complaint:${id}` })
      return ok({ id, number, acknowledgeByTimestamp: acknowledgeBy, answerByTimestamp: answerBy })
    })
  })
  if (filed.ok) await tell()
  return filed
}

/** Takes a complaint back. Its case ends first, so that of a colleague who answers and the customer one is told that it has ended. */
export const withdraw = (
  { pool }: Pick<FullApp, 'pool'>,
  accountId: string,
  { id, now }: Readonly<{ id: string; now: Instant }>,
): Promise<Result<{ status: 'withdrawn' }>> =>
  inTransaction(pool, async (client: PoolClient): Promise<Result<{ status: 'withdrawn' }>> => {
    if ((await store.complaintOfAccount(client, accountId, id)) === null) return refuse('object.not_found')
    if (!(await closeCase(client, { kind: 'complaint', subjectId: id, outcome: 'cancelled', now }))) return refuse('complaint.ended')
    await store.withdraw(client, { accountId, id, now })
    // A colleague may have asked for the second person already.
    await endWaiting(client, { power: 'complaints.answer', subject: subjectOf(id), now })
    return ok({ status: 'withdrawn' })
  })
