-- Every change of what the house asks for taking money in and paying it out, from when it holds. Times are epoch
-- milliseconds: of the market for deposits, of the wall for withdrawals, as their own times are.
create table house_terms (
  terms_id uuid primary key,
  kind text not null check (kind in ('withdrawalFee', 'depositMinimum', 'houseAccount')),
  -- The rail or the channel.
  subject text not null,
  terms json not null,
  effective_at bigint not null,
  reason text not null,
  note text,
  at bigint not null,
  staff_id uuid not null references staff,
  approval_id uuid not null references approvals
);
create index house_terms_of on house_terms (kind, subject, effective_at);
create trigger house_terms_append_only before update or delete on house_terms for each statement execute function refuse_change();
