-- Money lent against collateral. Amounts are minor units of dollars; rates, shares and units are units of 10^-8, and so are interest and
-- penalty as they add up, of a minor unit.
create table loans (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  product_id text not null,
  term_days int not null check (term_days > 0),
  daily_rate bigint not null check (daily_rate > 0),
  penalty_rate bigint not null check (penalty_rate > 0),
  amount bigint not null check (amount > 0),
  purpose text,
  status text not null check (status in ('pending', 'active', 'overdue', 'selling', 'repaid', 'defaulted', 'rejected', 'cancelled')),
  reason text check (reason in ('COLLATERAL', 'ACCOUNT_FROZEN', 'DOCUMENTS_NEEDED', 'HISTORY', 'NOT_AFFORDABLE')),
  principal bigint not null check (principal >= 0 and principal <= amount),
  interest bigint not null check (interest >= 0),
  penalty bigint not null check (penalty >= 0),
  late bigint not null check (late >= 0 and late <= amount * 20000000),
  interest_paid bigint not null check (interest_paid >= 0),
  penalty_paid bigint not null check (penalty_paid >= 0),
  written_off bigint not null check (written_off >= 0),
  debt bigint not null check (debt >= 0),
  lent_from date,
  due_on date,
  counted_to date,
  default_cause text check (default_cause in ('value', 'time')),
  called_on date,
  steps int not null,
  applied_at bigint not null,
  review_at bigint not null,
  queued_at bigint,
  -- With spaces between them.
  findings text not null,
  examined_at bigint,
  last_paid_at bigint,
  ended_at bigint,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint loan_is_dated_whole check (num_nulls(lent_from, due_on, counted_to) in (0, 3)),
  constraint loan_that_ended_owes_nothing check (status in ('active', 'overdue', 'selling') or (principal = 0 and debt = 0)),
  constraint loan_is_rejected_for_a_reason check ((status = 'rejected') = (reason is not null))
);
create index loans_newest on loans (account_id, applied_at desc, id desc);
create index loans_reviewed on loans (review_at) where status = 'pending';
create index loans_open on loans (counted_to) where status in ('active', 'overdue', 'selling');
-- One at a time.
create unique index loans_one_open on loans (account_id) where status in ('pending', 'active', 'overdue', 'selling');

-- Payments on loans: on hold until they are approved.
create table loan_repayments (
  account_id bigint not null,
  id uuid not null,
  loan_id uuid not null,
  wallet text not null,
  amount bigint not null check (amount > 0),
  penalty bigint not null check (penalty >= 0),
  interest bigint not null check (interest >= 0),
  principal bigint not null check (principal >= 0),
  status text not null check (status in ('pending', 'approved', 'rejected')),
  reason text check (reason in ('NOT_REQUESTED', 'ACCOUNT_FROZEN', 'FUNDS_DISPUTED')),
  counted_on date not null,
  requested_at bigint not null,
  review_at bigint not null,
  queued_at bigint,
  -- With spaces between them.
  findings text not null,
  decided_at bigint,
  primary key (account_id, id),
  foreign key (account_id, loan_id) references loans,
  constraint loan_repayment_is_its_parts check (amount = penalty + interest + principal)
);
create index loan_repayments_of on loan_repayments (account_id, loan_id, requested_at desc);
create index loan_repayments_reviewed on loan_repayments (review_at) where status = 'pending';
create unique index loan_repayments_one_pending on loan_repayments (account_id, loan_id) where status = 'pending';

-- What covers loans: cash of a wallet, shares of a position, units of a subscription to a fund.
create table loan_pledges (
  account_id bigint not null,
  id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('cash', 'stock', 'fund')),
  ref text not null,
  quantity bigint not null check (quantity >= 0),
  start_quantity bigint not null check (start_quantity > 0),
  start_value bigint not null check (start_value >= 0),
  sale_id uuid,
  changed_at bigint not null,
  primary key (account_id, id),
  foreign key (account_id, loan_id) references loans
);
create index loan_pledges_of on loan_pledges (account_id, loan_id);
create index loan_pledges_locked on loan_pledges (account_id, kind, ref) where quantity > 0;

-- Units that cover a loan cannot be given back; a redemption that pays one in default is the house's.
alter table fund_orders add column pledged bigint not null default 0 check (pledged >= 0);
alter table fund_orders add column redeem_loan uuid;
alter table fund_orders add constraint fund_order_holds_what_it_pledges check (pledged <= units);

alter table review_cases drop constraint review_cases_kind_check;
alter table review_cases add constraint review_cases_kind_check
  check (kind in ('kyc', 'deposit', 'withdrawal', 'card', 'permission', 'support', 'loan', 'repayment'));
