-- What the house tells its customers: a template and its facts, put into words when it is read. Ids sort by the time they
-- were made, so that the key itself has the newest last. No foreign key to books, for the reason given with the orders.
create table messages (
  account_id bigint not null,
  id uuid not null,
  type text not null,
  template text not null,
  facts json not null,
  -- What it is about: "order:<id>"; null where there is nothing to open.
  link text,
  created_at bigint not null,
  read_at bigint,
  primary key (account_id, id)
) with (fillfactor = 80);
create index messages_unread on messages (account_id) where read_at is null;
-- Messages are written in the order of their time, so a range index that costs nothing to keep finds the old ones.
create index messages_created_at on messages using brin (created_at);

alter table outbox
  add column message_accounts bigint[] not null default '{}',
  add column messages uuid[] not null default '{}';
