-- Customers' accounts, their sessions, mailed codes, guards against guessing, and the mail that leaves the house.
-- Times are epoch milliseconds. Whether an account is frozen stands in its books.

create sequence account_number as bigint start with 10002931;

create table accounts (
  account_id bigint primary key default nextval('account_number'),
  -- Lower case, NFC. A practice account has neither an address nor a password.
  email text unique,
  username text,
  username_key text generated always as (lower(username)) stored unique,
  nickname text not null,
  password_hash text,
  country_code text check (country_code ~ '^[A-Z]{2}$'),
  locale text not null,
  invite_code text not null unique check (invite_code ~ '^[0-9A-Z]{8}$'),
  invited_by bigint references accounts (account_id),
  created_at bigint not null,
  password_changed_at bigint not null,
  -- When the practice grant was booked; null while that is still to be done.
  granted_at bigint,
  check ((email is null) = (password_hash is null))
);
create index accounts_invited_by on accounts (invited_by) where invited_by is not null;

create table sessions (
  account_id bigint not null references accounts (account_id),
  session_id uuid not null,
  -- SHA-256 of the token; the token itself is known to the customer only.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device text not null,
  -- SHA-256 of account, address and device: tells a known device without keeping where it was.
  origin bytea not null,
  created_at bigint not null,
  last_use_at bigint not null,
  expires_at bigint not null,
  ended_at bigint,
  ended_reason text check (ended_reason in ('logout', 'password', 'limit', 'revoked', 'staff')),
  primary key (account_id, session_id),
  check ((ended_at is null) = (ended_reason is null))
);

create table email_codes (
  code_id uuid primary key,
  email text not null,
  purpose text not null check (purpose in ('register', 'reset', 'pay', 'withdraw', 'card')),
  salt bytea not null,
  code_hash bytea not null,
  attempts integer not null default 0,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint
);
create index email_codes_by_email on email_codes (email, created_at desc);

-- Counts guesses per subject (an account, or a name nobody has) and origin; one row is one window of fifteen minutes.
create table login_guards (
  subject bytea not null,
  origin bytea not null,
  attempts integer not null,
  started_at bigint not null,
  locked_until bigint,
  primary key (subject, origin)
);
create index login_guards_by_age on login_guards (started_at);

create table mails (
  mail_id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at bigint not null,
  -- After this moment the mail says nothing useful and is not sent any more.
  useful_until bigint not null,
  attempts integer not null default 0,
  next_attempt_at bigint not null,
  sent_at bigint,
  failed_at bigint
);
create index mails_waiting on mails (next_attempt_at) where sent_at is null and failed_at is null;
