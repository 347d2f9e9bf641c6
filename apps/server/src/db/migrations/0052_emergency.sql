-- The sealed emergency account (BO-12): two keys that two persons hold open it, once and for an hour, and everybody is told.
-- Times are epoch milliseconds.

-- It has no other way in: no address, no password, no second factor, no set-up link.
alter table staff add column is_emergency boolean not null default false;
alter table staff add constraint emergency_account_opens_by_keys_only check (
  not is_emergency or (email is null and password_hash is null and factor is null and setup_hash is null and roles = '{admin}')
);
create unique index staff_emergency on staff (is_emergency) where is_emergency;

-- Of each pair of keys only the hashes. A pair opens once, and a new one takes the place of the one before.
create table emergency_seals (
  seal_id uuid primary key,
  first_hash bytea not null check (octet_length(first_hash) = 32),
  second_hash bytea not null check (octet_length(second_hash) = 32),
  sealed_at bigint not null,
  opened_at bigint,
  -- Why, in the words of those who opened it.
  cause text,
  replaced_at bigint,
  check ((opened_at is null) = (cause is null)),
  constraint seal_takes_two_keys check (first_hash <> second_hash),
  constraint seal_ends_once check (opened_at is null or replaced_at is null)
);
create unique index emergency_seals_standing on emergency_seals ((true)) where opened_at is null and replaced_at is null;

create function keep_seal() returns trigger language plpgsql as $$
begin
  if old.opened_at is not null or old.replaced_at is not null
    or (new.seal_id, new.first_hash, new.second_hash, new.sealed_at) is distinct from (old.seal_id, old.first_hash, old.second_hash, old.sealed_at)
  then
    raise exception 'a seal is broken once and never mended' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger emergency_seals_are_kept before update on emergency_seals for each row execute function keep_seal();
create trigger emergency_seals_stay before delete or truncate on emergency_seals for each statement execute function refuse_change();

-- Whoever comes in that way has an hour, whatever the server says.
create function emergency_session_is_short() returns trigger language plpgsql as $$
begin
  if new.last_use_at >= new.created_at + 3600000 and exists (select from staff where staff_id = new.staff_id and is_emergency) then
    raise exception 'the emergency account is open for an hour' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger staff_sessions_of_emergencies before insert or update on staff_sessions for each row execute function emergency_session_is_short();

-- Alerts of two kinds: unusual reading, and the emergency account in use.
alter table staff_alerts add column kind text not null default 'reads' check (kind in ('reads', 'emergency'));
alter table staff_alerts alter column reads drop not null;
alter table staff_alerts add constraint alert_counts_reads check ((kind = 'reads') = (reads is not null));
