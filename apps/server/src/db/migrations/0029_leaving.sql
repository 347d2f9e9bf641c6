-- Taking one's data along, and leaving. A closed account keeps its books; its address is kept sealed, for as long as the
-- law asks, and is free for another account.

alter table accounts
  add column exported_at bigint,
  add column closed_at bigint,
  add column closed_email bytea;
