-- Watched instruments; the newest stands first.
create table watchlist (
  account_id bigint not null references accounts (account_id),
  watch_id uuid not null,
  instrument_id text not null,
  added_at bigint not null,
  primary key (account_id, watch_id),
  unique (account_id, instrument_id)
);
