import type { Segment } from '@rueda/rules/broadcasts/broadcast.ts'
import { ok } from '@rueda/rules/result.ts'
import type { MessageLink } from '@rueda/rules/messages/message.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMessages } from '../messages/write.ts'
import { type Audience, readersIn } from './audience.ts'

type Delivering = Pick<App, 'pool' | 'hub' | 'ids' | 'clock'>
type Row = Readonly<{
  broadcast_id: string
  segment: Segment
  value: string | null
  is_binding: boolean
  link: MessageLink | null
  until_account: string
  reached_account: string
}>

/** Written in one transaction, which other work waits for. */
const BATCH = 500
/** Then other work of the server has its turn, and a server that is stopped does not wait long. */
const BATCHES_IN_A_ROW = 20

/**
 * Puts broadcasts into the message centres, batch by batch. The messages of a batch and its progress are committed together: a batch killed
 * in the middle is as if it had not begun, so that everybody gets the message once.
 */
export async function deliverBroadcasts(app: Delivering, now: Instant): Promise<void> {
  for (let batch = 0; batch < BATCHES_IN_A_ROW; batch += 1) if (!(await deliverBatch(app, now))) return
}

/** False when there was nothing left to deliver. */
async function deliverBatch(app: Delivering, now: Instant): Promise<boolean> {
  const tellers: (() => Promise<void>)[] = []
  const delivered = await inTransaction(app.pool, async (client) => {
    const { rows } = await client.query<Row>(OLDEST)
    const row = rows[0]
    if (row === undefined) return ok(false)
    const readers = await readersIn(client, audienceOf(row), { after: row.reached_account, until: row.until_account }, BATCH)
    const facts = { title: row.broadcast_id, body: row.broadcast_id }
    tellers.push(
      await writeMessages(app, client, readers, { template: row.is_binding ? 'house.decision' : 'house.notice', facts, link: row.link }),
    )
    await keepReached(client, row, readers, now)
    return ok(true)
  })
  for (const tell of tellers) await tell()
  return delivered.ok && delivered.value
}

const audienceOf = ({ segment, value }: Row): Audience => ({ segment, value })

/** A batch that is not full was the last. */
const keepReached = (client: PoolClient, row: Row, readers: readonly string[], now: Instant): Promise<unknown> =>
  client.query(REACHED, [...[row.broadcast_id, readers.at(-1) ?? row.reached_account, readers.length], readers.length < BATCH ? now : null])

/** Two servers each take another one, or wait for the next look. */
const OLDEST = `
  select d.broadcast_id::text, b.segment, b.value, b.is_binding, b.link, d.until_account::text, d.reached_account::text
  from broadcast_deliveries d join broadcasts b using (broadcast_id)
  where d.finished_at is null order by b.at, d.broadcast_id limit 1 for update of d skip locked`

const REACHED = `
  update broadcast_deliveries set reached_account = $2, delivered = delivered + $3, finished_at = $4 where broadcast_id = $1`
