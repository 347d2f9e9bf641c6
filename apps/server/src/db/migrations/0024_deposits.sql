-- Money that customers bring. Amounts are minor units of the channel's currency, credits those of its wallet, rates are
-- units of 10^-8.

-- What the chain and the bank said themselves. Nobody changes it: a deposit is credited for its line's amount.
create table deposit_arrivals (
  account_id bigint not null,
  id uuid not null,
  channel text not null,
  amount bigint not null check (amount > 0),
  reference text not null,
  -- The block of a chain; null for a bank.
  block bigint,
  at bigint not null,
  primary key (account_id, id)
);
create trigger deposit_arrivals_append_only before update or delete on deposit_arrivals for each statement execute function refuse_change();
create trigger deposit_arrivals_no_truncate before truncate on deposit_arrivals for each statement execute function refuse_change();

create table deposits (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  channel text not null,
  announced bigint check (announced > 0),
  proof text,
  tx_hash text,
  arrival_id uuid,
  arrived bigint,
  arrival_reference text,
  arrival_block bigint,
  arrived_at bigint,
  credited bigint check (credited >= 0),
  rate bigint check (rate > 0),
  shortfall bigint not null default 0 check (shortfall >= 0),
  status text not null check (status in ('announced', 'arrived', 'waiting', 'credited', 'reversed', 'failed')),
  reason text,
  started_at bigint not null,
  review_at bigint,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint arrival_is_whole check (num_nulls(arrival_id, arrived, arrival_reference, arrived_at) in (0, 4)),
  constraint deposit_has_a_source check (announced is not null or arrival_id is not null),
  constraint credit_is_whole check ((credited is null) = (rate is null)),
  constraint credited_is_known check (status <> 'credited' or credited is not null),
  constraint only_arrivals_are_booked check (status in ('announced', 'failed') or arrival_id is not null),
  constraint end_has_a_reason check ((status in ('failed', 'reversed')) = (reason is not null)),
  constraint only_reversals_fall_short check (status = 'reversed' or shortfall = 0)
) with (fillfactor = 70);
-- A line of the chain or of the bank is one deposit, whoever reads it how often.
create unique index deposits_arrival on deposits (account_id, arrival_id) where arrival_id is not null;
create index deposits_open on deposits (account_id, channel) where status in ('announced', 'arrived', 'waiting');
create index deposits_newest on deposits (account_id, started_at desc, id desc);
-- What the jobs look for, over all accounts.
create index deposits_arrived on deposits (arrived_at) where status = 'arrived';
create index deposits_announced on deposits (started_at) where status = 'announced';

do $$
begin
  revoke update, delete on deposit_arrivals from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
