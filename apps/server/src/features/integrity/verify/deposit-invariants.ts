import type { Invariant } from './invariants.ts'

/** Invariants of deposits: each is booked for its line of the chain or the bank, once, and for nothing else. */
const MOVED = `
  select account_id, cause_id,
         coalesce(sum(amount) filter (where account like 'U:%'), 0) as credited,
         -coalesce(sum(amount) filter (where account like 'H:BANK:%' or account like 'H:CHAIN:%'), 0) as brought,
         coalesce(sum(amount) filter (where account like 'H:SUSPENSE:%'), 0) as suspended
  from postings where cause_kind = 'deposit' group by 1, 2`

export const depositInvariants: readonly Invariant[] = [
  {
    id: 'DEPOSIT-1',
    scope: 'account',
    says: 'a deposit is booked for what arrived and credited for what it says, and one that is not credited is not booked',
    sql: `with moved as (${MOVED})
          select d.account_id, d.id, d.status, d.arrived, d.credited, m.brought, m.credited as booked, m.suspended from deposits d
          left join moved m on m.account_id = d.account_id and m.cause_id = d.id::text
          where coalesce(m.brought, 0) <> case when d.status in ('credited', 'waiting') then d.arrived else 0 end
             or coalesce(m.credited, 0) <> case d.status when 'credited' then d.credited when 'reversed' then d.shortfall else 0 end
             or coalesce(m.suspended, 0) <> case d.status when 'waiting' then d.arrived when 'reversed' then -d.shortfall else 0 end
          union all
          select m.account_id, null, 'unknown', 0, 0, m.brought, m.credited, m.suspended from moved m
          where not exists (select from deposits d where d.account_id = m.account_id and d.id::text = m.cause_id)`,
  },
  {
    id: 'DEPOSIT-2',
    scope: 'account',
    says: 'every deposit that arrived is its line of the chain or the bank, and every line is one deposit',
    sql: `select coalesce(a.account_id, d.account_id) as account_id, a.id as line, d.id as deposit, a.amount, d.arrived
          from deposit_arrivals a full join (select * from deposits where arrival_id is not null) d on d.account_id = a.account_id and d.arrival_id = a.id
          where a.id is null or d.id is null or a.amount <> d.arrived or a.channel <> d.channel or a.at <> d.arrived_at`,
  },
  {
    id: 'DEPOSIT-3',
    scope: 'account',
    says: 'what lies in suspense of a customer is what waits in their name less what they owe',
    sql: `with suspense as (
            select account_id, split_part(account, ':', 3) as asset, sum(amount) as held from postings where account like 'H:SUSPENSE:%' group by 1, 2),
          expected as (
            select account_id, asset, sum(held) as held from (
              select account_id, case when channel like 'USDT-%' then 'USDT' else split_part(channel, '-', 1) end as asset, arrived as held
                from deposits where status = 'waiting'
              union all
              select account_id, case channel when 'ARS-BANK' then 'ARS' else 'USD' end, -shortfall from deposits where shortfall > 0) each_one
            group by 1, 2)
          select account_id, asset, s.held, e.held as expected from suspense s full join expected e using (account_id, asset)
          where coalesce(s.held, 0) <> coalesce(e.held, 0)`,
  },
]
