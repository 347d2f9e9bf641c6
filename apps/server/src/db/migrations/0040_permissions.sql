-- What an account may be allowed beyond what everybody may. One row for each kind that was ever asked for; times are epoch
-- milliseconds of the real clock.
create table permissions (
  account_id bigint not null references accounts (account_id),
  type text not null check (type in ('blockTrade', 'trading', 'institution')),
  status text not null check (status in ('none', 'review', 'open', 'rejected')),
  reason text,
  -- What the institution is called and its number, sealed; null for the other kinds.
  sealed bytea,
  document uuid,
  quiz_passed boolean,
  applied_at bigint not null,
  review_at bigint not null,
  queued_at bigint,
  decided_at bigint,
  -- Since when too little has been owned to keep it, and when that was last looked at.
  low_since bigint,
  checked_at bigint,
  primary key (account_id, type),
  check ((decided_at is null) = (status = 'review')),
  check (status <> 'rejected' or reason is not null),
  check (low_since is null or status = 'open')
);
create index permissions_due on permissions (review_at) where status = 'review' and queued_at is null;
create index permissions_open on permissions (checked_at) where status = 'open';

-- Every look at one, by the rules or by a person: what was found and what came of it.
create table permission_reviews (
  account_id bigint not null,
  type text not null,
  review_id uuid not null,
  decided_by text not null,
  rule_version text not null,
  outcome text not null check (outcome in ('pass', 'fail', 'uncertain', 'lost', 'revoked')),
  reason text,
  findings jsonb not null,
  at bigint not null,
  primary key (account_id, type, review_id),
  foreign key (account_id, type) references permissions (account_id, type)
);
create trigger permission_reviews_append_only before update or delete on permission_reviews for each statement execute function refuse_change();
create trigger permission_reviews_no_truncate before truncate on permission_reviews for each statement execute function refuse_change();
do $$
begin
  revoke update, delete on permission_reviews from rueda_app;
  revoke delete on permissions from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
