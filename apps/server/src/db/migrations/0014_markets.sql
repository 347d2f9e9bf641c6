-- Charges of the Argentine and Taiwanese markets, orders in two parts, the way a trade settles, and what was bought on
-- the day it is sold on.
alter table orders
  add column market_fee bigint not null default 0,
  add column vat bigint not null default 0,
  add column transaction_tax bigint not null default 0,
  add column split_from uuid,
  add column settlement text,
  add column same_day_notional bigint not null default 0;
create index orders_of_one_ask on orders (account_id, split_from) where split_from is not null;

alter table fills
  add column market_fee bigint not null default 0,
  add column vat bigint not null default 0,
  add column transaction_tax bigint not null default 0;

alter table positions
  add column bought_on date,
  add column bought_that_day bigint not null default 0;
