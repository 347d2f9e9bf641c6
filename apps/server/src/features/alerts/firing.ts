import type { Firing } from '@rueda/rules/alerts/alert.ts'
import type { Message } from '@rueda/rules/messages/message.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { inTransaction } from '../../db/transaction.ts'
import type { Ids } from '../../deps.ts'
import { queueMails } from '../messages/mails.ts'
import { messages } from '../messages/records.ts'

type Writing = Readonly<{ firing: Firing; price: bigint; attempts: number; now: Instant }>
export type WrittenFiring = Readonly<{ deliveryId: string; message: Message }>

/**
 * Writes the alert, its message and the line of its log, all or nothing. Null when its customer has changed, switched off or deleted it in
 * the meantime, or another server was first.
 */
export async function writeFiring(
  { pool, ids }: Readonly<{ pool: Pool; ids: Ids }>,
  { firing: { alert, message: draft }, price, attempts, now }: Writing,
): Promise<WrittenFiring | null> {
  const { accountId, id, instrumentId, kind, level, status, firedAt, firedOn } = alert
  const written = await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(FIRE, [accountId, id, instrumentId, kind, level, status, firedAt, firedOn])
    if (rowCount === 0) return refuse('object.not_found')
    const message: Message = { ...draft, id: ids.next(), accountId, createdAt: now, readAt: null }
    await messages.insert(client, [message])
    await queueMails(client, [message])
    const deliveryId = ids.next()
    await client.query(LOG, [accountId, deliveryId, id, instrumentId, kind, level, price, message.id, attempts, now])
    return ok({ deliveryId, message })
  })
  return written.ok ? written.value : null
}
const FIRE = `
  update alerts set status = $6, fired_at = $7, fired_on = $8
  where account_id = $1 and id = $2 and status = 'armed' and instrument_id = $3 and kind = $4 and level = $5
    and fired_on is distinct from $8`
const LOG = `
  insert into alert_deliveries (account_id, id, alert_id, instrument_id, kind, level, price, message_id, attempts, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`

export async function notePushed(pool: Pool, accountId: string, deliveryId: string, now: Instant): Promise<void> {
  await pool.query('update alert_deliveries set pushed_at = $3 where account_id = $1 and id = $2', [accountId, deliveryId, now])
}
