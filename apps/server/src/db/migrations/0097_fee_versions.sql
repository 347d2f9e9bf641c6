-- The house's commissions as they change: each version whole, from the beginning of a day in New York. The first version stands in the
-- tables of the markets. Times are epoch milliseconds of the market's clock, `at` of the wall's.
create table fee_versions (
  version integer primary key check (version > 1),
  first_day date not null unique,
  starts_at bigint not null unique,
  markets json not null,
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  approval_id uuid not null unique references approvals
);
create trigger fee_versions_append_only before update or delete on fee_versions for each statement execute function refuse_change();

-- What a customer traded in a month of New York's calendar, where it reaches a step of any version: minor units of the market's money,
-- contracts in units of 10^-8.
create table trading_volumes (
  account_id bigint not null,
  market text not null,
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  volume bigint not null check (volume > 0),
  counted_at bigint not null,
  primary key (account_id, market, month)
);
create index trading_volumes_of_month on trading_volumes (month);
create trigger trading_volumes_append_only before update or delete on trading_volumes for each statement execute function refuse_change();

-- Months that were counted for the steps known then, with how many customers reached one: none is an answer too.
create table trading_volume_months (
  month text not null check (month ~ '^\d{4}-\d{2}$'),
  version integer not null,
  counted_at bigint not null,
  customers bigint not null,
  primary key (month, version)
);
create trigger trading_volume_months_append_only before update or delete on trading_volume_months for each statement execute function refuse_change();

-- The version an order was accepted under and the step of its customer, which it keeps.
alter table orders add column fee_version integer not null default 1;
alter table orders add column fee_step integer not null default 0;
