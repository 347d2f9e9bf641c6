-- Complaints of customers about the house, each made of their conversation with the staff. What was written stands here sealed only; times
-- are epoch milliseconds of the real clock, for people wait in real time.
create table complaints (
  account_id bigint not null references support_threads (account_id),
  complaint_id uuid not null,
  number text not null unique,
  topic text not null,
  -- "order:<id>".
  record text,
  status text not null check (status in ('received', 'acknowledged', 'answered', 'withdrawn')),
  sealed bytea not null,
  filed_at bigint not null,
  -- Set when it was made; they never move.
  acknowledge_by bigint not null,
  answer_by bigint not null,
  acknowledged_at bigint,
  answered_at bigint,
  outcome text check (outcome in ('upheld', 'partlyUpheld', 'notUpheld')),
  answer_language text,
  answer bytea,
  withdrawn_at bigint,
  -- Since when customer and staff know that the answer is late.
  late_told_at bigint,
  primary key (account_id, complaint_id),
  check (filed_at < acknowledge_by and acknowledge_by < answer_by),
  check (status not in ('acknowledged', 'answered') or acknowledged_at is not null),
  check ((status = 'answered') = (answered_at is not null)),
  check ((status = 'withdrawn') = (withdrawn_at is not null)),
  constraint complaint_is_answered_whole check (num_nonnulls(answered_at, outcome, answer_language, answer) in (0, 4))
);
-- One at a time: the next can be made when the house has answered.
create unique index complaints_one_open on complaints (account_id) where status in ('received', 'acknowledged');
create index complaints_by_deadline on complaints (answer_by) where status in ('received', 'acknowledged');
create index complaints_answered on complaints (answered_at) where status = 'answered';

-- Answers as staff write them; two persons send the version that both have read. Never read for a customer.
create table complaint_drafts (
  account_id bigint not null,
  complaint_id uuid not null,
  version integer not null check (version > 0),
  outcome text not null check (outcome in ('upheld', 'partlyUpheld', 'notUpheld')),
  language text not null,
  sealed bytea not null,
  staff_id uuid not null references staff,
  at bigint not null,
  primary key (account_id, complaint_id, version),
  foreign key (account_id, complaint_id) references complaints
);

-- A complaint is a case of its own.
alter table review_cases drop constraint review_cases_kind_check;
alter table review_cases add constraint review_cases_kind_check
  check (kind in ('kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support', 'complaint', 'loan', 'repayment'));

-- What was said stays said; keys of the vault are changed under it all the same.
do $$
begin
  revoke delete on complaints, complaint_drafts from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
