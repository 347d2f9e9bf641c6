-- How messages reach a customer: the topics switched off in the app, and those that come by mail. Whoever chose nothing has no row. Times are
-- epoch milliseconds of the real clock.
create table message_choices (
  account_id bigint primary key references accounts (account_id),
  muted text[] not null,
  mailed text[] not null,
  changed_at bigint not null
);

-- Messages that are to go out by mail too, until they are written as one. What a message says is kept here, for it may not be in the app.
create table message_mails (
  account_id bigint not null references accounts (account_id),
  message_id uuid not null,
  template text not null,
  facts jsonb not null,
  primary key (account_id, message_id)
);
