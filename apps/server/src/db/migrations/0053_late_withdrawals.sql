-- Withdrawals that were open for a day and cashiers were told of (BO-11): each is told once. Times are epoch milliseconds.
create table late_withdrawals (
  account_id bigint not null,
  id uuid not null,
  told_at bigint not null,
  primary key (account_id, id),
  foreign key (account_id, id) references withdrawals
);
