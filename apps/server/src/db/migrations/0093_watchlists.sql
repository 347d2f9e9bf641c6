-- A customer's lists of watched instruments. The usual list has the same id in every account; its row is written with the first thing that is
-- done to it. Times are epoch milliseconds.
create table watchlists (
  account_id bigint not null references accounts (account_id),
  list_id uuid not null,
  -- As its owner typed it; null while the usual list goes by the app's own word.
  name text,
  -- The name as names are compared.
  name_key text,
  created_at bigint not null,
  -- Set when it was first arranged by hand: from then on the order of no device takes its place.
  arranged_at bigint,
  primary key (account_id, list_id),
  unique (account_id, name_key),
  check ((name is null) = (name_key is null)),
  check (name is not null or list_id = '00000000-0000-0000-0000-000000000000')
);
insert into watchlists (account_id, list_id, created_at)
  select account_id, '00000000-0000-0000-0000-000000000000', min(added_at) from watchlist group by account_id;

-- Everything that is watched so far stands on the usual list, in the order in which it was shown: the newest first.
alter table watchlist add column list_id uuid not null default '00000000-0000-0000-0000-000000000000';
alter table watchlist alter column list_id drop default;
alter table watchlist add column place integer not null default 0;
alter table watchlist alter column place drop default;
update watchlist w set place = shown.place
  from (
    select account_id, watch_id, row_number() over (partition by account_id order by added_at desc, watch_id desc) - 1 as place
    from watchlist
  ) shown
  where shown.account_id = w.account_id and shown.watch_id = w.watch_id;
alter table watchlist drop constraint watchlist_account_id_instrument_id_key;
alter table watchlist add constraint watchlist_once_on_a_list unique (account_id, list_id, instrument_id);
alter table watchlist add constraint watchlist_of_a_list foreign key (account_id, list_id) references watchlists;
