-- Roles that a house composes from powers of the register, by two persons or by one a day after everybody was told. Each version is
-- whole; the last one of a role holds, or says that it is retired and what its holders became. Times are epoch milliseconds.
create table role_versions (
  role_id uuid not null,
  version integer not null check (version > 0),
  -- Kept for the life of a role and longer: what the audit log says of it never means another.
  name text not null,
  name_key text not null,
  powers text[] not null,
  is_retired boolean not null default false,
  -- The role that the holders of a retired one have instead; both null where nobody held it.
  instead text,
  instead_composed uuid,
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  approval_id uuid not null unique references approvals,
  primary key (role_id, version),
  constraint composed_role_has_powers check (cardinality(powers) > 0),
  constraint composed_role_ends_in_one_other check (
    (instead is null or instead_composed is null) and (is_retired or (instead is null and instead_composed is null))
  ),
  constraint composed_role_makes_no_administrator check (instead is distinct from 'admin')
);
create unique index role_versions_names on role_versions (name_key) where version = 1;
create trigger role_versions_append_only before update or delete on role_versions for each statement execute function refuse_change();
create trigger role_versions_no_truncate before truncate on role_versions for each statement execute function refuse_change();

-- The composed roles of a colleague, beside those that every house has.
alter table staff add column composed_roles uuid[] not null default '{}';
alter table staff drop constraint staff_roles_check;
alter table staff add constraint staff_roles_check check (cardinality(roles) + cardinality(composed_roles) between 1 and 3);
alter table staff add constraint emergency_account_has_one_role check (not is_emergency or composed_roles = '{}');

-- What composed roles allow as they are now.
create function composed_powers(held uuid[]) returns text[] language sql stable as $$
  select coalesce(array_agg(distinct power), '{}') from (
    select distinct on (role_id) powers, is_retired from role_versions where role_id = any(held) order by role_id, version desc) newest
  cross join unnest(powers) as power where not is_retired
$$;

-- Requests about them are changes of the staff.
alter table approvals drop constraint approval_alone_changes_the_staff;
alter table approvals add constraint approval_alone_changes_the_staff check (
  alone_from is null
  or (alone_from = made_at + 86400000
      and power in ('staff.invite', 'staff.changeRoles', 'staff.disable', 'staff.composeRole', 'staff.retireRole'))
);
