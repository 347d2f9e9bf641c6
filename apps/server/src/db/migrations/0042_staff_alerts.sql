-- Somebody of the staff opened unusually many customers within an hour. It stands until another person has looked at it.
-- Times are epoch milliseconds.
create table staff_alerts (
  alert_id uuid primary key,
  staff_id uuid not null references staff,
  reads integer not null check (reads > 0),
  at bigint not null,
  acknowledged_by uuid references staff,
  acknowledged_at bigint,
  check ((acknowledged_by is null) = (acknowledged_at is null)),
  constraint alert_is_for_another check (acknowledged_by is distinct from staff_id)
);
create index staff_alerts_of on staff_alerts (staff_id, at desc);
create index staff_alerts_standing on staff_alerts (at) where acknowledged_at is null;
