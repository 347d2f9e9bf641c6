-- Positions on isolated margin: each is what one opening order bought or sold short, with a margin of its own. Times are
-- epoch milliseconds, money is cents, prices and quantities are units of 10^-8; basis is price × quantity in those units.

create table margin_positions (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  instrument_id text not null,
  wallet text not null check (wallet in ('FUTURE', 'FOREX')),
  side text not null check (side in ('buy', 'sell')),
  leverage integer not null check (leverage >= 1),
  order_id uuid not null,
  quantity bigint not null check (quantity >= 0),
  held bigint not null check (held between 0 and quantity),
  margin bigint not null check (margin >= 0),
  initial bigint not null check (initial >= 0),
  maintenance bigint not null check (maintenance >= 0),
  basis bigint not null,
  opened_quantity bigint not null,
  opened_value bigint not null,
  closed_quantity bigint not null,
  closed_value bigint not null,
  realised bigint not null,
  charges bigint not null,
  swap bigint not null,
  settled_through date,
  rolled_through date,
  top_up_left bigint check (top_up_left >= 0),
  liquidation text not null check (liquidation in ('none', 'half', 'rest')),
  liquidating_since bigint,
  told_state text not null,
  told_at bigint,
  close_reason text check (close_reason in ('CUSTOMER', 'LIQUIDATION', 'EXPIRY')),
  opened_at bigint not null,
  changed_at bigint not null,
  closed_at bigint,
  primary key (account_id, id),
  constraint closed_margin_position_is_empty check (
    (closed_at is null) = (quantity > 0) and (closed_at is null or (margin = 0 and basis = 0))
  )
) with (fillfactor = 50);
create index margin_positions_open on margin_positions (account_id, opened_at desc, id desc) where closed_at is null;
create index margin_positions_closed on margin_positions (account_id, closed_at desc, id desc) where closed_at is not null;

-- An order on margin says which position it opens or closes; shares leave all of it empty.
alter table orders add column margin_action text check (margin_action in ('open', 'close'));
alter table orders add column position_id uuid;
alter table orders add column leverage integer not null default 1;
alter table orders add column close_reason text check (close_reason in ('CUSTOMER', 'LIQUIDATION', 'EXPIRY'));
alter table orders add constraint margin_order_names_its_position check ((margin_action is null) = (position_id is null));
alter table fills add column position_id uuid;
