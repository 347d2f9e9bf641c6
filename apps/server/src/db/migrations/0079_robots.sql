-- Orders that a robot has given, with the part of its rental that pays for them. Null for every other order.
alter table orders
  add column robot_rental_id uuid,
  add column robot_slot_id uuid,
  add constraint order_robot_is_whole check (num_nulls(robot_rental_id, robot_slot_id) in (0, 2));
create index orders_robots on orders (account_id, robot_rental_id, accepted_at desc, id desc) where robot_rental_id is not null;

-- Robots that somebody rents. Amounts are cents, limits are ten-thousandths.
create table robot_rentals (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  robot_id text not null,
  -- Of the rule's text and parameters: no other rule trades for this rental.
  rule_hash text not null check (rule_hash ~ '^[0-9a-f]{64}$'),
  instrument_ids text[] not null check (cardinality(instrument_ids) between 1 and 5),
  capital bigint not null check (capital between 10000 and 1000000),
  rent bigint not null check (rent >= 0),
  max_daily_loss bigint not null check (max_daily_loss between 100 and 5000),
  max_drawdown bigint not null check (max_drawdown between 100 and 5000),
  sells_at_limit boolean not null,
  hands_over boolean not null,
  status text not null check (status in ('running', 'paused', 'stopping', 'expiring', 'stopped', 'expired')),
  pause_reason text check (pause_reason in ('dailyLoss', 'drawdown', 'rule')),
  paused_on date,
  rented_on date not null,
  value bigint not null check (value >= 0),
  valued_on date,
  peak bigint not null check (peak >= capital and peak >= value),
  returned bigint not null check (returned >= 0),
  rented_at bigint not null,
  ends_at bigint not null,
  changed_at bigint not null,
  ended_at bigint,
  primary key (account_id, id),
  constraint rental_is_paused_for_a_reason check (num_nulls(pause_reason, paused_on) in (0, 2)),
  constraint rental_runs_unpaused check (status <> 'running' or pause_reason is null),
  constraint rental_ends_once check ((ended_at is null) = (status in ('running', 'paused', 'stopping', 'expiring')))
);
create index robot_rentals_newest on robot_rentals (account_id, rented_at desc, id desc);
create index robot_rentals_open on robot_rentals (account_id, id) where ended_at is null;

-- The part of a rental that trades one instrument: its money, which is an account of the ledger, and its shares, which are locked ones of
-- the customer's position. Cash is in cents, quantities are units of 10^-8, targets ten-thousandths.
create table robot_slots (
  account_id bigint not null,
  id uuid not null,
  rental_id uuid not null,
  instrument_id text not null,
  cash bigint not null check (cash >= 0),
  quantity bigint not null check (quantity >= 0),
  target bigint not null check (target between 0 and 10000),
  -- The newest day whose close was acted on.
  acted_on date,
  order_id uuid,
  settles_on date,
  changed_at bigint not null,
  primary key (account_id, id),
  unique (account_id, rental_id, instrument_id)
);
create index robot_slots_holding on robot_slots (account_id, instrument_id) where quantity > 0;

-- What each rental was worth at the end of each day: its live record. Never changed.
create table robot_values (
  account_id bigint not null,
  rental_id uuid not null,
  date date not null,
  value bigint not null check (value >= 0),
  primary key (account_id, rental_id, date)
);
