import type { SupportMessage } from '@rueda/contract/support.ts'
import { MINUTE_MS, type Instant } from '@rueda/rules/time.ts'
import type { Staff } from '../../admin/handler.ts'
import type { FullApp } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { signLink } from '../../storage/links.ts'
import { presentMessage } from './present.ts'
import * as store from './store.ts'

const MAX_SHOWN = 200
const LINKS_LIVE_MS = 5 * MINUTE_MS

type Said = Readonly<{ messages: (SupportMessage & { staffName: string | null; link: string | null })[]; linksEndTimestamp: Instant }>

/** A customer's conversation as a colleague reads it. The opening of each picture is recorded on a timeline the customer reads. */
export async function conversationOf(
  app: FullApp,
  reader: Reader,
  { accountId, staff, now }: Readonly<{ accountId: string; staff: Staff; now: Instant }>,
): Promise<Said> {
  const viewer = { kind: 'staff', staffId: staff.staffId, sessionId: staff.sessionId, reason: 'customerAsked' } as const
  const expiresAt = now + LINKS_LIVE_MS
  const messages: Said['messages'] = []
  for (const message of await store.messagesOf(reader, accountId, { before: null, limit: MAX_SHOWN })) {
    const { image: fileId, staffName } = message
    const link = fileId === null ? null : signLink(app.links, { accountId, fileId, viewer, givenAt: now, expiresAt })
    messages.push({ ...(await presentMessage(app, reader, accountId, message)), staffName, link })
  }
  return { messages, linksEndTimestamp: expiresAt }
}
