-- What bank and chains hold by the books, at the moment of a night's statement (docs/rules/proof.md P.24); nights before this one do not say it.
alter table liability_nights add column says_held boolean not null default false;

alter table liability_nights add constraint liability_night_is_a_day check (isfinite(date));

create table liability_held (
  date date not null references liability_nights (date),
  -- The account of the ledger that mirrors the bank's or the chain's own.
  place text not null,
  asset text not null,
  -- Below zero where more was paid out than came in.
  amount bigint not null check (amount <> 0),
  primary key (date, place, asset)
);
create trigger liability_held_append_only before update or delete on liability_held for each statement execute function refuse_change();
do $$
begin
  revoke update, delete, truncate on liability_held from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
