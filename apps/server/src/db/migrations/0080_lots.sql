-- The lots that a sale uses up first; null for the oldest. An execution keeps what its order said at that moment, so that lots can be
-- built again from executions alone.
alter table orders
  add column lot_method text check (lot_method in ('LIFO', 'HIGHEST', 'CHOSEN')),
  add column lot_chosen text,
  add constraint order_lots_are_whole check (num_nulls(lot_method, lot_chosen) in (0, 2));
alter table fills
  add column lot_method text check (lot_method in ('LIFO', 'HIGHEST', 'CHOSEN')),
  add column lot_chosen text,
  add column reinvested boolean not null default false,
  add constraint fill_lots_are_whole check (num_nulls(lot_method, lot_chosen) in (0, 2));

-- What a customer's sales use up where an order says nothing; without a row the oldest lots.
create table lot_defaults (
  account_id bigint primary key,
  method text not null check (method in ('FIFO', 'LIFO', 'HIGHEST')),
  changed_at bigint not null
);
