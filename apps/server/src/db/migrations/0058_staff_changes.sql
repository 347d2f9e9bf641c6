-- Who works here changes by two persons, or by one a day after everybody of the staff was told. Times are epoch milliseconds.

-- Who ever could administrate. Two persons who did are enough for ever: from then on nobody changes the staff alone.
alter table staff add column administered boolean not null default false;
update staff set administered = true where factor is not null and not is_emergency and 'admin' = any(roles);
create function remember_administrator() returns trigger language plpgsql as $$
begin
  new.administered := (tg_op = 'UPDATE' and old.administered)
    or (new.factor is not null and not new.is_emergency and 'admin' = any(new.roles));
  return new;
end
$$;
create trigger staff_remembers_administrators before insert or update on staff for each row execute function remember_administrator();

-- A set-up link that one person gave alone, while the house had one administrator. It opens nothing once there are two.
alter table staff add column setup_alone boolean not null default false;
-- Until when somebody can use no power but to object.
alter table staff add column suspended_until bigint;

-- From when whoever asked may carry it out alone, if nobody objected; null where it always takes another person.
alter table approvals add column alone_from bigint;
alter table approvals drop constraint approvals_decision_check;
alter table approvals add constraint approvals_decision_check check (decision in ('approved', 'unopposed', 'refused', 'expired'));
alter table approvals drop constraint approval_names_its_checker;
alter table approvals add constraint approval_names_its_checker check (
  coalesce(decision, '') not in ('approved', 'unopposed')
  or (checker is not null and checker_person is not null and checker_verified_at is not null and checked_hash is not null)
);
alter table approvals drop constraint approval_binds_the_payload;
alter table approvals add constraint approval_binds_the_payload check (
  coalesce(decision, '') not in ('approved', 'unopposed') or checked_hash = payload_hash
);
alter table approvals drop constraint approval_lasts_a_day;
alter table approvals add constraint approval_lasts_a_day check (
  expires_at = made_at + case when alone_from is null then 86400000 else 259200000 end
  and (coalesce(decision, '') not in ('approved', 'unopposed') or decided_at <= expires_at)
);
alter table approvals drop constraint approval_needs_fresh_factors;
alter table approvals add constraint approval_needs_fresh_factors check (
  made_at - maker_verified_at between 0 and 300000
  and (coalesce(decision, '') not in ('approved', 'unopposed') or decided_at - checker_verified_at between 0 and 300000)
);
alter table approvals add constraint approval_alone_changes_the_staff check (
  alone_from is null or (alone_from = made_at + 86400000 and power in ('staff.invite', 'staff.changeRoles', 'staff.disable'))
);
alter table approvals add constraint approval_alone_waits_a_day check (
  decision is distinct from 'unopposed' or (alone_from is not null and decided_at >= alone_from and checker_person = maker_person)
);

create or replace function keep_approval() returns trigger language plpgsql as $$
begin
  if old.decision is not null
    or (new.approval_id, new.power, new.subject, new.account_id, new.path, new.payload::text, new.payload_hash, new.maker, new.maker_person,
        new.maker_verified_at, new.made_at, new.expires_at, new.alone_from)
      is distinct from
       (old.approval_id, old.power, old.subject, old.account_id, old.path, old.payload::text, old.payload_hash, old.maker, old.maker_person,
        old.maker_verified_at, old.made_at, old.expires_at, old.alone_from)
  then
    raise exception 'an approval is decided once and never rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
