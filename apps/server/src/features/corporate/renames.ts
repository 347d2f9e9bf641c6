import type { Rename } from '@rueda/rules/corporate/action.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import { openRentalStatuses } from '@rueda/rules/robots/rental.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { writeMessages } from '../messages/write.ts'
import type { Applying } from './apply.ts'
import { insertAction } from './recorded.ts'

/**
 * A change of code on its day (`docs/rules/corporate-actions.md` P.10). Nothing of any customer changes: it is written down and told, in one
 * transaction, so that nobody is told twice however often the job runs.
 */
export async function recordRename(app: Applying & Pick<App, 'hub' | 'ids'>, rename: Rename): Promise<void> {
  const { instrumentId: instrument, oldCode, newCode } = rename
  const told = await inTransaction(app.pool, async (client) => {
    if (!(await insertAction(client, { action: rename, priorClose: null, at: app.clock.now() }))) return ok(null)
    const concerned = await concernedBy(client, rename)
    const facts = { company: app.venue.instruments.get(instrument)?.name ?? newCode, oldCode, newCode }
    return ok(await writeMessages(app, client, concerned, { template: 'instrument.renamed', facts, link: `instrument:${instrument}` }))
  })
  if (told.ok) await told.value?.()
}

/** Customers who hold or watch it, or who have an order, an alert, a plan, a robot at work or an application for a placing in it. */
const CONCERNED = `
  select account_id from positions where instrument_id = $1 and closed_at is null
  union select account_id from watchlist where instrument_id = $1
  union select account_id from orders
    where account_id in (select account_id from account_states where open_orders > 0) and instrument_id = $1 and status = any($2)
  union select account_id from alerts where instrument_id = $1 and status = 'armed'
  union select account_id from plans where instrument_id = $1 and status <> 'ended'
  union select account_id from subscriptions where instrument_id = $1 and status in ('waiting', 'allotted')
  union select s.account_id from robot_slots s join robot_rentals r on r.account_id = s.account_id and r.id = s.rental_id
    where s.instrument_id = $1 and r.status = any($3)
  order by account_id`

async function concernedBy(reader: Reader, { instrumentId }: Rename): Promise<readonly string[]> {
  const { rows } = await reader.query<{ account_id: bigint }>(CONCERNED, [instrumentId, openStatuses, openRentalStatuses])
  return rows.map(({ account_id }) => String(account_id))
}
