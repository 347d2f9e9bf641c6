-- Orders that are held until a trade reaches their stop, orders that stand for the same shares, amendments, and the
-- timeline of every order.
alter table orders
  drop constraint orders_type_check,
  drop constraint ended_order_holds_nothing,
  add constraint order_is_of_a_known_type check (type in ('market', 'limit', 'stop', 'stopLimit', 'trailing')),
  add constraint ended_order_holds_nothing
    check (status in ('held', 'queued', 'working', 'partial') or (held_cash = 0 and held_quantity = 0)),
  add column stop_price bigint,
  add column trail_percent bigint,
  add column trail_best bigint,
  add column take_profit bigint,
  add column stop_loss bigint,
  add column take_profit_id uuid,
  add column stop_loss_id uuid,
  add column sibling_id uuid,
  add column parent_id uuid,
  add column amendments integer not null default 0;

-- What happened to an order beside its acceptance, which stands on the order, and its fills, which have their own table.
create table order_events (
  account_id bigint not null,
  order_id uuid not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('opened', 'triggered', 'amended', 'reduced', 'grown', 'ended')),
  at bigint not null,
  sequence bigint,
  price bigint,
  stop_price bigint,
  quantity bigint,
  growth bigint,
  previous_worst bigint,
  reason text,
  primary key (account_id, order_id, id)
);
create trigger order_events_append_only before update or delete on order_events for each statement execute function refuse_change();
create trigger order_events_no_truncate before truncate on order_events for each statement execute function refuse_change();

do $$
begin
  revoke update, delete on order_events from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;
