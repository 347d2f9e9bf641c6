import { chargesOfRow } from '../../orders/charge-columns.ts'
import type { Invariant } from './invariants.ts'

/** What the checks hold of plans: an order of a plan is told of by one run, and costs no more than its amount (`docs/rules/plans.md` P.6). */
export const planInvariants: readonly Invariant[] = [
  {
    id: 'PLAN-1',
    scope: 'account',
    says: 'every order of a plan is the one purchase of one date or dividend, of its share, for no more than its amount',
    sql: `select coalesce(o.account_id, r.account_id) as account_id, coalesce(o.id, r.order_id) as id, o.origin, o.hold_at_start, r.amount
          from (select * from orders where origin is not null) o
          full join (select r.*, p.due_on as recurs from plan_runs r left join plans p on p.account_id = r.account_id and p.id = r.plan_id
                     where r.order_id is not null) r on r.account_id = o.account_id and r.order_id = o.id
          where o.id is null or r.id is null or o.side <> 'buy' or o.type <> 'market' or o.instrument_id <> r.instrument_id
             or o.hold_at_start > r.amount or (o.origin = 'plan') <> (r.recurs is not null)`,
  },
  {
    id: 'PLAN-2',
    scope: 'account',
    says: 'what a dividend bought was for its net amount, once it was paid, and cost no fee',
    sql: `select r.account_id, r.id, r.amount, d.gross - d.tax as net, f.charged from plan_runs r
          join orders o on o.account_id = r.account_id and o.id = r.order_id
          left join entitlements d on d.account_id = r.account_id and d.action_id = r.occasion
          left join lateral (select sum(${chargesOfRow('f')}) as charged from fills f
                             where f.account_id = o.account_id and f.order_id = o.id) f on true
          where o.origin = 'reinvestment'
            and (d.action_id is null or d.gross - d.tax <> r.amount or coalesce(f.charged, 0) <> 0
              or not exists (select from entries e where e.account_id = r.account_id and e.cause_id = d.action_id and e.journal = 'J96'))`,
  },
]
