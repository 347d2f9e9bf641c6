-- Trading days that staff have closed, by two persons: nothing trades and nothing settles on them. No price is touched.
-- A day can be opened again before it begins, by two persons as well; the row stays. Times are epoch milliseconds of the
-- market.
create table closed_days (
  closing_id uuid primary key,
  market text not null check (market in ('US', 'AR', 'TW')),
  trade_date date not null,
  cause text not null check (cause in ('weather', 'publicHoliday', 'mourning', 'emergency')),
  told bigint not null,
  announced_at bigint not null,
  approval_id uuid not null references approvals,
  reopened_at bigint,
  reopening_approval_id uuid references approvals,
  check ((reopened_at is null) = (reopening_approval_id is null))
);
create unique index closed_days_standing on closed_days (market, trade_date) where reopened_at is null;
