-- Blocks are orders that the block desk executes: at a firm price or at one that is negotiated, and with the trading days for which what
-- they buy is locked. Null for every other order.
alter table orders
  add column block_firm boolean,
  add column block_lock_days integer check (block_lock_days between 0 and 5),
  add constraint order_block_is_whole check (num_nulls(block_firm, block_lock_days) in (0, 2));
create index orders_blocks on orders (account_id, accepted_at desc, id desc) where block_firm is not null;

-- Firm prices that the desk has given. Whether one was used is told by the order, which has its id. Prices, quantities and
-- figures are units of 10^-8, the fee is in minor units.
create table block_quotes (
  account_id bigint not null,
  id uuid not null,
  instrument_id text not null,
  side text not null check (side in ('buy', 'sell')),
  quantity bigint not null check (quantity > 0),
  price bigint not null check (price > 0),
  -- What it was worked out from, so that anybody can do so again.
  mid bigint not null check (mid > 0),
  average_volume bigint not null check (average_volume > 0),
  daily_volatility bigint not null check (daily_volatility >= 0),
  lock_days integer not null check (lock_days between 0 and 5),
  quoted_at bigint not null,
  expires_at bigint not null,
  primary key (account_id, id)
);
create index block_quotes_over on block_quotes (expires_at);

-- Shares that cannot be sold before a date. Those of a position are its open locks together.
create table share_locks (
  account_id bigint not null,
  id uuid not null,
  instrument_id text not null,
  quantity bigint not null check (quantity >= 0),
  unlocks_on date not null,
  locked_at bigint not null,
  changed_at bigint not null,
  unlocked_at bigint,
  primary key (account_id, id),
  constraint share_lock_is_open_or_empty check ((unlocked_at is null) = (quantity > 0))
);
create index share_locks_open on share_locks (account_id, instrument_id) where unlocked_at is null;
create index share_locks_due on share_locks (unlocks_on) where unlocked_at is null;
