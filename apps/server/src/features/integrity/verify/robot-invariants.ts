import { OPEN } from './open-orders.ts'
import { chargesOfRow } from '../../orders/charge-columns.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of robots (`docs/rules/robots.md` E.8, `docs/rules/invariants.md` INV-34). */

/** What entries of a rental, by its own id, have moved. */
const RENTED = `
  select account_id, cause_id, coalesce(sum(amount) filter (where account like 'H:RENT:%'), 0) as rent,
         coalesce(-sum(amount) filter (where account = 'U:FOLLOW:CASH' and journal = 'J86' and amount < 0), 0) as given,
         coalesce(sum(amount) filter (where account = 'U:FOLLOW:CASH' and journal = 'J86' and amount > 0), 0) as returned
  from postings where cause_kind = 'robot' and journal in ('J85', 'J86') group by 1, 2`

export const robotInvariants: readonly Invariant[] = [
  {
    id: 'INV-34',
    scope: 'account',
    says: 'a rental was paid for once, was given its capital once, and gave back once what was left of it',
    sql: `with rented as (${RENTED})
          select r.account_id, r.id, r.status, r.rent, m.rent as posted_rent, r.capital, m.given, r.returned, m.returned as posted_returned
          from robot_rentals r left join rented m on m.account_id = r.account_id and m.cause_id = r.id::text
          where coalesce(m.rent, 0) <> r.rent or coalesce(m.given, 0) <> r.capital or coalesce(m.returned, 0) <> r.returned
             or (r.ended_at is null and r.returned <> 0)
             or (r.ended_at is not null and exists (select from robot_slots s
                 where s.account_id = r.account_id and s.rental_id = r.id and (s.cash <> 0 or s.quantity <> 0 or s.order_id is not null)))`,
  },
  {
    id: 'ROBOT-1',
    scope: 'account',
    says: 'the money of each part of a robot is what was posted to its account, and no such account is without a part',
    sql: `with posted as (select account_id, substr(account, 9) as slot_id, sum(amount) as cash from postings where account like 'U:ROBOT:%' group by 1, 2)
          select coalesce(s.account_id, p.account_id) as account_id, coalesce(s.id::text, p.slot_id) as id, s.cash, p.cash as posted
          from robot_slots s full join posted p on p.account_id = s.account_id and p.slot_id = s.id::text
          where s.id is null or s.cash <> coalesce(p.cash, 0)`,
  },
  {
    id: 'ROBOT-2',
    scope: 'account',
    says: 'an order of a robot leaves the wallet and the free shares as they were: all of it comes from its part and goes back to it',
    sql: `select o.account_id, o.id, o.status, p.account, sum(p.amount) as left_over from orders o
          join postings p on p.account_id = o.account_id and p.cause_id = o.id::text and p.cause_kind in ('order', 'robot')
          where o.robot_slot_id is not null and (p.account = 'U:' || o.wallet || ':CASH' or p.account = 'U:SEC:' || o.instrument_id)
          group by o.account_id, o.id, o.status, p.account having sum(p.amount) <> 0
          union all
          select p.account_id, null, 'unknown', p.account, p.amount from postings p
          where p.journal = 'J86' and not exists (select from orders o where o.account_id = p.account_id and o.id::text = p.cause_id and o.robot_slot_id is not null)
            and not exists (select from robot_rentals r where r.account_id = p.account_id and r.id::text = p.cause_id)`,
  },
  {
    id: 'ROBOT-3',
    scope: 'account',
    says: 'robots trade shares in full, within their rental and for a part of it, and what an order of theirs works for is known to that part',
    sql: `select o.account_id, o.id, o.accepted_at, r.rented_at, r.ended_at, s.instrument_id from orders o
          left join robot_rentals r on r.account_id = o.account_id and r.id = o.robot_rental_id
          left join robot_slots s on s.account_id = o.account_id and s.id = o.robot_slot_id
          where o.robot_rental_id is not null
            and (r.id is null or s.id is null or s.rental_id <> r.id or s.instrument_id <> o.instrument_id or o.margin_action is not null
              or o.type <> 'market' or o.accepted_at < r.rented_at or o.accepted_at > r.ended_at
              or (o.side = 'buy' and o.accepted_at >= r.ends_at)
              or (o.status in ${OPEN}) <> (s.order_id is not distinct from o.id))`,
  },
  {
    id: 'ROBOT-4',
    scope: 'account',
    says: 'a robot’s value and highest value are those of its kept days, and a part buys once a day at most, before it sells',
    sql: `select r.account_id, r.id, r.value, last.value as kept, r.peak, best.value as highest from robot_rentals r
          left join lateral (select v.date, v.value from robot_values v
                             where v.account_id = r.account_id and v.rental_id = r.id order by v.date desc limit 1) last on true
          left join lateral (select max(v.value) as value from robot_values v where v.account_id = r.account_id and v.rental_id = r.id) best on true
          where r.value <> coalesce(last.value, r.capital) or r.peak <> greatest(r.capital, best.value) or r.valued_on <> last.date
          union all
          select o.account_id, o.robot_rental_id, null, null, null, null from orders o
          where o.robot_slot_id is not null and o.side = 'buy' and exists (
            select from orders b where b.account_id = o.account_id and b.robot_rental_id = o.robot_rental_id and b.robot_slot_id = o.robot_slot_id
              and b.id <> o.id and b.last_trade_date = o.last_trade_date and (b.accepted_at, b.id) < (o.accepted_at, o.id))`,
  },
  {
    id: 'ROBOT-5',
    scope: 'account',
    says: 'a robot’s value of a day is no less than the money that its trades until then have left it, and that alone while it holds nothing',
    sql: `with traded as (
            select v.account_id, v.rental_id, v.date, v.value, f.instrument_id,
                   coalesce(sum(case f.side when 'buy' then f.quantity else -f.quantity end), 0) as quantity,
                   coalesce(sum(case f.side when 'buy' then -f.notional else f.notional end - ${chargesOfRow('f')}), 0) as cash
            from robot_values v
            left join orders o on o.account_id = v.account_id and o.robot_rental_id = v.rental_id
            left join fills f on f.account_id = o.account_id and f.order_id = o.id and f.trade_date <= v.date group by 1, 2, 3, 4, 5),
               left_over as (
            select account_id, rental_id, date, value, max(quantity) as quantity, sum(cash) as cash from traded group by 1, 2, 3, 4)
          select v.account_id, v.rental_id, v.date, v.value, r.capital + v.cash as cash, v.quantity from left_over v
          left join robot_rentals r on r.account_id = v.account_id and r.id = v.rental_id
          where r.id is null
             or ((v.value < r.capital + v.cash or (v.quantity = 0 and v.value <> r.capital + v.cash))
               -- What is kept of the day on which its money went back may be what is left then, which is nothing.
               and not (r.ended_at is not null and v.date = r.valued_on and v.value = 0))`,
  },
]
