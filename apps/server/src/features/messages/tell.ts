import type { MessageFrame } from '@rueda/contract/push-frames.ts'
import { type Message, typeOfMessage } from '@rueda/rules/messages/message.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { countUnread } from './store.ts'

type Telling = Pick<App, 'hub' | 'pool'>

/** Notifies connected clients of their new messages, after the commit that wrote them. */
export async function tellMessages(app: Telling, messages: readonly Message[]): Promise<void> {
  for (const message of messages) {
    const { id, accountId, createdAt } = message
    await tell(app, accountId, { message: { id, type: typeOfMessage(message), createTimestamp: createdAt } })
  }
}

/** Notifies the other devices of a customer that something was read. */
export const tellRead = (app: Telling, accountId: string): Promise<void> => tell(app, accountId, {})

/** Notifies every device of a customer of an event in the conversation with support. */
export const tellSupport = (app: Telling, accountId: string, supportTimestamp: Instant): Promise<void> =>
  tell(app, accountId, { supportTimestamp })

async function tell({ hub, pool }: Telling, accountId: string, news: Omit<MessageFrame, 'unread'>): Promise<void> {
  if (!hub.isListening(accountId)) return
  const frame: MessageFrame = { unread: await countUnread(pool, accountId), ...news }
  hub.publish(accountId, 'message', frame)
}
