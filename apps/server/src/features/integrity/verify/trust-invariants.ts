import type { Invariant } from './invariants.ts'

/** What the checks hold of the public log (`docs/rules/proof.md` P.21); its files are compared with the database at every start. */
export const trustInvariants: readonly Invariant[] = [
  {
    id: 'TRUST-1',
    scope: 'account',
    says: 'each head that was said in the public log is the hash of that entry of the account',
    sql: `select h.account_id, h.sequence from trust_heads h left join entries e on e.account_id = h.account_id and e.sequence = h.sequence
          where e.hash is distinct from h.head`,
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
