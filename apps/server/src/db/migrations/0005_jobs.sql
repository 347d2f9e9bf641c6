-- Which job has been done for which market and date. A row is written when the job's work is finished, once.
create table job_runs (
  job text not null,
  market text not null,
  due_date date not null,
  due_at bigint not null,
  finished_at bigint not null,
  primary key (job, market, due_date)
);
