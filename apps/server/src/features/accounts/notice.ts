import type { Language } from '@rueda/contract/codes.ts'
import { type MessageDraft, typeOfMessage } from '@rueda/rules/messages/message.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import type { EdgeParts } from '../../http/edge.ts'
import { createWording } from '../messages/wording.ts'
import { writeMessage, writeUnmailedMessage } from '../messages/write.ts'

/**
 * Notifies an account's owner: by a message, in the transaction of its event, and about security by mail too, after the commit. A thief who
 * holds only the session can read the one and not the other.
 */
export type Notify = (client: PoolClient, accountId: string, draft: MessageDraft) => Promise<() => Promise<void>>

type Parts = Pick<App, 'hub' | 'pool' | 'ids' | 'clock'> & Pick<EdgeParts, 'mail' | 'wallClock'>

export function createNotices(app: Parts): Notify {
  // Security messages name no instrument.
  const wording = createWording(new Map(), () => null)
  return async (client, accountId, draft) => {
    if (typeOfMessage(draft) !== 'security') return writeMessage(app, client, accountId, draft)
    const tell = await writeUnmailedMessage(app, client, accountId, draft)
    const { rows } = await client.query<{ email: string | null; locale: Language }>(
      'select email, locale from accounts where account_id = $1',
      [accountId],
    )
    const owner = rows[0]
    return async () => {
      await tell()
      if (owner === undefined || owner.email === null) return
      const { title: subject, content: body } = wording(draft, owner.locale)
      const mail = { recipient: owner.email, subject, body, usefulUntil: app.wallClock.now() + DAY_MS }
      app.mail.inBackground(() => app.mail.enqueue(mail))
    }
  }
}
