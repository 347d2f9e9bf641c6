-- What a unit of each agency's account is worth, struck once on each trading day of the United States from the account of the strike before.
-- Never changed: whoever has the prices works every row out again. `backtest` is what the strategy would have done before its record began.
-- Values of a unit are units of 10^-8, which are the account's cents: it began with a million dollars for a million units.
create table agency_strikes (
  agency_id text not null,
  kind text not null check (kind in ('backtest', 'live')),
  date date not null,
  nav bigint not null check (nav > 0),
  -- Management fees that one unit has paid since the record began.
  fees bigint not null check (fees >= 0),
  cash bigint not null,
  carry bigint not null,
  -- Spread and charges of the day's trades.
  costs bigint not null check (costs >= 0),
  -- What the index was at, which the same days held without trading are compared with; null where it is not listed.
  benchmark bigint,
  positions jsonb not null,
  -- The prices that the day's values follow from.
  moves jsonb not null,
  trades jsonb not null,
  -- Decided on this day's close, carried out at the next open; null where nothing was decided anew.
  plan jsonb,
  struck_at bigint not null,
  primary key (agency_id, kind, date)
);
create index agency_strikes_newest on agency_strikes (struck_at);
create trigger agency_strikes_are_kept before update or delete or truncate on agency_strikes for each statement execute function refuse_change();

-- Mandates. Amounts are cents, units and values of a unit are units of 10^-8.
create table mandates (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  agency_id text not null,
  amount bigint not null check (amount between 10000 and 100000000 and amount % 100 = 0),
  term_days int not null check (term_days in (7, 15, 30, 90)),
  status text not null check (status in ('waiting', 'active', 'settled', 'cancelled', 'rejected')),
  deal_on date not null,
  units bigint not null check (units >= 0),
  entered_nav bigint,
  entered_fees bigint,
  cost bigint not null check (cost >= 0),
  high_water bigint not null check (high_water >= amount),
  expires_on date,
  renews boolean not null,
  renewals int not null check (renewals >= 0),
  limit_percent int check (limit_percent between 1 and 50),
  limit_from date,
  ending_on date,
  ending_reason text check (ending_reason in ('request', 'limit')),
  share_paid bigint not null check (share_paid >= 0),
  settled_on date,
  settled_reason text check (settled_reason in ('term', 'request', 'limit', 'stop', 'closed')),
  settled_nav bigint,
  settled_value bigint,
  settled_exit_fee bigint,
  settled_payout bigint,
  -- The date of what comes next: its strike, the end of its term or an earlier one; null when nothing does.
  due_on date,
  started_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint mandate_is_entered_whole check (num_nulls(entered_nav, entered_fees) in (0, 2)),
  constraint mandate_limit_is_whole check (num_nulls(limit_percent, limit_from) in (0, 2)),
  constraint mandate_ending_is_whole check (num_nulls(ending_on, ending_reason) in (0, 2)),
  constraint mandate_is_settled_whole check (
    num_nulls(settled_on, settled_reason, settled_nav, settled_value, settled_exit_fee, settled_payout)
      = case status when 'settled' then 0 else 6 end),
  constraint mandate_ends_empty check (status = 'active' or (units = 0 and cost = 0))
);
create index mandates_newest on mandates (account_id, started_at desc, id desc);
create index mandates_due on mandates (due_on) where due_on is not null;
create index mandates_limited on mandates (agency_id) where status = 'active' and limit_percent is not null;
create index mandates_open on mandates (agency_id) where status in ('waiting', 'active');
