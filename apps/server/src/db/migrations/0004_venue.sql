-- The market this database belongs to. Its secret and its mode are chosen at the first start and never change.
create table venue_settings (
  only_row boolean primary key default true check (only_row),
  secret bytea not null check (octet_length(secret) = 32),
  -- 'sim', or 'replay' of recorded history.
  market text not null check (market in ('sim', 'replay')),
  always_open boolean not null,
  created_at bigint not null,
  -- How far the market's time had come; null while it is the machine's own.
  clock_reached_at bigint
);

-- What the venue promised before each day: the SHA-256 of the day's key. The key itself is shown after the day.
create table day_commitments (
  market text not null,
  trade_date date not null,
  commitment bytea not null check (octet_length(commitment) = 32),
  published_at bigint not null,
  primary key (market, trade_date)
);

-- A promise that can be changed is none.
create trigger day_commitments_are_kept before update or delete or truncate on day_commitments
  for each statement execute function refuse_change();
