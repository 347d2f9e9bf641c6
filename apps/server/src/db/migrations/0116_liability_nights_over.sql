-- A night is said once its day is over in New York (docs/rules/proof.md P.24); ten minutes are for a clock that was set back meanwhile.
alter table liability_nights add constraint liability_night_is_over
  check (market_at >= extract(epoch from ((date + 1)::timestamp at time zone 'America/New_York')) * 1000 - 600000) not valid;

-- Old is what lies ninety days before the newest night of which something was said: one without sums makes no other night old.
create or replace function keep_liability_ways() returns trigger language plpgsql as $$
begin
  if old.date > (select max(date) from liability_nights n where exists (select from liability_totals t where t.date = n.date)) - 90 then
    raise exception 'the night of % is not old enough: % of % refused', old.date, tg_op, tg_table_name using errcode = 'insufficient_privilege';
  end if;
  return old;
end
$$;

create index trust_entries_of_held on trust_entries ((entry::jsonb ->> 'date')) where kind = 'held';
