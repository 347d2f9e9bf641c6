-- The server keeps the states of accounts between batches. A batch writes the version that it was decided on plus one, and is
-- refused where the database has another: what was decided on an old state is decided again.
alter table account_states add column version bigint not null default 0;

-- Whoever changes an account outside the write path outdates what is kept of it, without having to think of it.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger count_version before update on account_states
  for each row when (new.version = old.version) execute function count_version();

-- Called with the accounts that a batch has found in the version it knows, and the number of those it changes.
create function expect_versions(unchanged bigint, expected bigint) returns void language plpgsql as $$
begin
  if unchanged <> expected then
    raise exception '% of % account states have been changed since they were read', expected - unchanged, expected using errcode = 'RL002';
  end if;
end
$$;
