import type { WireTexts } from '@rueda/contract/admin/broadcasts.ts'
import type { MessageLink } from '@rueda/rules/messages/message.ts'
import type { ActReason } from '@rueda/rules/staff/reasons.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { countAudience } from './audience.ts'
import { insertBroadcast } from './store.ts'

type Notice = Readonly<{
  texts: WireTexts
  reason: ActReason
  note: string | undefined
  at: Instant
  staffId: string
  approvalId: string
  /** The page it is about. */
  link: MessageLink | null
}>

/** A binding message to every customer that comes with a decision of two persons, in the decision's own transaction. */
export async function notifyEveryCustomer({ ids }: Pick<App, 'ids'>, client: PoolClient, notice: Notice): Promise<void> {
  const audience = { segment: 'everybody', value: null } as const
  const counted = await countAudience(client, audience)
  await insertBroadcast(client, { broadcastId: ids.next(), audience, ...counted, ...notice, isBinding: true })
}
