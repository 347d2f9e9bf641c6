-- Conversations between customers and staff. What was written stands here sealed only; times are epoch milliseconds of
-- the real clock, for people wait in real time.

-- One for each customer; `waiting_since` is the first message that nobody has answered yet.
create table support_threads (
  account_id bigint primary key references accounts (account_id),
  status text not null check (status in ('waiting', 'answered', 'closed')),
  topic text not null,
  waiting_since bigint,
  last_at bigint not null,
  -- The newest message of the staff that the customer has seen.
  read_through uuid,
  check ((waiting_since is not null) = (status = 'waiting'))
);
create index support_threads_answered on support_threads (last_at) where status = 'answered';

create table support_messages (
  account_id bigint not null references support_threads (account_id),
  id uuid not null,
  author text not null check (author in ('customer', 'staff')),
  staff_id uuid references staff,
  -- Null for a picture or a record without a word.
  sealed bytea,
  image uuid,
  -- "order:<id>".
  record text,
  -- Staff spoke of passwords or codes, although they were warned.
  speaks_of_secrets boolean not null default false,
  -- How long the customer had waited, where this is a first answer.
  waited bigint check (waited >= 0),
  at bigint not null,
  primary key (account_id, id),
  check ((staff_id is not null) = (author = 'staff')),
  check (num_nonnulls(sealed, image, record) > 0),
  check (waited is null or author = 'staff')
);
create index support_messages_waits on support_messages (at) where waited is not null;

-- What colleagues tell each other about a conversation; never read for a customer.
create table support_notes (
  account_id bigint not null references support_threads (account_id),
  note_id uuid not null,
  staff_id uuid not null references staff,
  sealed bytea not null,
  at bigint not null,
  primary key (account_id, note_id)
);

-- What was said stays said; keys of the vault are changed under it all the same.
do $$
begin
  revoke delete on support_threads, support_messages, support_notes from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
