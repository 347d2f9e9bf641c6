-- Every run of the invariants: how each came out, how long it took, and the rows that break it. Times are epoch milliseconds.
create table integrity_runs (
  run_id uuid primary key,
  at bigint not null,
  entries bigint not null,
  accounts bigint not null,
  clean boolean not null,
  checks json not null
);
create index integrity_runs_newest on integrity_runs (at desc);
create trigger integrity_runs_append_only before update or delete on integrity_runs for each statement execute function refuse_change();
