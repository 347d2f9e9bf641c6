-- What the house says by night that it owes everybody (docs/rules/proof.md P.24): per asset a tree of sums, and for each owner the way to
-- the own parts. What is said is kept for ever; ways are kept as long as a night is among the newest 90 days.
create table liability_nights (
  date date primary key,
  -- Of the real clock, and of the market's.
  at bigint not null,
  market_at bigint not null
);

create table liability_totals (
  date date not null references liability_nights (date),
  asset text not null,
  root bytea not null check (length(root) = 32),
  total numeric not null constraint liability_total_is_owed check (total > 0),
  leaves integer not null check (leaves > 0),
  primary key (date, asset)
);

-- Where each account's chain was.
create table liability_accounts (
  account_id bigint not null references account_states (account_id),
  date date not null references liability_nights (date),
  sequence bigint not null check (sequence > 0),
  head bytea not null check (length(head) = 32),
  primary key (account_id, date)
);

-- What an account was owed of an asset, in the parts in which it is in the tree, and their places among the leaves.
create table liability_parts (
  account_id bigint not null,
  date date not null,
  asset text not null,
  amounts bigint[] not null,
  places integer[] not null,
  primary key (account_id, date, asset),
  foreign key (account_id, date) references liability_accounts (account_id, date),
  constraint liability_is_in_four_parts check (cardinality(amounts) = 4 and cardinality(places) = 4),
  constraint liability_is_never_negative check (0 <= all (amounts))
);
create index liability_parts_of_night on liability_parts (date, asset);

-- The nodes of the trees, 256 of a level in a row: sum (16 bytes) and hash (32 bytes) of each.
create table liability_nodes (
  date date not null,
  asset text not null,
  level integer not null check (level >= 0),
  tile integer not null check (tile >= 0),
  nodes bytea not null,
  primary key (date, asset, level, tile),
  foreign key (date, asset) references liability_totals (date, asset)
);
-- Read by the node, and not to be compressed anyway.
alter table liability_nodes alter column nodes set storage external;

create index trust_entries_of_liabilities on trust_entries ((entry::jsonb ->> 'date')) where kind = 'liabilities';

create function keep_liability_ways() returns trigger language plpgsql as $$
begin
  if old.date > (select max(date) from liability_nights) - 90 then
    raise exception 'the night of % is not old enough: % of % refused', old.date, tg_op, tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;
create trigger liability_nights_append_only before update or delete on liability_nights for each statement execute function refuse_change();
create trigger liability_totals_append_only before update or delete on liability_totals for each statement execute function refuse_change();
create trigger liability_accounts_unchanged before update on liability_accounts for each statement execute function refuse_change();
create trigger liability_parts_unchanged before update on liability_parts for each statement execute function refuse_change();
create trigger liability_nodes_unchanged before update on liability_nodes for each statement execute function refuse_change();
create trigger liability_accounts_kept before delete on liability_accounts for each row execute function keep_liability_ways();
create trigger liability_parts_kept before delete on liability_parts for each row execute function keep_liability_ways();
create trigger liability_nodes_kept before delete on liability_nodes for each row execute function keep_liability_ways();
do $$
begin
  revoke update, delete, truncate on liability_nights, liability_totals from rueda_app;
  revoke update, truncate on liability_accounts, liability_parts, liability_nodes from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
