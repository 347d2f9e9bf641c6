-- Money that leaves. Amounts are minor units of the wallet's currency, the payout of its own; `value` is cents of
-- dollars, rates are units of 10^-8. Times are epoch milliseconds of the real clock. Where it goes stands here masked,
-- and sealed in full.

create table withdrawals (
  account_id bigint not null,
  id uuid not null,
  number text not null,
  rail text not null,
  wallet text not null,
  card_id uuid,
  label text not null,
  sealed bytea not null,
  fingerprint bytea not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  payout bigint not null check (payout > 0),
  pays text not null,
  rate bigint,
  mid bigint,
  value bigint not null check (value > 0),
  status text not null check (status in ('pending', 'sending', 'sent', 'rejected', 'returned', 'cancelled')),
  reason text,
  reference text,
  paid_sequence bigint,
  started_at bigint not null,
  review_at bigint not null,
  queued_at bigint,
  examined_at bigint,
  sent_at bigint,
  changed_at bigint not null,
  primary key (account_id, id),
  constraint conversion_is_whole check (num_nulls(rate, mid) in (0, 2)),
  constraint reason_of_refusal check ((reason is not null) = (status in ('rejected', 'returned'))),
  constraint payout_is_whole check (num_nulls(reference, paid_sequence, sent_at) in (0, 3)),
  constraint sent_has_a_reference check (status <> 'sent' or reference is not null)
);
create index withdrawals_newest on withdrawals (account_id, started_at desc, id desc);
create index withdrawals_open on withdrawals (status, review_at) where status in ('pending', 'sending');
create index withdrawals_by_card on withdrawals (account_id, card_id) where status in ('pending', 'sending');
create index withdrawals_by_time on withdrawals using brin (started_at);

-- What happened to each, in order: the timeline, and what the rules looked at.
create table withdrawal_events (
  account_id bigint not null,
  withdrawal_id uuid not null,
  kind text not null check (kind in ('requested', 'queued', 'approved', 'rejected', 'cancelled', 'sent', 'returned')),
  by text not null check (by in ('customer', 'rules', 'staff', 'payout')),
  reason text,
  findings text[] not null,
  at bigint not null,
  primary key (account_id, withdrawal_id, kind)
);
create trigger withdrawal_events_append_only before update or delete on withdrawal_events for each statement execute function refuse_change();
create trigger withdrawal_events_no_truncate before truncate on withdrawal_events for each statement execute function refuse_change();

-- A promise of a rate for a minute, thrown away when nobody can come back to it.
create table withdrawal_quotes (
  account_id bigint not null,
  id uuid not null,
  rail text not null,
  amount bigint not null check (amount > 0),
  payout_mid bigint not null,
  dollar_mid bigint,
  expires_at bigint not null,
  primary key (account_id, id)
);
create index withdrawal_quotes_expiry on withdrawal_quotes using brin (expires_at);

-- Whether the books were in order when they were last checked. Money leaves only while they were.
create table integrity_checks (
  run_at bigint not null,
  id text not null,
  says text not null,
  offending integer not null check (offending >= 0),
  milliseconds integer not null,
  primary key (run_at, id)
);

do $$
begin
  revoke update, delete on withdrawal_events from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
