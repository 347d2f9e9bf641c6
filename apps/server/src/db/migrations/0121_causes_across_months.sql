-- The index of causes holds within a month. In the first days of a month a batch is held to the month before as well, because whatever is done
-- again after a process died is done again soon: a dividend that was paid just before midnight is not paid again just after it.
create function expect_new_causes(
  owners bigint[], ids text[], steps bigint[], journals text[], kinds text[], since bigint, until bigint
) returns void language plpgsql as $$
begin
  if exists (
    select from unnest(owners, ids, steps, journals, kinds) as fresh (account_id, cause_id, cause_step, journal, cause_kind)
    join entries e using (account_id, cause_id, cause_step, journal, cause_kind)
    where e.at >= since and e.at < until
  ) then
    raise exception 'a cause was booked in the month before' using errcode = '23505';
  end if;
end
$$;
