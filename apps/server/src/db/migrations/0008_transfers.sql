-- Money between a customer's own wallets, and the rates it was promised. Amounts are minor units of each wallet's
-- currency; rates and spreads are units of 10^-8.

-- A promise changes nothing, is never changed, and is thrown away when nobody can come back to it.
create table exchange_quotes (
  account_id bigint not null,
  id uuid not null,
  from_wallet text not null,
  to_wallet text not null,
  amount bigint not null check (amount > 0),
  received bigint not null check (received > 0),
  mid bigint not null check (mid > 0),
  mid_at bigint not null,
  rate bigint not null check (rate > 0),
  spread bigint not null,
  expires_at bigint not null,
  primary key (account_id, id)
);
create index exchange_quotes_expiry on exchange_quotes using brin (expires_at);

-- An exchange has the id of its quote, so that a quote cannot be used twice.
create table transfers (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  from_wallet text not null,
  to_wallet text not null,
  amount bigint not null check (amount > 0),
  received bigint not null check (received > 0),
  mid bigint,
  mid_at bigint,
  rate bigint,
  spread bigint,
  settles_at bigint,
  status text not null check (status in ('pending', 'done', 'failed', 'cancelled')),
  started_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint transfer_needs_two_wallets check (from_wallet <> to_wallet),
  constraint exchange_is_whole check (num_nulls(mid, mid_at, rate, spread, settles_at) in (0, 5)),
  constraint transfer_without_exchange_is_done check (rate is not null or (status = 'done' and amount = received))
);
create index transfers_newest on transfers (account_id, started_at desc, id desc);
create index transfers_due on transfers (settles_at) where status = 'pending';
