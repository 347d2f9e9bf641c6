-- Entries, executions, events of orders and messages lie in a partition for each month of UTC, by the moment each carries, so that old months
-- can leave and are not looked through. The server makes the months ahead (db/months.ts); a row of any other moment goes to the partition
-- `…_default` and is moved when its month is made. What was there before becomes one partition, `…_before`, up to the month after its newest
-- row: it is read once, to see that it is, and not written anew.
--
-- Keys and unique indexes are those of each partition: a unique index of the whole table would need the moment, and would then say nothing.
-- Across months the versions of account states keep a number or a cause from being booked twice, and the checks of the ledger find one that was.

-- Makes a table partitioned by a column of moments. Its indexes that are not unique become those of the whole; what depends on the table is
-- made anew behind this.
create function partition_by_month(name text, moment text) returns void language plpgsql as $$
declare
  fresh text := name || '_default';
  old text := name || '_before';
  options text := (select 'with (' || array_to_string(reloptions, ', ') || ')' from pg_class where oid = name::regclass);
  index record;
  bound bigint;
begin
  -- The names of the indexes become those of the whole table.
  create temporary table kept_indexes on commit drop as
    select c.relname, x.indisunique, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class c on c.oid = x.indexrelid where x.indrelid = name::regclass;
  execute format('alter table %I rename to %I', name, old);
  for index in select * from kept_indexes loop
    execute format('alter index %I rename to %I', index.relname, old || substr(index.relname, length(name) + 1));
  end loop;
  execute format('create table %I (like %I including defaults including constraints including storage) partition by range (%I)', name, old, moment);
  for index in select * from kept_indexes where not indisunique loop
    execute index.definition;
  end loop;
  execute format('create table %I (like %I including all) %s', fresh, old, options);
  execute format('alter table %I attach partition %I default', name, fresh);
  execute format('select max(%I) from %I', moment, old) into bound;
  if bound is null then
    execute format('drop table %I', old);
  else
    bound := extract(epoch from date_trunc('month', to_timestamp(bound / 1000.0) at time zone 'UTC') + interval '1 month')::bigint * 1000;
    execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', name, old, bound);
  end if;
  drop table kept_indexes;
end
$$;

-- The reference of a reversal to its entry would keep the entry's month from ever leaving; entries are never deleted, so that looking once
-- is as good.
alter table reversals drop constraint reversals_account_id_sequence_fkey;
create function reversal_has_its_entry() returns trigger language plpgsql as $$
begin
  if not exists (select from entries e where e.account_id = new.account_id and e.sequence = new.sequence) then
    raise exception 'there is no entry % of account %', new.sequence, new.account_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;
create trigger reversals_have_their_entry before insert or update of account_id, sequence on reversals
  for each row execute function reversal_has_its_entry();

drop view postings;
drop view share_fills;
drop trigger entries_reversed_by_two on entries;

-- A number of the whole table: an identity of its own would be refused by older databases for a partition.
alter table order_events alter column id drop identity;
create sequence order_events_number as bigint;
select setval('order_events_number', coalesce((select max(id) from order_events), 0) + 1, false);
alter table order_events alter column id set default nextval('order_events_number');

select partition_by_month('entries', 'at');
select partition_by_month('fills', 'at');
select partition_by_month('order_events', 'at');
select partition_by_month('messages', 'created_at');
drop function partition_by_month;

alter sequence order_events_number owned by order_events.id;
create trigger entries_reversed_by_two after insert on entries
  for each row when (new.journal = 'J99' and new.cause_kind = 'reversal') execute function reversal_needs_two();

-- Statements are refused by the table that they name, so that each partition has these triggers too.
do $$
declare
  name text;
begin
  for name in
    select c.relname from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and c.relname ~ '^(entries|fills|order_events)(_default)?$'
  loop
    execute format('create trigger %I before update or delete on %I for each statement execute function refuse_change()', name || '_append_only', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_change()', name || '_no_truncate', name);
  end loop;
end
$$;

-- The running server reaches the partitions through their table alone.
do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = current_schema()::regnamespace and relispartition and relkind = 'r' loop
    execute format('revoke all on %I from rueda_app', name);
  end loop;
  revoke update, delete on entries, fills, order_events from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;

create view postings as
select e.account_id, e.sequence, line.number::integer as line, e.journal, e.cause_kind, e.cause_id, e.cause_step, e.at, e.value_date,
       line.account, line.asset, line.amount, line.balance_after
from entries e
cross join lateral unnest(e.accounts, e.assets, e.amounts, e.balances_after) with ordinality as line (account, asset, amount, balance_after, number);

-- The last execution that the ledger had booked before offered shares were delivered: they come after it. A function of its own, because whoever
-- plans a query over the executions would otherwise plan this for every month as well, though few accounts have such shares.
create function fill_before_delivery(owner bigint, subscription uuid, instrument text) returns bigint language sql stable as $$
  select max(f.sequence) from fills f
  join entries traded on traded.account_id = f.account_id and traded.cause_kind = 'order' and traded.cause_id = f.order_id::text
    and traded.cause_step = f.sequence and traded.journal in ('J32', 'J33')
  join entries delivered on delivered.account_id = owner and delivered.cause_kind = 'subscription' and delivered.cause_id = subscription::text
    and delivered.journal = 'J53'
  where f.account_id = owner and f.instrument_id = instrument and traded.sequence < delivered.sequence
$$;

create view share_fills as
  select account_id, order_id, position_id, sequence, instrument_id, side, price, quantity, notional, commission, market_fee, vat, sec_fee, taf,
         transaction_tax, resting, trade_date, settlement_date, realised, match_number, match_account_id, match_order_id, match_low, match_high,
         match_in_call, market_phase, at_fixed_price, band_low, band_high, at, 0 as turn,
         lot_method, lot_chosen, reinvested, rate_numerator, rate_denominator
  from fills where position_id is null
  union all
  select s.account_id, s.id, null, coalesce(fill_before_delivery(s.account_id, s.id, s.instrument_id), 0), s.instrument_id, 'buy', s.price, s.allotted, s.paid, 0, 0, 0, 0, 0,
         0, false, s.delivered_on, s.delivered_on, null, null, null, null, null, null,
         null, null, null, null, null, s.changed_at, 1, null, null, false, null, null
  from subscriptions s
  where s.status = 'delivered';
