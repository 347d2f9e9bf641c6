-- Where staff stopped trading, or opening, and when that ended. Times are epoch milliseconds of the market.
create table trading_stops (
  stop_id uuid primary key,
  kind text not null check (kind in ('halt', 'closeOnly')),
  scope text not null check (scope in ('all', 'market', 'instrument')),
  -- The market or the instrument; null for all of them.
  target text,
  -- What customers are told of a time in which only closing goes on.
  cause text check (cause in ('clearing', 'volatility', 'event')),
  from_at bigint not null,
  -- A halt lasts until two persons lift it; a time of closing only ends by itself.
  until_at bigint,
  lifted_at bigint,
  check ((scope = 'all') = (target is null)),
  check ((kind = 'closeOnly') = (cause is not null and until_at is not null))
);
create index trading_stops_standing on trading_stops (from_at) where lifted_at is null;

do $$
begin
  revoke delete on trading_stops from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;
