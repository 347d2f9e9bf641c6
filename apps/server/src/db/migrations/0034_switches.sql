-- Every turn of a switch, by whom and why; the newest of a name holds. Times are epoch milliseconds.
create table switch_changes (
  change_id uuid primary key,
  name text not null,
  is_off boolean not null,
  -- What customers are told while it is off.
  cause text check (cause in ('maintenance', 'provider', 'security', 'law', 'demand')),
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  -- What concerns money takes two persons; who asked first stands in the approval.
  approval_id uuid references approvals,
  check (is_off = (cause is not null))
);
create index switch_changes_newest on switch_changes (name, at desc, change_id desc);
create trigger switch_changes_append_only before update or delete on switch_changes for each statement execute function refuse_change();
