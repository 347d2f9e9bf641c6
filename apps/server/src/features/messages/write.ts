import type { Message, MessageDraft } from '@rueda/rules/messages/message.ts'
import type { TemplateKey } from '@rueda/rules/messages/templates.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { insertMessages } from '../../write-path/save.ts'
import { tellMessages } from './tell.ts'

/** What a message told of has been seen where it happened. */
export async function readMessages(client: PoolClient, accountId: string, template: TemplateKey, now: Instant): Promise<void> {
  await client.query('update messages set read_at = $3 where account_id = $1 and template = $2 and read_at is null', [
    accountId,
    template,
    now,
  ])
}

/**
 * Writes a message in the transaction of what it tells of, at the market's time like the messages of orders. What it
 * gives back tells whoever is connected, and is called after the commit.
 */
export async function writeMessage(
  app: Pick<App, 'hub' | 'pool' | 'ids' | 'clock'>,
  client: PoolClient,
  accountId: string,
  draft: MessageDraft,
): Promise<() => Promise<void>> {
  const message: Message = { ...draft, id: app.ids.next(), accountId, createdAt: app.clock.now(), readAt: null }
  await insertMessages(client, [message])
  return () => tellMessages(app, [message])
}
