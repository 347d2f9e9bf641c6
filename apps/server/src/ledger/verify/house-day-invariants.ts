import { DAY_MS } from '@rueda/rules/time.ts'
import type { Invariant } from './invariants.ts'

/** What is added up by night is what was posted by day. */
export const houseDayInvariants: readonly Invariant[] = [
  {
    id: 'HOUSE-DAYS',
    says: 'the closed days of an account of the house are the sums of its postings',
    sql: `with until as (select coalesce(max(day) + 1, 0) as day from house_days),
               posted as (select p.at / ${DAY_MS} as day, p.account, p.asset, sum(p.amount) as amount from postings p, until
                          where p.account like 'H:%' and p.at < until.day * ${DAY_MS} group by 1, 2, 3)
          select day, account, asset, h.amount, p.amount as posted from house_days h full join posted p using (day, account, asset)
          where coalesce(h.amount, 0) <> coalesce(p.amount, 0)`,
  },
]
