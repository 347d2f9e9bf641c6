-- Each lock in a row is twice as long as the one before, and what was guessed since the last success is counted whole.

alter table login_guards
  add column locks integer not null default 0,
  add column failures integer not null default 1;
