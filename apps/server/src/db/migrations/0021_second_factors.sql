-- A second factor beside the password, and when each session last proved who is there. Times are epoch milliseconds of
-- the real clock.

alter table sessions add column verified_at bigint;

create table authenticators (
  account_id bigint primary key references accounts (account_id),
  -- Sealed in the vault.
  secret bytea not null,
  begun_at bigint not null,
  -- Null until its first code was shown; only then it counts.
  confirmed_at bigint,
  -- The newest time step a code was taken of: each code serves once.
  last_step bigint not null default 0
);

-- Fingerprints with the vault's key: a copy of the database tells no code.
create table recovery_codes (
  account_id bigint not null references accounts (account_id),
  fingerprint bytea not null,
  used_at bigint,
  primary key (account_id, fingerprint)
);
