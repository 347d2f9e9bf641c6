-- Everything that reached the market's engines, per instrument and day one chain (docs/rules/proof.md P.41). It is written in the commit of
-- the command it belongs to, and is no second ledger: it says what was asked and when, never what anybody has.
create table venue_inputs (
  instrument_id text not null,
  trade_date date not null,
  number integer not null check (number > 0),
  -- Of the market's clock.
  at bigint not null,
  -- The order that it concerns; null for what concerns all of them.
  order_id uuid,
  account_id bigint,
  -- As it is published once the day and the order are over.
  record text not null,
  head bytea not null check (length(head) = 32),
  primary key (instrument_id, trade_date, number)
);
create index venue_inputs_of_day on venue_inputs (trade_date, instrument_id) where number = 1;
create index venue_inputs_of_order on venue_inputs (order_id) where order_id is not null;

-- What of them the public log has.
create table venue_input_days (
  instrument_id text not null,
  trade_date date not null,
  -- The newest input whose head is logged.
  logged_number integer not null default 0,
  -- When its tape was said; null before.
  taped_at bigint,
  primary key (instrument_id, trade_date)
);

create trigger venue_inputs_append_only before update or delete on venue_inputs for each statement execute function refuse_change();
do $$
begin
  revoke update, delete, truncate on venue_inputs from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
