-- Price alerts and the log of what they told. Levels are units of 10^-8: of a price, of points of a percentage, of a quantity.
create table alerts (
  account_id bigint not null references accounts (account_id),
  id uuid not null,
  instrument_id text not null,
  kind text not null check (kind in ('above', 'below', 'rise', 'fall', 'volume')),
  level bigint not null,
  repeats boolean not null,
  status text not null check (status in ('armed', 'fired', 'off')),
  created_at bigint not null,
  fired_at bigint,
  fired_on date,
  -- By the clock on the wall: the watch asks for what changed since it last looked.
  changed_at bigint not null,
  primary key (account_id, id),
  unique (account_id, instrument_id, kind, level)
) with (fillfactor = 80);
create index alerts_armed on alerts (changed_at) where status = 'armed';

-- One row each time an alert fired, written with its message.
create table alert_deliveries (
  account_id bigint not null,
  id uuid not null,
  alert_id uuid not null,
  instrument_id text not null,
  kind text not null,
  level bigint not null,
  price bigint not null,
  message_id uuid not null,
  -- How often it was tried until it could be written down.
  attempts integer not null check (attempts > 0),
  -- When it went to a device of the customer; null where none was connected.
  pushed_at bigint,
  at bigint not null,
  primary key (account_id, id)
);
create index alert_deliveries_at on alert_deliveries using brin (at);
