-- How an account has arranged its desk: one record, as small as its schema makes it. Times are epoch milliseconds.
create table desk_layouts (
  account_id bigint primary key references accounts (account_id),
  layout jsonb not null check (octet_length(layout::text) <= 8192),
  changed_at bigint not null
);
