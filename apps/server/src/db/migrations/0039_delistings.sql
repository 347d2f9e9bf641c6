-- What is announced to leave the list: until its closing time everything goes on, then only closing, and after the end
-- nothing. The two stops that carry it out are written with it. Times are epoch milliseconds of the market.
create table delistings (
  delisting_id uuid primary key,
  instrument_id text not null,
  closing_from bigint not null,
  ends_at bigint not null check (ends_at > closing_from),
  closing_stop uuid not null references trading_stops,
  final_stop uuid not null references trading_stops,
  told bigint not null,
  announced_at bigint not null,
  approval_id uuid not null references approvals
);
create index delistings_of on delistings (instrument_id, announced_at desc);
create trigger delistings_append_only before update or delete on delistings for each statement execute function refuse_change();

alter table trading_stops drop constraint trading_stops_cause_check;
alter table trading_stops add constraint trading_stops_cause_check check (cause in ('clearing', 'volatility', 'event', 'delisting'));
