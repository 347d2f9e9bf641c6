-- Months of the ledger as files (docs/decisions/0052): how far each is on its way, its files with their hashes, and where each account's part of it
-- lies. A part is sealed for its account; the head of the seal, without which it does not open, is kept here, so that a change of keys reaches it and
-- whoever deletes it erases the part.
create table archive_months (
  month text primary key check (month ~ '^\d{4}-\d{2}$'),
  status text not null check (status in ('writing', 'written', 'left', 'shrunk')),
  changed_at bigint not null
);
create table archive_files (
  month text not null references archive_months,
  number integer not null check (number > 0),
  bytes bigint not null check (bytes > 0),
  hash bytea not null check (length(hash) = 32),
  primary key (month, number)
);
create table archive_parts (
  account_id bigint not null,
  month text not null,
  number integer not null,
  -- Where the part begins in the file, and how long it is.
  place bigint not null check (place >= 0),
  bytes bigint not null check (bytes > 0),
  sealed bytea not null,
  entries integer not null check (entries >= 0),
  fills integer not null check (fills >= 0),
  order_events integer not null check (order_events >= 0),
  -- The last entry of the month and its hash; null where the account has none in it.
  sequence bigint,
  head bytea check (length(head) = 32),
  primary key (account_id, month),
  check (num_nulls(sequence, head) in (0, 2) and (entries = 0) = (sequence is null))
);
create index archive_parts_of_file on archive_parts (month, number);

-- What left the tables with a month, account by account: how many entries, their sum as the checkpoint of the checks adds rows up, and where the
-- chain was at the end of the month. Sealed as that checkpoint is, with the two tables behind.
create table archived_accounts (
  account_id bigint not null,
  month text not null,
  entries bigint not null check (entries >= 0),
  sums text not null,
  sequence bigint not null,
  head bytea not null check (length(head) = 32),
  seal bytea not null,
  primary key (account_id, month)
);
-- Instruments whose orders of before a moment have left, with everything that happened to them.
create table archived_holdings (
  account_id bigint not null,
  month text not null,
  instrument_id text not null,
  until bigint not null,
  primary key (account_id, instrument_id, month)
);
-- What those entries moved, added up: by account and asset, and by the stretches of the customer's history that somebody asks about by itself. The
-- place is that of the last entry of the stretch.
create table archived_lines (
  account_id bigint not null,
  month text not null,
  account text not null,
  asset text not null,
  sequence bigint not null,
  at bigint not null,
  amount bigint not null,
  primary key (account_id, month, account, asset, sequence)
);
-- What left of the days of the brokerage's own accounts.
create table archived_house_days (
  day bigint not null,
  month text not null,
  account text not null,
  asset text not null,
  amount bigint not null,
  primary key (day, month, account, asset)
);

-- What stands for rows that have left is written with their leaving alone, by the owner.
do $$
begin
  revoke insert, update, delete on archived_accounts, archived_holdings, archived_lines, archived_house_days from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;
