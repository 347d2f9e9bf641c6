import type { Invariant } from './invariants.ts'

/** Invariants of what is offered by name: what was closed for good was closed by two persons, at their moment. */
export const offeringInvariants: readonly Invariant[] = [
  {
    id: 'OFFERING-1',
    scope: 'house',
    says: 'what is closed for good was closed by two persons, for exactly that and at the moment of the second',
    sql: `select c.change_id, c.kind, c.offering_id, c.at, a.subject, a.decided_at from offering_changes c left join approvals a using (approval_id)
          where c.status = 'closed' and (a.power, a.subject, a.decision, a.decided_at, a.checked_hash, a.checker_person <> a.maker_person)
            is distinct from ('offerings.close', 'offering:' || c.kind || ':' || c.offering_id, 'approved', c.at, a.payload_hash, true)`,
  },
]
