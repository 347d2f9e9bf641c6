-- What takes two persons is asked for before it is decided: a row that comes decided has had one pair of eyes at most. And each of
-- the two is the person whose account it names. Held for everybody, whatever role the statement comes from.
create function begin_approval() returns trigger language plpgsql as $$
begin
  if num_nonnulls(new.decision, new.decided_at, new.checker, new.checker_person, new.checker_verified_at, new.checked_hash) > 0 then
    raise exception 'an approval begins by waiting for the second person' using errcode = 'insufficient_privilege';
  end if;
  if not exists (select from staff where staff_id = new.maker and person_id = new.maker_person) then
    raise exception 'an approval names the person of the account that asks for it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger approvals_begin_waiting before insert on approvals for each row execute function begin_approval();

create function end_approval() returns trigger language plpgsql as $$
begin
  if new.decision in ('approved', 'unopposed') and not exists (select from staff where staff_id = new.checker and person_id = new.checker_person) then
    raise exception 'an approval names the person of the account that decides it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger approvals_name_the_checker before update on approvals for each row execute function end_approval();

-- The market's secret is sealed with the vault's key, which is not in the database. One from before is sealed at the next start.
alter table venue_settings alter column secret drop not null;
alter table venue_settings add column sealed bytea;
alter table venue_settings add constraint secret_is_there check (num_nonnulls(secret, sealed) = 1);
