import { BEGINNING_CAUSE, BEGINNING_EVERY_MS, BEGINNING_STEPS } from '@rueda/rules/practice/begin-again.ts'
import { POSTED } from '../../archive/what-left.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of practice money, and of beginning again with it (`docs/rules/accounts.md` P.15). */
export const practiceInvariants: readonly Invariant[] = [
  {
    id: 'PRACTICE-1',
    scope: 'account',
    says: 'an account begins again at most once a week, and has no cash left when its new grant comes',
    sql: `with begun as (select distinct account_id, at from entries where cause_kind = '${BEGINNING_CAUSE.kind}'),
               spaced as (select account_id, at, lag(at) over (partition by account_id order by at) as before from begun)
          select account_id, at, before::text as found from spaced where at - before < ${BEGINNING_EVERY_MS}
          union all
          select account_id, at, account from postings where journal = 'J98b' and account like 'U:%' and balance_after <> 0`,
  },
  {
    id: 'PRACTICE-2',
    scope: 'account',
    says: 'practice money comes once, as the first entry of an account, and once with each new beginning, which gives back all cash before',
    sql: `select g.account_id, g.sequence, g.cause_kind, g.cause_id, g.cause_step, g.account, g.amount from postings g
          where g.journal = 'J98' and g.account like 'U:%'
            and not coalesce(g.account = 'U:US_WALLET:CASH' and g.amount > 0 and case g.cause_kind
              when 'grant' then g.sequence = 1 and g.cause_id = g.account_id::text and g.cause_step = 0
              else g.cause_id = '${BEGINNING_CAUSE.id}' and g.cause_step = 1 + ${BEGINNING_STEPS} * (
                     select count(*) from entries b
                     where b.account_id = g.account_id and b.journal = 'J98' and b.cause_kind = g.cause_kind and b.sequence < g.sequence)
                   and (select coalesce(sum(w.amount), 0) from ${POSTED} w
                        where w.account_id = g.account_id and w.sequence < g.sequence and w.account like 'U:%:CASH') = 0 end, false)`,
  },
]
