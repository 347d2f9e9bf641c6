-- Who asked for a code: digests of the device and of the network, which tell no other address that it was the same, and whether the
-- account knew who asked. Guesses from elsewhere than the device are counted apart, so that nobody uses up those of the owner.
alter table email_codes
  add column device bytea check (octet_length(device) = 32),
  add column network bytea check (octet_length(network) = 32),
  add column network_attempts integer not null default 0,
  add column is_owner boolean not null default false;

-- When the transaction password was last shown in a session: the device it was shown on has guesses of its own.
alter table sessions add column pay_shown_at bigint;

-- A digest of the account and its device, so that a device that staff have used is known wherever it is.
alter table staff_sessions add column origin bytea check (octet_length(origin) = 32);
create index staff_sessions_by_origin on staff_sessions (staff_id, origin);
