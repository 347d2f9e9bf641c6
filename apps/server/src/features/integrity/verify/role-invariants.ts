import { areKeptApart, composablePowers } from '@rueda/rules/staff/composed.ts'
import type { Invariant } from './invariants.ts'

/** Pairs of powers that no role may have together, once each. */
const apart = composablePowers.flatMap((one, at) =>
  composablePowers.slice(at + 1).flatMap((other) => (areKeptApart(one, other) ? [`('${one}', '${other}')`] : [])),
)
const composable = `array['${composablePowers.join("', '")}']`

/** What the checks hold of the roles that a house composed (`docs/rules/back-office.md`). */
export const roleInvariants: readonly Invariant[] = [
  {
    id: 'ROLE-1',
    scope: 'house',
    says: 'each version of a composed role follows the one before, keeps its name, and is what two persons approved, or one a day later',
    sql: `select role_id, version, name from (
            select v.*, lag(version, 1, 0) over w as before, lag(name, 1, name) over w as name_before, lag(is_retired, 1, false) over w as was_retired
            from role_versions v window w as (partition by role_id order by version)) v
          where version <> before + 1 or name <> name_before or was_retired
             or not exists (
               select from approvals a
               where a.approval_id = v.approval_id and a.decision in ('approved', 'unopposed') and a.decided_at = v.at and a.checker = v.staff_id
                 and case when v.is_retired
                     then a.power = 'staff.retireRole' and a.payload ->> 'roleId' = v.role_id::text
                       and a.payload ->> 'instead' is not distinct from v.instead
                       and a.payload ->> 'insteadComposed' is not distinct from v.instead_composed::text
                     else a.power = 'staff.composeRole' and coalesce(a.payload ->> 'roleId', v.role_id::text) = v.role_id::text
                       and coalesce(a.payload ->> 'name', v.name) = v.name
                       and a.payload::jsonb -> 'powers' @> to_jsonb(v.powers) and to_jsonb(v.powers) @> (a.payload::jsonb -> 'powers') end)`,
  },
  {
    id: 'ROLE-2',
    scope: 'house',
    says: 'no composed role joins what the register keeps apart, and nobody has one that is retired or never was',
    sql: `select role_id::text as id, version, name from role_versions
          where not powers <@ ${composable}
             or exists (select from (values ${apart.join(', ')}) as apart (one, other) where powers @> array[one, other])
          union all
          select s.staff_id::text, 0, held::text from staff s cross join unnest(s.composed_roles) as held
          where s.disabled_at is null and not exists (select from role_versions v where v.role_id = held)
             or s.disabled_at is null and exists (select from role_versions v where v.role_id = held and v.is_retired)`,
  },
]
