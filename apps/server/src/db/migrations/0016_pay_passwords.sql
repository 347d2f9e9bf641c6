-- The transaction password, and the time until which money cannot leave after a change of what protects it.

alter table accounts
  add column pay_password_hash text,
  add column cooling_until bigint;
