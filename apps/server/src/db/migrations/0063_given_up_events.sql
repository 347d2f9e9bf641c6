-- What the market proposed and the books could not take, by a fault of ours: its order was ended. Somebody has to look.
-- Times are epoch milliseconds.
create table given_up_events (
  event_id uuid primary key,
  account_id bigint not null references accounts (account_id),
  order_id uuid not null,
  kind text not null,
  reason text not null,
  at bigint not null
);
create index given_up_events_by_time on given_up_events (at);
do $$
begin
  revoke update, delete on given_up_events from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
