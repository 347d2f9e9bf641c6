import { mayHaveLeft } from '../../archive/what-left.ts'
import type { Invariant } from './invariants.ts'

/** What the checks hold of what chains cover (`docs/rules/ledger.md` G.6) and of the public log (`docs/rules/proof.md` P.21); its files are read beside them (`log-again.ts`). */
export const trustInvariants: readonly Invariant[] = [
  {
    id: 'CHAIN-1',
    scope: 'account',
    says: 'from the first entry on that covers the key of its account every entry does',
    sql: `select account_id, max(sequence) filter (where hash_version = 1) as without, min(sequence) filter (where hash_version = 2) as with_key
          from entries group by account_id
          having max(sequence) filter (where hash_version = 1) > min(sequence) filter (where hash_version = 2)`,
  },
  {
    id: 'CHAIN-2',
    scope: 'account',
    says: 'the terms that the hash of an entry covers are those of the execution it books, and no other entry covers any',
    repeats: ['entry_terms_are_whole'],
    sql: `select e.account_id, e.sequence, e.price, e.quantity, f.order_id, f.sequence as fill, f.price as fill_price, f.quantity as fill_quantity
          from entries e left join fills f on e.cause_kind = 'order' and e.journal in ('J32', 'J33', 'J40', 'J42', 'J45', 'J46')
            and f.account_id = e.account_id and f.order_id::text = e.cause_id and f.sequence = e.cause_step
          where e.hash_version = 2 and num_nonnulls(e.price, f.price) > 0
            and (e.price, e.quantity, e.executed_at, e.trade_date, e.settlement_date, e.resting, e.match_number)
              is distinct from (f.price, f.quantity, f.at, f.trade_date, f.settlement_date, f.resting, f.match_number)`,
  },
  {
    id: 'TRUST-1',
    scope: 'account',
    says: 'each head that was said in the public log is the hash of that entry of the account',
    sql: `select h.account_id, h.sequence from trust_heads h left join entries e on e.account_id = h.account_id and e.sequence = h.sequence
          where e.hash is distinct from h.head and not (e.hash is null and ${mayHaveLeft('h')})`,
  },
  {
    id: 'TRUST-3',
    scope: 'context',
    says: 'each account knows the newest head of it that the log that goes on has said, so that none is silenced',
    sql: `select k.account_id, k.logged_sequence from account_keys k
          where k.logged_sequence <> coalesce(
            (select max(h.sequence) from trust_heads h where h.account_id = k.account_id and h.log = (select max(log) from trust_logs)), 0)`,
  },
  {
    id: 'TRUST-2',
    scope: 'house',
    says: 'a log is as long as its newest checkpoint, says nothing behind it, and one after the other goes on',
    sql: `select l.log, l.size, (select max(c.size) from trust_checkpoints c where c.log = l.log) as signed from trust_logs l
          where l.size <> coalesce((select max(c.size) from trust_checkpoints c where c.log = l.log), 0)
             or exists (select from trust_entries e where e.log = l.log and e.entry_index >= l.size)
             or exists (select from trust_heads h where h.log = l.log and h.entry_index >= l.size)
             or (l.ended_at is null) <> (l.log = (select max(log) from trust_logs))`,
  },
]
