-- Dividends and splits as they were booked. Amounts per share and prices are units of 10^-8; money is minor units.

-- What happened to an instrument, written down when its ex-date begins.
create table corporate_actions (
  action_id text primary key,
  instrument_id text not null,
  kind text not null check (kind in ('dividend', 'split')),
  ex_date date not null,
  pay_date date,
  amount bigint check (amount > 0),
  new_shares bigint check (new_shares > 0),
  old_shares bigint check (old_shares > 0),
  -- The last close in old shares, at which fractions are paid.
  prior_close bigint check (prior_close >= 0),
  recorded_at bigint not null,
  constraint action_is_whole check (
    case kind when 'dividend' then num_nulls(pay_date, amount) = 0 and num_nonnulls(new_shares, old_shares, prior_close) = 0
              else num_nulls(new_shares, old_shares, prior_close) = 0 and num_nonnulls(pay_date, amount) = 0 end)
);
create index corporate_actions_of on corporate_actions (instrument_id, ex_date);

-- Who held a share at the close before its ex-date, and what that brings on the pay date.
create table entitlements (
  account_id bigint not null,
  action_id text not null references corporate_actions,
  instrument_id text not null,
  position_id uuid not null,
  quantity bigint not null check (quantity > 0),
  gross bigint not null check (gross > 0),
  tax bigint not null check (tax between 0 and gross),
  currency text not null,
  ex_date date not null,
  pay_date date not null,
  recorded_at bigint not null,
  primary key (account_id, action_id)
);
create index entitlements_due on entitlements (pay_date);
create index entitlements_of_position on entitlements (account_id, position_id);

create index positions_by_instrument on positions (instrument_id) where closed_at is null;

-- Set when a customer has shown that a tax treaty holds for them (form W-8).
alter table accounts add column treaty_claimed_at bigint;

create trigger corporate_actions_append_only before update or delete on corporate_actions for each statement execute function refuse_change();
create trigger corporate_actions_no_truncate before truncate on corporate_actions for each statement execute function refuse_change();
create trigger entitlements_append_only before update or delete on entitlements for each statement execute function refuse_change();
create trigger entitlements_no_truncate before truncate on entitlements for each statement execute function refuse_change();
do $$
begin
  revoke update, delete on corporate_actions, entitlements from rueda_app;
exception when undefined_object or insufficient_privilege then
  raise notice 'no role for the server: its grants stay as they are';
end
$$;
