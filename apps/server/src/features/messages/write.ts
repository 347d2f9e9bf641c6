import type { Message, MessageDraft } from '@rueda/rules/messages/message.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { insertMessages } from '../../write-path/save.ts'
import { tellMessages } from './tell.ts'

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
