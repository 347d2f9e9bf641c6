-- The public log of what the house said (docs/rules/proof.md). What it signed is committed here first, by comparison with the size before, so
-- that it never signs two trees. A log that cannot go on ends, and its successor names where it came to.
create table trust_logs (
  log integer primary key check (log > 0),
  origin text not null unique,
  size bigint not null check (size >= 0),
  -- Hashes of the full subtrees at the right edge of the tree, 32 bytes each, the largest first.
  edge bytea not null,
  begun_at bigint not null,
  ended_at bigint
);
create unique index trust_logs_current on trust_logs ((ended_at is null)) where ended_at is null;

-- Keys of a log, sealed in the vault under their name, such as 1/checkpoints.
create table trust_keys (
  name text primary key,
  log integer not null references trust_logs (log),
  purpose text not null check (purpose in ('checkpoints', 'receipts')),
  -- What others verify with, in the words of the signed-note document.
  key text not null,
  sealed bytea not null,
  made_at bigint not null
);

-- What is to be said in the log with its next checkpoint.
create table trust_waiting (
  id bigint generated always as identity primary key,
  entry text not null,
  at bigint not null
);

-- What was said, heads of accounts aside; those are in the files of the log alone.
create table trust_entries (
  log integer not null references trust_logs (log),
  entry_index bigint not null,
  kind text not null,
  entry text not null,
  primary key (log, entry_index)
);

create table trust_checkpoints (
  log integer not null references trust_logs (log),
  size bigint not null check (size > 0),
  root bytea not null check (length(root) = 32),
  at bigint not null,
  primary key (log, size)
);

-- What an account's heads are logged under, known to its owner and the server.
create table account_keys (
  account_id bigint primary key references account_states (account_id),
  sealed bytea not null,
  -- SHA-256 of the key.
  commitment bytea not null check (length(commitment) = 32),
  made_at bigint not null,
  -- The newest entry whose head is in the log.
  logged_sequence bigint not null default 0
);

-- Where in the log an account's heads are.
create table trust_heads (
  account_id bigint not null references account_states (account_id),
  sequence bigint not null,
  head bytea not null check (length(head) = 32),
  log integer not null references trust_logs (log),
  entry_index bigint not null,
  at bigint not null,
  primary key (account_id, log, sequence)
);

create trigger trust_entries_append_only before update or delete on trust_entries for each statement execute function refuse_change();
create trigger trust_checkpoints_append_only before update or delete on trust_checkpoints for each statement execute function refuse_change();
create trigger trust_heads_append_only before update or delete on trust_heads for each statement execute function refuse_change();
do $$
begin
  revoke update, delete, truncate on trust_entries, trust_checkpoints, trust_heads from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
