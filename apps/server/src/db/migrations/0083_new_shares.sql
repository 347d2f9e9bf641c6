-- New shares before they are listed. Everything of an offering is public but the secret, which is sealed until the draw and published with
-- it. Prices and lot sizes are units of 10^-8; the tranche is counted in lots.
create table ipos (
  id uuid primary key,
  -- The number of the invented company, from which its name, price and issue follow.
  number integer not null unique,
  instrument_id text not null,
  price bigint not null check (price > 0),
  lot_size bigint not null check (lot_size > 0),
  quota integer not null check (quota > 0),
  max_lots integer not null check (max_lots > 0),
  announced_at bigint not null,
  opens_at bigint not null,
  closes_at bigint not null,
  draws_at bigint not null,
  lists_on date not null,
  -- SHA-256 of the secret, published before the window opens.
  commitment text not null,
  sealed bytea,
  -- The beacon and its round, fixed in advance; null where the public value is the number of the offering.
  beacon_url text,
  beacon_round bigint,
  status text not null check (status in ('announced', 'open', 'closed', 'allotted', 'listed', 'withdrawn')),
  list_hash text,
  entropy text,
  secret text,
  closed_at bigint,
  drawn_at bigint,
  listed_at bigint,
  constraint ipo_times_are_in_order check (announced_at <= opens_at and opens_at < closes_at and closes_at < draws_at),
  constraint ipo_beacon_is_whole check (num_nulls(beacon_url, beacon_round) in (0, 2)),
  constraint ipo_is_drawn_whole check (num_nulls(entropy, secret, drawn_at) in (0, 3)),
  constraint ipo_is_drawn_after_its_list check (drawn_at is null or list_hash is not null),
  constraint ipo_keeps_its_secret check (sealed is not null or secret is not null or status = 'withdrawn')
);
create index ipos_newest on ipos (opens_at desc, id desc);

-- What an offering was announced with is never changed, nor what is published of its draw.
create function keep_announcement() returns trigger language plpgsql as $$
begin
  if (new.id, new.number, new.instrument_id, new.price, new.lot_size, new.quota, new.max_lots, new.announced_at, new.opens_at, new.closes_at,
      new.draws_at, new.lists_on, new.commitment, new.beacon_url, new.beacon_round)
     is distinct from
     (old.id, old.number, old.instrument_id, old.price, old.lot_size, old.quota, old.max_lots, old.announced_at, old.opens_at, old.closes_at,
      old.draws_at, old.lists_on, old.commitment, old.beacon_url, old.beacon_round)
     or (old.list_hash is not null and new.list_hash is distinct from old.list_hash)
     or (old.drawn_at is not null and (new.entropy, new.secret, new.drawn_at) is distinct from (old.entropy, old.secret, old.drawn_at))
  then raise exception 'what was published of ipos is kept';
  end if;
  return new;
end $$;
create trigger ipos_keep_their_word before update on ipos for each row execute function keep_announcement();
create trigger ipos_stay before delete on ipos for each statement execute function refuse_change();
create trigger ipos_are_not_truncated before truncate on ipos for each statement execute function refuse_change();

-- The applications that stood at the close, by their numbers alone, and what the draw gave them.
create table ipo_applications (
  ipo_id uuid not null references ipos (id),
  number text not null,
  lots integer not null check (lots > 0),
  primary key (ipo_id, number)
);
create trigger ipo_applications_are_kept before update or delete or truncate on ipo_applications for each statement execute function refuse_change();
create table ipo_results (
  ipo_id uuid not null,
  number text not null,
  key text not null,
  rank integer not null check (rank > 0),
  allotted integer not null check (allotted >= 0),
  primary key (ipo_id, number),
  foreign key (ipo_id, number) references ipo_applications (ipo_id, number)
);
create trigger ipo_results_are_kept before update or delete or truncate on ipo_results for each statement execute function refuse_change();

-- Two persons have taken an offering back before it was listed; the job gives everybody's money back.
create table ipo_withdrawals (
  ipo_id uuid primary key references ipos (id),
  approval_id uuid not null,
  reason text not null,
  withdrawn_at bigint not null
);
create trigger ipo_withdrawals_are_kept before update or delete or truncate on ipo_withdrawals for each statement execute function refuse_change();

-- Customers' applications for offered shares. Amounts are cents, prices and quantities units of 10^-8.
create table subscriptions (
  account_id bigint not null,
  id uuid not null,
  number text not null unique,
  kind text not null check (kind in ('ipo', 'placing')),
  offering_id uuid not null,
  instrument_id text not null,
  price bigint not null check (price > 0),
  quantity bigint not null check (quantity > 0),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('waiting', 'allotted', 'delivered', 'notAllotted', 'cancelled', 'withdrawn')),
  allotted bigint not null check (allotted >= 0 and allotted <= quantity),
  paid bigint not null check (paid >= 0 and paid <= amount),
  delivered_on date,
  started_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint subscription_is_delivered_on_a_day check ((status = 'delivered') = (delivered_on is not null)),
  constraint subscription_is_allotted_something check ((status in ('allotted', 'delivered')) = (allotted > 0))
);
create index subscriptions_newest on subscriptions (account_id, started_at desc, id desc);
create index subscriptions_of_offering on subscriptions (offering_id, status);
-- One application that waits for each customer and offering.
create unique index subscriptions_waiting on subscriptions (account_id, offering_id) where status = 'waiting';
create index subscriptions_delivered on subscriptions (account_id, instrument_id) where status = 'delivered';

-- Everything by which customers came to shares and parted with them, in its order: the fills, and what was delivered of offered shares, which
-- comes after the last fill that the ledger had booked before it.
create view share_fills as
  select account_id, order_id, position_id, sequence, instrument_id, side, price, quantity, notional, commission, market_fee, vat, sec_fee, taf,
         transaction_tax, resting, trade_date, settlement_date, realised, match_number, match_account_id, match_order_id, match_low, match_high,
         match_in_call, market_phase, at_fixed_price, band_low, band_high, at, 0 as turn
  from fills where position_id is null
  union all
  select s.account_id, s.id, null, coalesce(before.sequence, 0), s.instrument_id, 'buy', s.price, s.allotted, s.paid, 0, 0, 0, 0, 0,
         0, false, s.delivered_on, s.delivered_on, null, null, null, null, null, null,
         null, null, null, null, null, s.changed_at, 1
  from subscriptions s
  left join lateral (
    select max(f.sequence) as sequence from fills f
    join entries traded on traded.account_id = f.account_id and traded.cause_kind = 'order' and traded.cause_id = f.order_id::text
      and traded.cause_step = f.sequence and traded.journal in ('J32', 'J33')
    join entries delivered on delivered.account_id = s.account_id and delivered.cause_kind = 'subscription' and delivered.cause_id = s.id::text
      and delivered.journal = 'J53'
    where f.account_id = s.account_id and f.instrument_id = s.instrument_id and traded.sequence < delivered.sequence) before on true
  where s.status = 'delivered';

-- HMAC with SHA-256 for keys of up to 64 bytes, with which the checks of the ledger do every draw again.
create function hmac_sha256(key bytea, message bytea) returns bytea language plpgsql immutable strict as $$
declare
  inner_pad bytea := decode(repeat('36', 64), 'hex');
  outer_pad bytea := decode(repeat('5c', 64), 'hex');
begin
  for place in 0 .. length(key) - 1 loop
    inner_pad := set_byte(inner_pad, place, get_byte(inner_pad, place) # get_byte(key, place));
    outer_pad := set_byte(outer_pad, place, get_byte(outer_pad, place) # get_byte(key, place));
  end loop;
  return sha256(outer_pad || sha256(inner_pad || message));
end $$;
