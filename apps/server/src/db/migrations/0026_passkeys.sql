-- Passkeys, and the challenges that devices answer. Times are epoch milliseconds of the real clock.

create table passkeys (
  account_id bigint not null references accounts (account_id),
  passkey_id uuid not null,
  -- The authenticator's own name for it, base64url.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  synced boolean not null,
  created_at bigint not null,
  last_use_at bigint,
  primary key (account_id, passkey_id)
);

-- A challenge is answered once: taking it deletes it. One for a login belongs to nobody yet.
create table passkey_challenges (
  challenge_id uuid primary key,
  account_id bigint references accounts (account_id),
  purpose text not null check (purpose in ('register', 'login', 'verify')),
  challenge text not null,
  expires_at bigint not null,
  check ((account_id is null) = (purpose = 'login'))
);
create index passkey_challenges_by_age on passkey_challenges (expires_at);
