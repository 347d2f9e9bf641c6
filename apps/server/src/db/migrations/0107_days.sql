-- Days whose keys nobody chooses (docs/rules/proof.md P.23): each is drawn with this one key from the names of market and day, and after the day
-- its proof is said in the public log. The key, and the beacon whose rounds go into it, are logged once and never change.
create table vrf_keys (
  only_row boolean primary key default true check (only_row),
  public_key bytea not null check (octet_length(public_key) = 32),
  sealed bytea not null,
  -- Such as drand:https://api.drand.sh/<chain hash>; null without one.
  beacon text,
  made_at bigint not null
);
create trigger vrf_keys_are_kept before update of public_key, beacon, made_at or delete on vrf_keys
  for each statement execute function refuse_change();

-- The first day of each market that is drawn so; those before have keys of the market's secret, whose hashes were promised.
create table vrf_starts (
  market text primary key,
  from_date date not null,
  added_at bigint not null
);

-- The round that a day waits for where there is a beacon; without a value the day is drawn without one, and its market stays closed.
create table day_rounds (
  market text not null,
  trade_date date not null,
  round bigint not null check (round > 0),
  randomness bytea check (octet_length(randomness) = 32),
  signature bytea,
  decided_at bigint not null,
  primary key (market, trade_date),
  constraint day_rounds_are_whole check (num_nulls(randomness, signature) in (0, 2))
);

-- What was said of a day once it was over.
create table day_keys (
  market text not null,
  trade_date date not null,
  model smallint not null check (model > 0),
  proof bytea not null check (octet_length(proof) = 80),
  output bytea not null check (octet_length(output) = 64),
  engine text not null check (engine ~ '^[0-9a-f]{64}$'),
  round bigint,
  randomness bytea,
  -- Why the house claims nothing of it; null where it does.
  unclaimed text check (unclaimed in ('seed', 'clock', 'soon', 'engine', 'beacon')),
  said_at bigint not null,
  primary key (market, trade_date),
  constraint day_keys_have_whole_rounds check (num_nulls(round, randomness) in (0, 2))
);

create trigger vrf_starts_append_only before update or delete on vrf_starts for each statement execute function refuse_change();
create trigger day_rounds_append_only before update or delete on day_rounds for each statement execute function refuse_change();
create trigger day_keys_append_only before update or delete on day_keys for each statement execute function refuse_change();
do $$
begin
  revoke update, delete, truncate on vrf_starts, day_rounds, day_keys from rueda_app;
  revoke delete, truncate on vrf_keys from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
