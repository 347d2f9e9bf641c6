-- The books: one chain of journal entries per customer, the projections that follow from it, and what the write path needs.
-- Times are epoch milliseconds. Money is minor units; prices and quantities are units of 10^-8. Keys start with account_id.
-- Tables that every order writes have no foreign key to books: the write path holds the lock on the row of books it
-- writes for, books are never deleted, and the check would cost more than the row (INV-00 of the verifier asks instead).
-- Tables whose rows change leave room in their pages, so that a changed row stays in its page and no index is touched.

create table books (
  account_id bigint primary key,
  sequence bigint not null default 0 check (sequence >= 0),
  head bytea not null default decode(repeat('00', 32), 'hex'),
  last_at bigint not null default 0,
  open_orders integer not null default 0 check (open_orders >= 0),
  settled_through date,
  frozen_at bigint
) with (fillfactor = 50);

-- A projection of the entries: rebuilt from them and compared by `npm run verify`.
create table wallets (
  account_id bigint not null references books,
  type text not null,
  currency text not null,
  cash bigint not null default 0 check (cash >= 0),
  hold bigint not null default 0 check (hold >= 0),
  margin bigint not null default 0 check (margin >= 0),
  unsettled bigint not null default 0 check (unsettled >= 0),
  primary key (account_id, type)
) with (fillfactor = 70);

-- True when every asset's amounts add up to zero. An entry is one row, so half an entry cannot exist. Loops over a
-- handful of lines: an aggregate would cost twice as much, and this runs for every entry.
create function entry_balances(assets text[], amounts bigint[]) returns boolean
language plpgsql immutable parallel safe as $$
declare
  total bigint;
begin
  for this in 1 .. cardinality(assets) loop
    total := 0;
    for other in 1 .. cardinality(assets) loop
      if assets[other] = assets[this] then total := total + amounts[other]; end if;
    end loop;
    if total <> 0 then return false; end if;
  end loop;
  return true;
end
$$;

create table entries (
  account_id bigint not null,
  sequence bigint not null,
  journal text not null,
  cause_kind text not null,
  cause_id text not null,
  cause_step bigint not null,
  at bigint not null,
  value_date date not null,
  accounts text[] not null,
  assets text[] not null,
  amounts bigint[] not null,
  -- Balance of each line's account after the entry; null for accounts of the house, which are only summed.
  balances_after bigint[] not null,
  reversal_of bigint,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (account_id, sequence),
  constraint entry_has_lines check (
    cardinality(accounts) >= 2 and cardinality(accounts) = cardinality(assets)
    and cardinality(accounts) = cardinality(amounts) and cardinality(accounts) = cardinality(balances_after)
  ),
  constraint entry_has_no_zero_line check (0 <> all (amounts)),
  -- Most entries have two lines and need no function.
  constraint entry_is_balanced check (
    case cardinality(assets) when 2 then assets[1] = assets[2] and amounts[1] = -amounts[2] else entry_balances(assets, amounts) end
  )
);
-- One business event posts one step once.
create unique index entries_cause on entries (account_id, cause_id, cause_step, journal, cause_kind);
create unique index entries_reversal on entries (account_id, reversal_of) where reversal_of is not null;

create view postings as
select e.account_id, e.sequence, line.number::integer as line, e.journal, e.cause_kind, e.cause_id, e.cause_step, e.at, e.value_date,
       line.account, line.asset, line.amount, line.balance_after
from entries e
cross join lateral unnest(e.accounts, e.assets, e.amounts, e.balances_after) with ordinality as line (account, asset, amount, balance_after, number);

create table orders (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  instrument_id text not null,
  wallet text not null,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit')),
  time_in_force text not null,
  limit_price bigint,
  worst_price bigint not null,
  quantity bigint not null check (quantity > 0),
  filled_quantity bigint not null,
  filled_value bigint not null,
  filled_notional bigint not null,
  commission bigint not null,
  sec_fee bigint not null,
  taf bigint not null,
  hold_at_start bigint not null,
  held_cash bigint not null check (held_cash >= 0),
  held_quantity bigint not null check (held_quantity >= 0),
  status text not null,
  end_reason text,
  last_trade_date date not null,
  venue_sequence bigint not null,
  accepted_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint order_not_overfilled check (filled_quantity between 0 and quantity),
  constraint ended_order_holds_nothing check (status in ('queued', 'working', 'partial') or (held_cash = 0 and held_quantity = 0))
) with (fillfactor = 50);
-- No index knows the status, which changes with every fill: open orders are found through books.open_orders.
create index orders_newest on orders (account_id, accepted_at desc, id desc);

create table fills (
  account_id bigint not null,
  order_id uuid not null,
  sequence bigint not null,
  instrument_id text not null,
  side text not null,
  price bigint not null,
  quantity bigint not null check (quantity > 0),
  notional bigint not null,
  commission bigint not null,
  sec_fee bigint not null,
  taf bigint not null,
  resting boolean not null,
  trade_date date not null,
  settlement_date date not null,
  realised bigint,
  at bigint not null,
  primary key (account_id, order_id, sequence)
);
create index fills_settlement on fills (settlement_date, account_id);

create table positions (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  instrument_id text not null,
  free bigint not null check (free >= 0),
  held bigint not null check (held >= 0),
  locked bigint not null check (locked >= 0),
  cost bigint not null,
  realised bigint not null,
  charges bigint not null,
  bought_quantity bigint not null,
  bought_value bigint not null,
  sold_quantity bigint not null,
  sold_value bigint not null,
  opened_at bigint not null,
  changed_at bigint not null,
  closed_at bigint,
  primary key (account_id, id),
  constraint closed_position_is_empty check (closed_at is null or (free = 0 and held = 0 and locked = 0 and cost = 0))
) with (fillfactor = 50);
create unique index positions_open on positions (account_id, instrument_id) where closed_at is null;
create index positions_closed on positions (account_id, closed_at desc, id desc) where closed_at is not null;

-- The stored answer of a command, written with its effect in one transaction.
create table idempotency (
  account_id bigint not null,
  path text not null,
  key text not null,
  body_hash text not null,
  answer json not null,
  at bigint not null,
  primary key (account_id, path, key)
);
-- Answers are written in the order of their time, so a range index that costs nothing to keep finds the old ones.
create index idempotency_at on idempotency using brin (at);

-- What the world is told after the commit; one row per committed batch, deleted once told.
create table outbox (
  id bigint generated always as identity primary key,
  order_accounts bigint[] not null,
  orders uuid[] not null,
  position_accounts bigint[] not null,
  positions uuid[] not null,
  wallet_accounts bigint[] not null,
  wallets text[] not null,
  at bigint not null
);

-- Entries and fills are append-only: corrections are new entries. Grants refuse first; triggers stand behind them, for the owner too.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = 'insufficient_privilege';
end
$$;
create trigger entries_append_only before update or delete on entries for each statement execute function refuse_change();
create trigger entries_no_truncate before truncate on entries for each statement execute function refuse_change();
create trigger fills_append_only before update or delete on fills for each statement execute function refuse_change();
create trigger fills_no_truncate before truncate on fills for each statement execute function refuse_change();

-- The role of the running server. Its grants reach the tables of later migrations too, which may take some back.
do $$
declare
  here text := quote_ident(current_schema());
begin
  if not exists (select from pg_roles where rolname = 'rueda_app') then
    create role rueda_app nologin;
  end if;
  execute 'grant rueda_app to ' || quote_ident(current_user);
  execute 'grant usage on schema ' || here || ' to rueda_app';
  execute 'grant select, insert, update, delete on all tables in schema ' || here || ' to rueda_app';
  execute 'alter default privileges in schema ' || here || ' grant select, insert, update, delete on tables to rueda_app';
  execute 'alter default privileges in schema ' || here || ' grant usage, select on sequences to rueda_app';
  revoke update, delete on entries, fills from rueda_app;
  revoke insert, update, delete on schema_migrations from rueda_app;
exception when insufficient_privilege then
  raise notice 'no role for the server: this user of the database may not make one';
end
$$;
