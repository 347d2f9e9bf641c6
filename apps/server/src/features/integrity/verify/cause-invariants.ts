import { REFERRAL_MS, referralTerms } from '@rueda/rules/accounts/referral.ts'
import { causesOf } from '@rueda/rules/ledger/journal-causes.ts'
import { journals } from '@rueda/rules/ledger/journals.ts'
import { POSTED } from '../../archive/what-left.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of the events that entries name: nothing of the house's is given or taken without a row that says so. */

const OF_THEIR_KINDS = journals.flatMap((journal) => causesOf[journal].map((kind) => `('${journal}', '${kind}')`)).join(', ')

/** Commissions of somebody who was invited, by currency, within the time that counts. */
const COMMISSIONS = `
  select p.asset, sum(p.amount) as paid from ${POSTED} p
  where p.account_id = a.account_id and p.account like 'H:FEE:COMMISSION:%'
    and p.at < (select e.at from entries e where e.account_id = a.account_id and e.sequence = 1) + ${REFERRAL_MS}
  group by p.asset`

const DAYS_OF_A_WEEK = 7

export const causeInvariants: readonly Invariant[] = [
  {
    id: 'CAUSE-1',
    scope: 'account',
    says: 'every entry names an event of a kind that its journal books, and every rent is of its rental',
    sql: `select account_id, sequence, journal, cause_kind, cause_id from entries where (journal, cause_kind) not in (${OF_THEIR_KINDS})
          union all
          select e.account_id, e.sequence, e.journal, e.cause_kind, e.cause_id from entries e
          where e.journal = 'J85' and not exists (select from robot_rentals r where r.account_id = e.account_id and r.id::text = e.cause_id)`,
  },
  {
    id: 'REFERRAL-1',
    scope: 'context',
    says: 'a part of commissions is paid to who invited, once a week, never back, and together no more than the most there is',
    sql: `with given as (
            select account_id, sequence, account, amount, cause_step, value_date, case when cause_id ~ '^-?[0-9]{1,18}$' then cause_id::bigint end as referee
            from postings where journal = 'J95' and account like 'U:%')
          select g.account_id, g.sequence, g.referee, g.amount from given g left join accounts a on a.account_id = g.referee
          where a.invited_by is distinct from g.account_id or g.account <> 'U:US_WALLET:CASH' or g.amount <= 0
             or g.cause_step <> div(g.value_date - date '1970-01-01', ${DAYS_OF_A_WEEK})
          union all
          select account_id, null, referee, sum(amount) from given group by account_id, referee having sum(amount) > ${referralTerms.cap}`,
  },
  {
    id: 'REFERRAL-2',
    scope: 'house',
    says: 'what was paid for somebody who was invited is no more than its share of their commissions',
    sql: `select a.invited_by, a.account_id, given.paid from accounts a
          cross join lateral (select sum(p.amount) as paid from postings p where p.account_id = a.invited_by and p.journal = 'J95'
                              and p.cause_id = a.account_id::text and p.account like 'U:%') given
          where a.invited_by is not null and given.paid is not null
            and (not exists (select from (${COMMISSIONS}) any_currency)
              or (not exists (select from (${COMMISSIONS}) other where other.asset <> 'USD')
                  and given.paid > (select trunc(c.paid * ${referralTerms.percent} / 100) from (${COMMISSIONS}) c)))`,
  },
]
