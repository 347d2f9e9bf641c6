import { REFERRAL_MS, referralTerms } from '@rueda/rules/accounts/referral.ts'
import { causesOf } from '@rueda/rules/ledger/journal-causes.ts'
import { journals } from '@rueda/rules/ledger/journals.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of the events that entries name: nothing of the house's is given or taken without a row that says so. */

const OF_THEIR_KINDS = journals.flatMap((journal) => causesOf[journal].map((kind) => `('${journal}', '${kind}')`)).join(', ')

/** Commissions of somebody who was invited, by currency, within the time that counts. All their entries count, in whatever part they are. */
const COMMISSIONS = `
  select p.asset, sum(p.amount) as paid from public.postings p
  where p.account_id = r.referee and p.account like 'H:FEE:COMMISSION:%'
    and p.at < (select e.at from public.entries e where e.account_id = r.referee and e.sequence = 1) + ${REFERRAL_MS}
  group by p.asset`

const DAYS_OF_A_WEEK = 7

export const causeInvariants: readonly Invariant[] = [
  {
    id: 'CAUSE-1',
    scope: 'account',
    says: 'every entry names an event of a kind that its journal books, and every split and rent is of a row',
    sql: `select account_id, sequence, journal, cause_kind, cause_id from entries where (journal, cause_kind) not in (${OF_THEIR_KINDS})
          union all
          select e.account_id, e.sequence, e.journal, e.cause_kind, e.cause_id from entries e
          where e.journal = 'J97' and not exists (select from corporate_actions a where a.action_id = e.cause_id and a.kind = 'split')
          union all
          select e.account_id, e.sequence, e.journal, e.cause_kind, e.cause_id from entries e
          where e.journal = 'J85' and not exists (select from robot_rentals r where r.account_id = e.account_id and r.id::text = e.cause_id)`,
  },
  {
    id: 'REFERRAL-1',
    scope: 'context',
    says: 'a part of commissions is paid to who invited, once a week, never back, and no more than a fifth of them and the most there is',
    sql: `with given as (
            select p.account_id, p.sequence, p.account, p.asset, p.amount, p.cause_step, p.value_date,
                   case when p.cause_id ~ '^-?[0-9]{1,18}$' then p.cause_id::bigint end as referee
            from postings p where p.journal = 'J95' and p.account like 'U:%')
          select g.account_id, g.sequence, g.referee, g.amount from given g left join accounts a on a.account_id = g.referee
          where a.invited_by is distinct from g.account_id or g.account <> 'U:US_WALLET:CASH' or g.amount <= 0
             or g.cause_step <> div(g.value_date - date '1970-01-01', ${DAYS_OF_A_WEEK})
          union all
          select r.account_id, null, r.referee, r.paid from (
            select account_id, referee, sum(amount) as paid from given group by 1, 2) r
          where r.paid > ${referralTerms.cap} or not exists (select from (${COMMISSIONS}) any_currency)
             or (not exists (select from (${COMMISSIONS}) other where other.asset <> 'USD')
                 and r.paid > coalesce((select trunc(c.paid * ${referralTerms.percent} / 100) from (${COMMISSIONS}) c), 0))`,
  },
]
