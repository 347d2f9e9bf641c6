import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import type { supportDesk } from '@rueda/contract/admin/support.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { speaksOfSecrets } from '@rueda/rules/support/secrets.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { FullApp } from '../../app.ts'
import { postponeCase } from '../cases/cases.ts'
import type { StaffRequest } from '../../admin/handler.ts'
import { tellSupport } from '../messages/tell.ts'
import { writeMessage } from '../messages/write.ts'
import { claimedConversation } from './claimed-conversation.ts'
import { QUIET_AFTER_MS } from './quiet.ts'
import type { ReplyTexts } from './replies.ts'
import * as adminStore from './admin.store.ts'
import { sealText } from './sealed.ts'
import * as store from './store.ts'

type Replying = StaffRequest<typeof supportDesk.reply>
type Replied = StaffDataOf<typeof supportDesk.reply>

/**
 * Answers a customer. A text that mentions passwords or codes is refused once, so that its author reads the warning; sent again it goes
 * out, with the app's own warning beside it.
 */
export async function reply(
  app: FullApp,
  replies: readonly ReplyTexts[],
  { input, staff, now, trace }: Replying,
): Promise<Result<Replied>> {
  if (input.text === undefined && input.reply === undefined) return refuse('parameter.missing', { field: 'text' })
  let tell = (): Promise<void> => Promise.resolve()
  const replied = await inTransaction(app.pool, async (client): Promise<Result<Replied & { accountId: string }>> => {
    const held = await claimedConversation(client, input.id, { staff, now })
    if (!held.ok) return held
    const { accountId, caseId } = held.value
    const thread = await store.lockThread(client, accountId)
    const { locale } = await adminStore.customerOf(client, accountId)
    const text = input.text ?? replies.find(({ reply: kept }) => kept === input.reply)?.texts[locale] ?? ''
    const isWarned = input.text !== undefined && speaksOfSecrets(text)
    if (isWarned && input.heedless !== 1) return refuse('support.asks_secret')
    // One message is enough for a customer who has not looked since the last answer.
    if ((await store.countUnread(client, thread)) === 0)
      tell = await writeMessage(app, client, accountId, { template: 'support.answered', facts: {}, link: `support:${caseId}` })
    const id = app.ids.next()
    const waited = thread.waitingSince === null ? null : now - thread.waitingSince
    const own = { author: 'staff', staffId: staff.staffId, image: null, record: null, speaksOfSecrets: isWarned } as const
    await store.insertMessage(client, { ...own, accountId, id, sealed: sealText(app.vault, accountId, text), waited, at: now })
    await store.saveThread(client, { accountId, status: 'answered', topic: thread.topic ?? 'other', waitingSince: null, now })
    await postponeCase(client, { kind: 'support', subjectId: accountId, dueAt: now + QUIET_AFTER_MS })
    // The text is the customer's and stays out of the log; the log says that somebody wrote.
    const after = { messageId: id, reply: input.reply ?? null, speaksOfSecrets: isWarned }
    await trace(client, { accountId, subject: `support:${caseId}`, reason: 'customerAsked', after })
    return ok({ id, accountId })
  })
  if (!replied.ok) return replied
  await tell()
  await tellSupport(app, replied.value.accountId, now)
  return ok({ id: replied.value.id })
}
