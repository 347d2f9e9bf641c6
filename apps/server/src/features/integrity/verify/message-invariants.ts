import type { Invariant } from './invariants.ts'
import { OPEN } from './open-orders.ts'

/** What the checks hold of messages and alerts: each is about something of its own customer, and comes once. */
export const messageInvariants: readonly Invariant[] = [
  {
    id: 'MESSAGE',
    scope: 'context',
    says: 'a message of the end of an order is of an order of its customer that has ended, and comes once',
    sql: `with ends as (select account_id, link from messages where template in ('order.bought', 'order.sold', 'order.boughtPart', 'order.soldPart', 'order.ended'))
          select e.account_id, e.link, o.status, count(*) from ends e left join orders o on o.account_id = e.account_id and 'order:' || o.id::text = e.link
          group by e.account_id, e.link, o.status having o.status is null or o.status in ${OPEN} or count(*) > 1`,
  },
  {
    id: 'ALERT',
    scope: 'context',
    says: 'an alert that fired has its message and its line in the log, each of the same customer',
    sql: `select d.account_id, d.id, 'message' as missing from alert_deliveries d
          where not exists (select from messages m where m.account_id = d.account_id and m.id = d.message_id)
          union all
          select m.account_id, m.id, 'delivery' from messages m
          where m.type = 'alert' and not exists (select from alert_deliveries d where d.account_id = m.account_id and d.message_id = m.id)`,
  },
]
