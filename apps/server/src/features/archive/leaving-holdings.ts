import { type TradedHolding, leaves } from '@rueda/rules/archive/archive.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { ClientBase } from 'pg'
import { hasLeft } from './what-left.ts'
import { FILLS_WITH_WALLETS, WAITS } from '../orders/waiting-fills.ts'

/**
 * The holdings whose orders leave with a month, of the accounts that have a part of it, into the temporary table `leaving_holdings`: what the rule
 * asks of each is read here, in sets of accounts.
 */
const ACCOUNTS_AT_ONCE = 2_000

const OPEN = `(${openStatuses.map((status) => `'${status}'`).join(', ')})`

/** What happened to an order lies within a day of its last change, as its lists take it too. */
const rowsBehind = (table: string, isOfOrder: string): string => `exists (
  select from ${table} r where r.account_id = o.account_id and ${isOfOrder} and r.at >= $1 and r.at < $1::bigint + ${2 * DAY_MS})`
const HAS_ROWS_BEHIND = [
  rowsBehind('entries', "r.cause_kind = 'order' and r.cause_id = o.id::text"),
  rowsBehind('fills', 'r.order_id = o.id'),
  rowsBehind('order_events', 'r.order_id = o.id'),
].join(' or ')

const FACTS = `
  with asked as (select account_id from archive_parts where month = $2 and account_id > $3 order by account_id limit ${ACCOUNTS_AT_ONCE}),
  traded as (
    select o.account_id, o.instrument_id,
      bool_or(o.status in ${OPEN} or o.changed_at >= $1 or (o.changed_at >= $1::bigint - ${DAY_MS} and (${HAS_ROWS_BEHIND}))) as "isUnderWay",
      bool_or(num_nonnulls(o.origin, o.robot_rental_id, o.pledge_id, o.block_firm, o.margin_action) > 0) as "isOfAProduct"
    from orders o join asked using (account_id) where o.accepted_at < $1 and not ${hasLeft('o')} group by 1, 2),
  unsettled as (
    select distinct f.account_id, f.instrument_id from ${FILLS_WITH_WALLETS} join asked a on a.account_id = f.account_id where f.at < $1 and ${WAITS})
  select t.*,
    exists (select from positions p where p.account_id = t.account_id and p.instrument_id = t.instrument_id and p.opened_at < $1
              and (p.closed_at is null or p.closed_at >= $1)) as "isHeld",
    exists (select from unsettled u where u.account_id = t.account_id and u.instrument_id = t.instrument_id) as "isUnsettled",
    exists (select from subscriptions s where s.account_id = t.account_id and s.instrument_id = t.instrument_id and s.status = 'delivered')
      or exists (select from corporate_actions a join entries e on e.account_id = t.account_id and e.cause_id = a.action_id and e.journal = 'J97'
                 where a.instrument_id = t.instrument_id) as "cameOtherwise"
  from traded t order by t.account_id`
const LAST_ASKED = `
  select max(account_id) as last from (
    select account_id from archive_parts where month = $1 and account_id > $2 order by account_id limit ${ACCOUNTS_AT_ONCE}) asked`

type Fact = TradedHolding & Readonly<{ account_id: bigint; instrument_id: string }>

export async function findLeaving(client: ClientBase, month: string, until: Instant): Promise<void> {
  await client.query('create temporary table leaving_holdings (account_id bigint not null, instrument_id text not null) on commit drop')
  for (let after = 0n; ;) {
    const { rows } = await client.query<{ last: bigint | null }>(LAST_ASKED, [month, after])
    const last = rows[0]?.last ?? null
    if (last === null) return
    const facts = await client.query<Fact>(FACTS, [until, month, after])
    const found = facts.rows.filter(leaves)
    await client.query('insert into leaving_holdings select * from unnest($1::bigint[], $2::text[])', [
      found.map(({ account_id: id }) => id),
      found.map(({ instrument_id: instrument }) => instrument),
    ])
    after = last
  }
}
