-- A run of the invariants looks at everything, or at what changed since a checkpoint. Money leaves while the newest of each kind
-- found nothing and one that found nothing is recent; the runs themselves say so, and nothing is kept twice.
alter table integrity_runs add column scope text not null default 'full' check (scope in ('full', 'incremental'));
create index integrity_runs_by_scope on integrity_runs (scope, at desc);
drop table integrity_checks;
