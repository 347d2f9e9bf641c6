-- Every start of the venue is a run; its number leads the sequence numbers of the run's events, so that they grow for ever.
create table venue_runs (
  run bigint generated always as identity primary key,
  started_at bigint not null
);
