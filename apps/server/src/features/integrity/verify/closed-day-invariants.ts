import type { Invariant } from './invariants.ts'

/** Invariants of the days that staff have closed (`docs/rules/calendars.md` B.7). */
export const closedDayInvariants: readonly Invariant[] = [
  {
    id: 'CLOSED-DAY',
    scope: 'context',
    says: 'nothing was traded on a day that staff have closed, two persons closed it, and it was announced before',
    sql: `select f.account_id, f.order_id, f.trade_date from fills f
          join closed_days c on c.market = split_part(f.instrument_id, ':', 1) and c.trade_date = f.trade_date where c.reopened_at is null
          union all
          select null, c.closing_id, c.trade_date from closed_days c join approvals a using (approval_id)
          where a.decision is distinct from 'approved' or a.checker_person = a.maker_person
             or c.announced_at > (extract(epoch from c.trade_date + 1) * 1000)::bigint`,
  },
]
