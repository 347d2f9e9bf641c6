-- The books as staff read and correct them. Linked reversals: what two persons decided about one entry of the books. It is carried out on the write path after it,
-- or refused there, where the money is gone by then. Times are epoch milliseconds.
create table reversals (
  account_id bigint not null,
  approval_id uuid not null references approvals,
  sequence bigint not null,
  reason text not null,
  evidence text not null,
  decided_at bigint not null,
  refused_at bigint,
  refusal text,
  primary key (account_id, approval_id),
  foreign key (account_id, sequence) references entries,
  check ((refused_at is null) = (refusal is null))
);
-- An entry is taken back once.
create unique index reversals_once on reversals (account_id, sequence) where refused_at is null;

-- Held here, whatever the server does: nothing of a staff's making is posted that two persons did not ask for exactly.
create function reversal_needs_two() returns trigger language plpgsql as $$
begin
  if not exists (
    select from reversals r join approvals a using (approval_id)
    where r.account_id = new.account_id and r.sequence = new.reversal_of and r.refused_at is null
      and a.power = 'ledger.reverse' and a.decision = 'approved' and a.subject = 'entry:' || new.account_id || ':' || new.reversal_of
  ) then
    raise exception 'the reversal of entry % of account % takes two persons', new.reversal_of, new.account_id using errcode = 'insufficient_privilege';
  end if;
  return null;
end
$$;
create trigger entries_reversed_by_two after insert on entries
  for each row when (new.journal = 'J99' and new.cause_kind = 'reversal') execute function reversal_needs_two();

-- The journal of the whole house in the order of its time, for staff and for closing its days. Entries come in that order, so
-- that every new one goes to the last page of the index.
create index entries_at on entries (at, account_id, sequence);

-- What each account of the house moved on each day (of UTC) that is over: a balance on any day is a sum of few rows, and the
-- entries themselves are counted from the last closed day on. Never a part of what posts.
create table house_days (
  day bigint not null,
  account text not null,
  asset text not null,
  amount bigint not null,
  primary key (account, asset, day)
);

do $$
begin
  revoke delete on reversals from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server';
end
$$;
