-- What a unit of each fund is worth, struck once on each trading day of the United States from the published holdings of the strike
-- before. Never changed: whoever has the prices can work every row out. Values and weights are units of 10^-8.
create table fund_strikes (
  fund_id text not null,
  date date not null,
  nav bigint not null check (nav > 0),
  -- Management fees that one unit has paid since the fund began.
  fees bigint not null check (fees >= 0),
  -- Of what the fund held until this strike: the closes that its return is counted from.
  moves jsonb not null,
  -- What the fund holds from this strike to the next: series, weight, and the price it was struck at.
  holdings jsonb not null,
  struck_at bigint not null,
  primary key (fund_id, date)
);
create index fund_strikes_newest on fund_strikes (struck_at);
create trigger fund_strikes_are_kept before update or delete or truncate on fund_strikes for each statement execute function refuse_change();

-- Subscriptions to funds. Amounts are minor units of the fund's currency, units and values of a unit are units of 10^-8.
create table fund_orders (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  fund_id text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  status text not null check (status in ('confirming', 'holding', 'redeeming', 'redeemed', 'cancelled', 'rejected')),
  deal_on date not null,
  units bigint not null check (units >= 0),
  bought_nav bigint,
  bought_fees bigint,
  cost bigint not null check (cost >= 0),
  expires_on date,
  redeem_units bigint,
  redeem_on date,
  redeem_early boolean,
  redeem_nav bigint,
  redeem_fees bigint,
  pays_on date,
  paid_count int not null,
  paid bigint not null check (paid >= 0),
  -- The date of what comes next: its strike, the end of its term; null when nothing does.
  due_on date,
  started_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint fund_order_is_bought_whole check (num_nulls(bought_nav, bought_fees) in (0, 2)),
  constraint fund_redemption_is_whole check (num_nulls(redeem_units, redeem_on, redeem_early) in (0, 3)),
  constraint fund_redemption_is_struck_whole check (num_nulls(redeem_nav, redeem_fees, pays_on) in (0, 3)),
  constraint fund_order_redeems_what_it_holds check (redeem_units is null or (redeem_units > 0 and redeem_units <= units)),
  constraint fund_order_ends_empty check (status in ('holding', 'redeeming') or (units = 0 and cost = 0 and redeem_units is null))
);
create index fund_orders_newest on fund_orders (account_id, started_at desc, id desc);
create index fund_orders_due on fund_orders (due_on) where due_on is not null;
create index fund_orders_paying on fund_orders (pays_on) where pays_on is not null;
create index fund_orders_open on fund_orders (fund_id) where status in ('confirming', 'holding', 'redeeming');
