import type { Message, MessageDraft } from '@rueda/rules/messages/message.ts'
import { topicOf } from '@rueda/rules/messages/topics.ts'
import type { TemplateKey } from '@rueda/rules/messages/templates.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { reachedInApp } from './choices.ts'
import { queueMails } from './mails.ts'
import { messages } from './records.ts'
import { tellMessages } from './tell.ts'
import { messageKind } from '@rueda/rules/messages/records.ts'

/** Marks messages of a template as read, once their subject was seen where it happened. */
export async function readMessages(client: PoolClient, accountId: string, template: TemplateKey, now: Instant): Promise<void> {
  await client.query('update messages set read_at = $3 where account_id = $1 and template = $2 and read_at is null', [
    accountId,
    template,
    now,
  ])
}

type Writing = Pick<App, 'hub' | 'pool' | 'ids' | 'clock'>
const MAX_AT_ONCE = 1_000

/**
 * Writes a message in the transaction of its event, at the market's time like the messages of orders. The returned function notifies
 * connected clients, and is called after the commit.
 */
export const writeMessage = (app: Writing, client: PoolClient, accountId: string, draft: MessageDraft): Promise<() => Promise<void>> =>
  writeMessages(app, client, [accountId], draft)

/** Does the same for many accounts, set by set. Who has switched the topic off in the app gets nothing there, and a mail if they chose one. */
export const writeMessages = (
  app: Writing,
  client: PoolClient,
  accountIds: readonly string[],
  draft: MessageDraft,
): Promise<() => Promise<void>> => write(app, client, { accountIds, draft, isMailed: true })

/** The same for a message whose mail the caller sends at once. */
export const writeUnmailedMessage = (
  app: Writing,
  client: PoolClient,
  accountId: string,
  draft: MessageDraft,
): Promise<() => Promise<void>> => write(app, client, { accountIds: [accountId], draft, isMailed: false })

type Written = Readonly<{ accountIds: readonly string[]; draft: MessageDraft; isMailed: boolean }>

async function write(app: Writing, client: PoolClient, { accountIds, draft, isMailed }: Written): Promise<() => Promise<void>> {
  const at = app.clock.now()
  const written: Message[] = []
  for (let from = 0; from < accountIds.length; from += MAX_AT_ONCE) {
    const all = accountIds.slice(from, from + MAX_AT_ONCE)
    const reached = new Set(await reachedInApp(client, all, topicOf(draft.template)))
    const placed = all.map((accountId) => messageKind.placed(draft, { id: app.ids.next(), accountId, at }))
    const inApp = placed.filter(({ accountId }) => reached.has(accountId))
    if (inApp.length > 0) await messages.insert(client, inApp)
    if (isMailed) await queueMails(client, placed)
    written.push(...inApp)
  }
  return () => tellMessages(app, written)
}
