import type { Invariant } from './invariants.ts'

/** Invariants of what is offered by name: what was closed for good or taken back was so by two persons, or by itself for a reason of its own. */
export const offeringInvariants: readonly Invariant[] = [
  {
    id: 'OFFERING-1',
    scope: 'house',
    says: 'what is closed for good or taken back was so by two persons, for exactly that and, closed, at the moment of the second; a placing without them only for what became of its share',
    sql: `select c.change_id, c.kind, c.offering_id, c.at, a.subject, a.decided_at from offering_changes c left join approvals a using (approval_id)
          where c.status = 'closed' and (a.power, a.subject, a.decision, a.decided_at, a.checked_hash, a.checker_person <> a.maker_person)
            is distinct from ('offerings.close', 'offering:' || c.kind || ':' || c.offering_id, 'approved', c.at, a.payload_hash, true)
          union all
          select w.ipo_id, 'ipo', w.ipo_id::text, w.withdrawn_at, a.subject, a.decided_at from ipo_withdrawals w left join approvals a using (approval_id)
          where (a.power, a.subject, a.decision, a.checked_hash, a.checker_person <> a.maker_person)
            is distinct from ('subscriptions.withdraw', 'ipo:' || w.ipo_id, 'approved', a.payload_hash, true)
          union all
          select w.placing_id, 'placing', w.placing_id::text, w.withdrawn_at, a.subject, a.decided_at from placing_withdrawals w
          left join approvals a using (approval_id)
          where case when w.reason in ('split', 'delisted') then w.approval_id is not null
            else (a.power, a.subject, a.decision, a.checked_hash, a.checker_person <> a.maker_person)
              is distinct from ('placing.withdraw', 'placing:' || w.placing_id, 'approved', a.payload_hash, true) end`,
  },
]
