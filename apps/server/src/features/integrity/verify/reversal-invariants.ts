import { journalFacts, journals } from '@rueda/rules/ledger/journals.ts'
import type { Invariant } from './invariants.ts'

const reversible = journals.flatMap((journal) => (journalFacts[journal].bar === null ? [`'${journal}'`] : [])).join(', ')

/** Invariants of corrections: each takes back one entry, exactly and once, and two persons requested it. */
export const reversalInvariants: readonly Invariant[] = [
  {
    id: 'INV-07',
    scope: 'account',
    says: 'a reversal is the exact negation of the entry it names, which is an earlier one, and the only one of it',
    sql: `select r.account_id, r.sequence, r.reversal_of from entries r
          left join entries o on o.account_id = r.account_id and o.sequence = r.reversal_of and o.sequence < r.sequence
          where r.reversal_of is not null and (o.sequence is null or r.accounts <> o.accounts or r.assets <> o.assets
             or r.amounts <> (select array_agg(-a order by n) from unnest(o.amounts) with ordinality as l (a, n)))
          union all select account_id, sequence, reversal_of from entries where (journal = 'J99') <> (reversal_of is not null)
          union all select account_id, max(sequence), reversal_of from entries where reversal_of is not null
                    group by account_id, reversal_of having count(*) > 1`,
  },
  {
    id: 'REVERSAL-1',
    scope: 'context',
    says: 'a reversal is of a kind that can be taken back and was asked for by two persons, or is of a payout that came back or of shares that were withdrawn',
    sql: `select e.account_id, e.sequence, e.reversal_of, e.cause_kind from entries e
          left join entries o on o.account_id = e.account_id and o.sequence = e.reversal_of
          where e.journal = 'J99' and case e.cause_kind
            when 'reversal' then o.journal is null or o.journal not in (${reversible}) or (o.journal = 'J99' and o.cause_kind <> 'reversal')
              or not exists (select from reversals r join approvals a using (approval_id)
                             where r.account_id = e.account_id and r.sequence = e.reversal_of and r.refused_at is null
                               and a.power = 'ledger.reverse' and a.account_id = e.account_id and a.decision = 'approved'
                               and a.checker_person <> a.maker_person and a.checked_hash = a.payload_hash
                               and a.payload ->> 'accountId' = e.account_id::text and a.payload ->> 'sequence' = e.reversal_of::text
                               and a.payload ->> 'hash' = encode(o.hash, 'hex'))
            when 'withdrawal' then not exists (select from withdrawals w where w.account_id = e.account_id and w.id::text = e.cause_id
                                               and w.status = 'returned')
            when 'subscription' then o.journal is distinct from 'J51' or not exists (
              select from subscriptions s join ipo_withdrawals w on w.ipo_id = s.offering_id
              where s.account_id = e.account_id and s.id::text = e.cause_id and s.status = 'withdrawn')
            else true end`,
  },
]
