-- What can be known of where a session was opened without asking anybody: this machine, its own network, or nothing. The
-- fingerprint is of the address and the kind of device together; it finds two accounts on one device and tells nothing else.
alter table sessions
  add column place text not null default 'unknown' check (place in ('machine', 'network', 'unknown')),
  add column device_fingerprint bytea check (octet_length(device_fingerprint) = 32);
create index sessions_by_device on sessions (device_fingerprint);

-- Seen on a device of who brought them: nothing is earned by such a pair (referral), and sessions are forgotten.
alter table accounts add column shares_device boolean not null default false;
