import { OPEN } from './open-orders.ts'
import type { Invariant } from './invariants.ts'

/** Invariants of positions on margin; the numbers are those of `docs/rules/invariants.md` 5. */

export const marginInvariants: readonly Invariant[] = [
  {
    id: 'INV-28',
    scope: 'account',
    says: 'a wallet keeps as much margin as its positions, and each position what was posted for it',
    sql: `select w.account_id, w.type, '' as position, w.margin as shown, coalesce(p.margin, 0) as expected from wallets w
          left join (select account_id, wallet, sum(margin) as margin from margin_positions group by 1, 2) p
            on p.account_id = w.account_id and p.wallet = w.type
          where w.margin <> coalesce(p.margin, 0)
          union all
          select coalesce(m.account_id, p.account_id), m.wallet, coalesce(m.id::text, p.id), m.margin, p.posted
          from margin_positions m
          full join (select account_id, split_part(account, ':', 4) as id, sum(amount) as posted from postings
                     where account like 'U:%:MARGIN:%' group by 1, 2) p on p.account_id = m.account_id and p.id = m.id::text
          where coalesce(m.margin, -1) <> coalesce(p.posted, 0)`,
  },
  {
    id: 'MARGIN-FILLS',
    scope: 'account',
    says: 'a position is what was opened less what was closed, as its fills say, unless it expired',
    sql: `select m.account_id, m.id, m.quantity, m.opened_quantity, m.closed_quantity, f.opened, f.closed from margin_positions m
          left join (select account_id, position_id, sum(quantity) filter (where opening) as opened, sum(quantity) filter (where not opening) as closed
                     from (select f.*, o.margin_action = 'open' as opening from fills f
                           join orders o on o.account_id = f.account_id and o.id = f.order_id where f.position_id is not null) traded group by 1, 2) f
            on f.account_id = m.account_id and f.position_id = m.id
          where m.quantity <> m.opened_quantity - m.closed_quantity or m.opened_quantity <> coalesce(f.opened, 0)
             or (m.close_reason is distinct from 'EXPIRY' and m.closed_quantity <> coalesce(f.closed, 0))`,
  },
  {
    id: 'MARGIN-ENTRIES',
    scope: 'account',
    says: 'every fill on margin that moved money has its entry',
    sql: `select f.account_id, f.order_id, f.sequence from fills f
          join orders o on o.account_id = f.account_id and o.id = f.order_id
          where f.position_id is not null and (o.margin_action = 'open' or f.realised <> 0)
            and not exists (select from entries e where e.account_id = f.account_id and e.cause_kind = 'order' and e.cause_id = f.order_id::text
                            and e.cause_step = f.sequence and e.journal in ('J40', 'J42', 'J45', 'J46'))`,
  },
  {
    id: 'MARGIN-CAUSES',
    scope: 'account',
    says: 'every entry of a position is of a fill of it or of a day of it, and moves what that fill realised',
    sql: `with moved as (
            select p.account_id, p.journal, p.cause_kind, p.cause_id, p.cause_step, split_part(p.account, ':', 4) as position_id, sum(p.amount) as margin
            from postings p where p.account like 'U:%:MARGIN:%' and p.journal <> 'J41' group by 1, 2, 3, 4, 5, 6),
               insured as (
            select e.account_id, e.journal, e.cause_kind, e.cause_id, e.cause_step, null as position_id, 0 as margin from entries e where e.journal = 'J46'),
               booked as (select * from moved union all select * from insured),
               realised as (
            select f.account_id, f.order_id, f.sequence, f.realised, coalesce(sum(p.amount), 0) as moved from fills f
            left join postings p on p.account_id = f.account_id and p.cause_kind = 'order' and p.cause_id = f.order_id::text and p.cause_step = f.sequence
              and ((p.journal in ('J42', 'J45') and p.account like 'U:%:MARGIN:%') or (p.journal = 'J42' and p.account like 'U:%:CASH'))
            where f.position_id is not null and f.realised is not null group by 1, 2, 3, 4)
          select b.account_id, b.journal, b.cause_kind, b.cause_id, b.cause_step, b.margin from booked b
          where case b.cause_kind
            when 'order' then not exists (select from fills f where f.account_id = b.account_id and f.order_id::text = b.cause_id and f.sequence = b.cause_step
                                          and f.position_id::text = coalesce(b.position_id, f.position_id::text))
            else b.cause_id <> coalesce(b.position_id, b.cause_id)
              or not exists (select from margin_positions m where m.account_id = b.account_id and m.id::text = b.cause_id
                             and (b.journal not in ('J42', 'J45') or m.close_reason = 'EXPIRY')) end
          union all
          select account_id, 'fill', 'order', order_id::text, sequence, realised - moved from realised where realised <> moved`,
  },
  {
    id: 'MARGIN-HELD',
    scope: 'account',
    says: 'what closing orders hold of a position is what the position shows as held',
    sql: `select m.account_id, m.id, m.held, coalesce(o.held, 0) as orders from margin_positions m
          left join (select account_id, position_id, sum(held_quantity) as held from orders
                     where margin_action = 'close' and status in ${OPEN} group by 1, 2) o
            on o.account_id = m.account_id and o.position_id = m.id
          where m.held <> coalesce(o.held, 0)`,
  },
  {
    id: 'MARGIN-RESULT',
    scope: 'account',
    says: 'results, swaps and fees of a position are those of its entries',
    sql: `with moved as (
            select p.account_id, split_part(p.account, ':', 4) as id,
                   sum(p.amount) filter (where p.journal in ('J43', 'J45')) as settled,
                   sum(p.amount) filter (where p.journal = 'J44') as swap,
                   sum(p.amount + coalesce(r.released, 0)) filter (where p.journal = 'J42') as closed
            from postings p
            left join lateral (select sum(amount) as released from postings r where r.account_id = p.account_id and r.sequence = p.sequence
                               and r.account = 'U:' || split_part(p.account, ':', 2) || ':CASH') r on true
            where p.account like 'U:%:MARGIN:%' group by 1, 2)
          select m.account_id, m.id, m.realised, m.swap, moved.* from margin_positions m
          left join moved on moved.account_id = m.account_id and moved.id = m.id::text
          where m.realised <> coalesce(moved.settled, 0) + coalesce(moved.closed, 0) or m.swap <> coalesce(moved.swap, 0)`,
  },
  {
    id: 'MARGIN-QUESTIONS',
    scope: 'account',
    says: 'since there are questions, what opens a position on margin was accepted with a result that held at that moment',
    sql: `select o.account_id, o.id, o.accepted_at from orders o
          where o.margin_action = 'open'
            and not exists (select from suitability_introduction i where i.account_id = o.account_id and o.accepted_at <= i.last_order_at)
            and not exists (select from suitability_attempts a where a.account_id = o.account_id and a.status = 'passed'
                            and a.handed_in_at <= o.accepted_at and o.accepted_at < a.valid_until)`,
  },
]
