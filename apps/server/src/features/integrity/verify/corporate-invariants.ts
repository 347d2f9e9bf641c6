import { openStatuses } from '@rueda/rules/orders/order.ts'
import { lapsed } from '../../corporate/lapsed.ts'
import type { Invariant } from './invariants.ts'

const OPEN = `(${openStatuses.map((status) => `'${status}'`).join(', ')})`

/** What the ledger's checks hold of dividends and splits (`docs/rules/corporate-actions.md`). */
export const corporateInvariants: readonly Invariant[] = [
  {
    id: 'DIVIDEND',
    scope: 'context',
    says: 'a dividend is paid once, with what its entitlement says, to nobody without one, and none that is due is missing',
    sql: `with paid as (select account_id, cause_id as action_id, sum(amount) filter (where account like 'U:%') as net,
                          sum(amount) filter (where account like 'H:TAX:DIV:%') as tax, count(distinct sequence) as times
                        from postings where journal = 'J96' group by 1, 2),
               done as (select market, max(due_date) as until from job_runs where job = 'calendar' group by market)
          select account_id, action_id, e.gross, e.tax, e.pay_date, p.net, p.tax as tax_paid, p.times
          from entitlements e full join paid p using (account_id, action_id) left join done on done.market = split_part(e.instrument_id, ':', 1)
          where e.gross is null or (p.net is null and e.pay_date <= done.until and not ${lapsed('e')})
             or (p.net is not null and (p.times <> 1 or p.net <> e.gross - e.tax or coalesce(p.tax, 0) <> e.tax))`,
  },
  {
    id: 'SPLIT',
    scope: 'context',
    says: 'everybody who held a share when it split was counted anew, and holds no order in old shares; nothing else is booked as a split',
    sql: `with split as (select a.* from corporate_actions a
                          join (select market, max(due_date) as until from job_runs where job = 'calendar' group by market) done
                            on done.market = split_part(a.instrument_id, ':', 1)
                          where a.kind = 'split' and a.ex_date <= done.until)
          select p.account_id, s.action_id, p.id from split s join positions p on p.instrument_id = s.instrument_id
          where exists (select from share_fills f where f.account_id = p.account_id and f.instrument_id = s.instrument_id and f.trade_date < s.ex_date)
            and (p.closed_at is null or p.closed_at > s.recorded_at) and p.opened_at < s.recorded_at
            and not exists (select from entries e where e.account_id = p.account_id and e.cause_id = s.action_id and e.journal = 'J97')
          union all
          select o.account_id, s.action_id, o.id from split s join orders o on o.instrument_id = s.instrument_id
          where o.status in ${OPEN} and o.accepted_at < s.recorded_at
          union all
          select e.account_id, e.cause_id, null from entries e
          where e.journal = 'J97' and not exists (select from corporate_actions a where a.action_id = e.cause_id and a.kind = 'split')`,
  },
]
