import { BEGINNING_CAUSE, BEGINNING_EVERY_MS } from '@rueda/rules/practice/begin-again.ts'
import type { Invariant } from './invariants.ts'

/** What the ledger's checks hold of beginning again with practice money (`docs/rules/accounts.md` P.15). */
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
]
