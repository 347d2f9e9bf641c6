-- Who a customer is. Names, birth dates and document numbers stand here sealed only (the key is not in the database);
-- a document is found again by its fingerprint. Times are epoch milliseconds of the real clock.

alter table accounts
  add column kyc_status text not null default 'none' check (kyc_status in ('none', 'pending', 'passed', 'failed')),
  -- Why the newest case failed.
  add column kyc_reason text,
  add column kyc_changed_at bigint,
  add constraint kyc_reason_of_failed check ((kyc_reason is not null) = (kyc_status = 'failed'));

-- One submission of somebody's papers. What was submitted never changes; a decision ends the case, and another
-- submission is another case.
create table kyc_cases (
  account_id bigint not null references accounts (account_id),
  case_id uuid not null,
  status text not null check (status in ('pending', 'passed', 'failed')),
  document_type text not null check (document_type in ('idcard', 'passport')),
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- Name, birth date and gender; number, machine-readable zone and expiry.
  person bytea not null,
  document bytea not null,
  document_fingerprint bytea not null,
  -- The day the document says it ends; null where nobody could read it.
  expires_on date,
  front_image uuid,
  back_image uuid,
  hold_image uuid,
  -- 1 for the first submission; each retry after a failure counts one more.
  attempt integer not null check (attempt > 0),
  submitted_at bigint not null,
  -- When the rules look at it, and from when on a person does.
  review_at bigint not null,
  queued_at bigint,
  decided_at bigint,
  reason text,
  primary key (account_id, case_id),
  check ((decided_at is not null) = (status <> 'pending')),
  check ((reason is not null) = (status = 'failed'))
);
create unique index kyc_cases_one_pending on kyc_cases (account_id) where status = 'pending';
create index kyc_cases_due on kyc_cases (review_at) where status = 'pending' and queued_at is null;
create index kyc_cases_newest on kyc_cases (account_id, submitted_at desc, case_id desc);
create index kyc_cases_document on kyc_cases (document_fingerprint);
create index kyc_cases_expiry on kyc_cases (expires_on) where status = 'passed';

-- Every look at a case, by the rules or by a person: what was looked at, under which version of the rules, and what
-- came of it. Findings are names of checks and their results, never what a document says.
create table kyc_reviews (
  account_id bigint not null,
  case_id uuid not null,
  review_id uuid not null,
  decided_by text not null,
  rule_version text not null,
  outcome text not null check (outcome in ('pass', 'fail', 'uncertain')),
  reason text,
  findings jsonb not null,
  at bigint not null,
  primary key (account_id, case_id, review_id),
  foreign key (account_id, case_id) references kyc_cases (account_id, case_id)
);

create trigger kyc_reviews_append_only before update or delete on kyc_reviews for each statement execute function refuse_change();
create trigger kyc_reviews_no_truncate before truncate on kyc_reviews for each statement execute function refuse_change();
do $$
begin
  revoke update, delete on kyc_reviews from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
