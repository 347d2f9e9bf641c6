-- Accounts may be written by several processes, each of which holds a range of them. As with the leadership, whoever takes a range over counts
-- its epoch one further, and every batch says in which epoch it was decided.
create table account_ranges (
  range integer primary key check (range between 0 and 999),
  epoch bigint not null check (epoch >= 0)
);

-- Called beside hold_epoch in every batch of such a process. 7832000 and the number of the range is the number of the lock.
create function hold_range(held_range integer, held bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7832000 + held_range);
  if not exists (select from account_ranges where range = held_range and epoch = held) then
    raise exception 'another process holds range % of the accounts since epoch %', held_range, held using errcode = 'RL003';
  end if;
end
$$;
