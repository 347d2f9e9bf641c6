-- How far the books were verified. Every value is sealed with a key that is not in the database, so that whoever changes
-- rows behind the checkpoint cannot write another one. Kept and proven by ledger/verify/checkpoint.ts.
create table verified_accounts (
  account_id bigint primary key,
  -- Up to this entry of its chain.
  sequence bigint not null,
  -- What its entries up to there and its other rows came to.
  entries text not null,
  rest text not null,
  seal bytea not null check (octet_length(seal) = 32)
) with (fillfactor = 70);
create table verification_marks (
  name text primary key,
  value text not null,
  seal bytea not null check (octet_length(seal) = 32)
);

-- What the files of anchors are known to hold, so that one that is missing, cut short or no longer written to shows.
create table anchor_files (
  name text primary key check (name in ('heads', 'audit')),
  bytes bigint not null check (bytes >= 0),
  -- From where the next anchor looks.
  since bigint not null,
  -- Why the last line could not be written.
  failure text
);
