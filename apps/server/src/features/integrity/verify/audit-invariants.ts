import type { Invariant } from './invariants.ts'

/** True where the audit log has no row of an act `a` as it says: written in the same transaction, by somebody who exists. */
const untraced = (act: string): string => `
  not exists (select from audit_log l join staff s using (staff_id)
              where l.staff_id = a.staff_id and l.at = a.at and l.subject is not distinct from a.subject
                and l.approval_id is not distinct from a.approval_id and ${act})`

/** Invariants of what staff decide (`docs/rules/invariants.md` INV-38): the log that is chained by hash says the same. */
export const auditInvariants: readonly Invariant[] = [
  {
    id: 'AUDIT-1',
    scope: 'house',
    says: 'what staff changed of the offer, of the house’s terms and of its roles, and what two persons approved, is in the audit log as their act of that moment',
    sql: `select 'offering' as kind, a.id, a.subject, a.at from (
            select change_id as id, 'offering:' || kind || ':' || offering_id as subject, staff_id, at, approval_id, status from offering_changes) a
          where ${untraced(`l.power = case a.status when 'closed' then 'offerings.close' else 'offerings.pause' end and l.after ->> 'status' = a.status`)}
          union all
          select 'terms', a.id, a.subject, a.at from (
            select terms_id as id, 'terms:' || kind || ':' || subject as subject, staff_id, at, approval_id, terms, effective_at from house_terms) a
          where ${untraced(`l.power like 'terms.%' and l.after::jsonb @> a.terms::jsonb and l.after ->> 'effectiveAt' = a.effective_at::text`)}
          union all
          select 'fees', a.id, a.subject, a.at from (
            select approval_id as id, 'fees' as subject, staff_id, at, approval_id, first_day, markets from fee_versions) a
          where ${untraced(`l.power = 'fees.change' and l.after::jsonb -> 'markets' = a.markets::jsonb and l.after ->> 'firstDay' = a.first_day::text`)}
          union all
          select 'role', a.id, a.subject, a.at from (
            select approval_id as id, 'role:' || name_key as subject, staff_id, at, approval_id, name, powers, is_retired from role_versions) a
          where ${untraced(`l.after ->> 'name' = a.name and case when a.is_retired then l.power = 'staff.retireRole'
                else l.power = 'staff.composeRole' and l.after::jsonb -> 'powers' = to_jsonb(a.powers) end`)}
          union all
          select 'approval', a.id, a.subject, a.at from (
            select approval_id as id, account_id, power, nullif(subject, 'account:' || account_id) as subject, maker as staff_id, maker_person as person_id,
                   made_at as at, approval_id
            from approvals where decision in ('approved', 'unopposed')
            union all
            select approval_id, account_id, power, nullif(subject, 'account:' || account_id), checker, checker_person, decided_at, approval_id
            from approvals where decision in ('approved', 'unopposed')) a
          where ${untraced(`l.power = a.power and l.account_id is not distinct from a.account_id and s.person_id = a.person_id`)}`,
  },
]
