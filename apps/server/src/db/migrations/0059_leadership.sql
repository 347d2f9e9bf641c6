-- One server leads: it alone writes the books. Whoever takes over counts the epoch one further, and every batch says in
-- which epoch it was decided, so that a leader that was stopped and wakes up later can book nothing any more.
create table leadership (
  one boolean primary key default true check (one),
  epoch bigint not null check (epoch >= 0)
);
insert into leadership (epoch) values (0);

-- Called first in every batch. Whoever takes over takes the same lock alone: it waits for the batches that were let in
-- before it, and those after it find another epoch. 7830002 is the number of that lock.
create function hold_epoch(held bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(7830002);
  if not exists (select from leadership where epoch = held) then
    raise exception 'another server leads this database since epoch %', held using errcode = 'RL001';
  end if;
end
$$;

-- The batch that changed the books last. When a connection breaks while a batch commits, this tells whether it did; the
-- outbox, which nobody read, is not needed for it.
alter table books add column batch uuid;
drop table outbox;
