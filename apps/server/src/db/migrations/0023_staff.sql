-- Staff, their sessions, what waits for a second person, review cases, and the audit log. Times are epoch milliseconds.

create table staff (
  staff_id uuid primary key,
  -- A person may have had several accounts; two eyes are two persons.
  person_id uuid not null,
  -- Null only for the very first account, until its owner has opened the set-up link.
  email text unique,
  name text not null,
  roles text[] not null check (cardinality(roles) between 1 and 3),
  password_hash text,
  -- The secret of the authenticator app, sealed; null until the set-up is finished.
  factor bytea,
  -- The last time step whose code was used: a code opens once.
  factor_step bigint not null default 0,
  created_at bigint not null,
  disabled_at bigint,
  -- SHA-256 of the one-time set-up token, and the secret it offers, sealed.
  setup_hash bytea unique,
  setup_factor bytea,
  setup_until bigint,
  check ((setup_hash is null) = (setup_until is null)),
  constraint staff_is_set_up_whole check (factor is null or (password_hash is not null and email is not null))
);

create table staff_sessions (
  session_id uuid primary key,
  staff_id uuid not null references staff,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  device text not null,
  address text not null,
  created_at bigint not null,
  last_use_at bigint not null,
  verified_at bigint not null,
  ended_at bigint
);
-- One active session per account.
create unique index staff_sessions_one on staff_sessions (staff_id) where ended_at is null;

-- What takes two persons. The first asks and the second asks for exactly the same, both with a fresh second factor,
-- within a day. The database holds them to it, whatever the server does.
create table approvals (
  approval_id uuid primary key,
  power text not null,
  subject text not null,
  account_id bigint,
  path text not null,
  payload json not null,
  payload_hash bytea not null check (octet_length(payload_hash) = 32),
  maker uuid not null references staff,
  maker_person uuid not null,
  maker_verified_at bigint not null,
  made_at bigint not null,
  expires_at bigint not null,
  checker uuid references staff,
  checker_person uuid,
  checker_verified_at bigint,
  checked_hash bytea,
  decided_at bigint,
  decision text check (decision in ('approved', 'refused', 'expired')),
  constraint approval_is_whole check ((decision is null) = (decided_at is null)),
  constraint approval_names_its_checker check (
    decision is distinct from 'approved'
    or (checker is not null and checker_person is not null and checker_verified_at is not null and checked_hash is not null)
  ),
  constraint approval_takes_two_persons check (decision is distinct from 'approved' or checker_person <> maker_person),
  constraint approval_binds_the_payload check (decision is distinct from 'approved' or checked_hash = payload_hash),
  constraint approval_lasts_a_day check (
    expires_at = made_at + 86400000 and (decision is distinct from 'approved' or decided_at <= expires_at)
  ),
  constraint approval_needs_fresh_factors check (
    made_at - maker_verified_at between 0 and 300000
    and (decision is distinct from 'approved' or decided_at - checker_verified_at between 0 and 300000)
  )
);
create unique index approvals_waiting on approvals (power, subject) where decision is null;

-- What was asked for never changes, and what is decided stays decided.
create function keep_approval() returns trigger language plpgsql as $$
begin
  if old.decision is not null
    or (new.approval_id, new.power, new.subject, new.account_id, new.path, new.payload::text, new.payload_hash, new.maker, new.maker_person,
        new.maker_verified_at, new.made_at, new.expires_at)
      is distinct from
       (old.approval_id, old.power, old.subject, old.account_id, old.path, old.payload::text, old.payload_hash, old.maker, old.maker_person,
        old.maker_verified_at, old.made_at, old.expires_at)
  then
    raise exception 'an approval is decided once and never rewritten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger approvals_are_kept before update on approvals for each row execute function keep_approval();
create trigger approvals_stay before delete or truncate on approvals for each statement execute function refuse_change();

-- What waits for staff. One open case per subject; a claim lasts fifteen minutes and then lapses by itself.
create table review_cases (
  account_id bigint not null,
  case_id uuid not null,
  kind text not null check (kind in ('kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support')),
  subject_id text not null,
  opened_at bigint not null,
  due_at bigint not null,
  claimed_by uuid references staff,
  claimed_until bigint,
  closed_at bigint,
  outcome text,
  reason_code text,
  closed_by uuid references staff,
  primary key (account_id, case_id),
  check ((claimed_by is null) = (claimed_until is null)),
  check ((closed_at is null) = (outcome is null))
);
create unique index review_cases_by_id on review_cases (case_id);
create unique index review_cases_open on review_cases (kind, subject_id) where closed_at is null;
create index review_cases_due on review_cases (kind, due_at) where closed_at is null;
create index review_cases_closed on review_cases (kind, closed_at desc) where closed_at is not null;

-- What staff did, in one chain of hashes. Reasons, the state before and after, and the hash of the row before.
create table audit_log (
  sequence bigint primary key check (sequence > 0),
  at bigint not null,
  staff_id uuid not null references staff,
  role text not null,
  power text not null,
  account_id bigint,
  subject text,
  reason text not null,
  note text,
  before json,
  after json,
  request_id uuid not null,
  address text not null,
  approval_id uuid references approvals,
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  hash bytea not null check (octet_length(hash) = 32)
);
create index audit_log_of_customer on audit_log (account_id, sequence desc) where account_id is not null;
create index audit_log_of_staff on audit_log (staff_id, sequence desc);
create trigger audit_log_append_only before update or delete on audit_log for each statement execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_change();

do $$
begin
  revoke update, delete on audit_log from rueda_app;
  revoke delete on approvals, review_cases, staff from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;
