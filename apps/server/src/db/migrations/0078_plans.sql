-- Plans buy a share by themselves: for an amount every week or month, or with each dividend of the share. Amounts are minor units.
create table plans (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  instrument_id text not null,
  wallet text not null,
  -- All null for a plan that reinvests dividends.
  amount bigint check (amount > 0),
  rhythm text check (rhythm in ('week', 'month')),
  day integer check (day between 1 and 31),
  first_date date,
  due_on date,
  skips_in_row integer check (skips_in_row between 0 and 3),
  status text not null check (status in ('active', 'paused', 'ended')),
  paused_by text check (paused_by in ('customer', 'skips')),
  last_ran_on date,
  started_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint plan_recurs_whole check (num_nulls(amount, rhythm, day, first_date, due_on, skips_in_row) in (0, 6)),
  constraint plan_is_paused_by_somebody check ((status = 'paused') = (paused_by is not null))
);
create index plans_due on plans (due_on, account_id, id) where status = 'active' and due_on is not null;
create unique index plans_reinvesting on plans (account_id, instrument_id) where due_on is null and status <> 'ended';

-- Purchases of plans, one for each date or dividend: the order it became, or why it became none. Never changed.
create table plan_runs (
  account_id bigint not null,
  id text not null,
  plan_id uuid not null,
  instrument_id text not null,
  occasion text not null,
  due_on date not null,
  ran_on date not null,
  amount bigint not null check (amount > 0),
  order_id uuid,
  skipped text check (skipped in ('money', 'tooLittle', 'notAllowed', 'notTradable', 'limit', 'missed', 'other')),
  at bigint not null,
  primary key (account_id, id),
  constraint plan_run_ends_one_way check (num_nulls(order_id, skipped) = 1)
);
create index plan_runs_newest on plan_runs (account_id, plan_id, at desc);
create unique index plan_runs_orders on plan_runs (account_id, order_id) where order_id is not null;
create trigger plan_runs_are_kept before update or delete or truncate on plan_runs for each statement execute function refuse_change();

-- What placed an order that its customer did not place by hand.
alter table orders add column origin text check (origin in ('plan', 'reinvestment'));
