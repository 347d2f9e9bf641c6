-- What a customer wrote at a moment and a price of a chart. Times are epoch milliseconds; `at` is the market's, the others are the real clock's.
create table chart_notes (
  account_id bigint not null references accounts (account_id),
  note_id uuid not null,
  instrument_id text not null,
  at bigint not null,
  price bigint not null,
  text text not null check (char_length(text) between 1 and 200),
  created_at bigint not null,
  changed_at bigint not null,
  primary key (account_id, note_id)
);
create index chart_notes_of_instrument on chart_notes (account_id, instrument_id, at);
