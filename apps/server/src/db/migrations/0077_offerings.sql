-- Every change of what is offered by name (a fund, an agency, …), by whom and why; the newest of a name holds, and what was never changed is
-- open. Times are epoch milliseconds.
create table offering_changes (
  change_id uuid primary key,
  kind text not null,
  offering_id text not null,
  status text not null check (status in ('open', 'paused', 'closed')),
  -- What customers are told while it is not open.
  cause text check (cause in ('maintenance', 'provider', 'security', 'law', 'demand')),
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  -- Closing takes two persons; who asked first stands in the approval.
  approval_id uuid references approvals,
  check ((status = 'open') = (cause is null)),
  check (status <> 'closed' or approval_id is not null)
);
create index offering_changes_newest on offering_changes (kind, offering_id, at desc, change_id desc);
-- Closed is for good, whoever asks.
create unique index offering_closed_once on offering_changes (kind, offering_id) where status = 'closed';
create trigger offering_changes_append_only before update or delete on offering_changes for each statement execute function refuse_change();
