-- Shares that were allotted have neither a choice of lots nor a rate of their own.
create or replace view share_fills as
  select account_id, order_id, position_id, sequence, instrument_id, side, price, quantity, notional, commission, market_fee, vat, sec_fee, taf,
         transaction_tax, resting, trade_date, settlement_date, realised, match_number, match_account_id, match_order_id, match_low, match_high,
         match_in_call, market_phase, at_fixed_price, band_low, band_high, at, 0 as turn,
         lot_method, lot_chosen, reinvested, rate_numerator, rate_denominator
  from fills where position_id is null
  union all
  select s.account_id, s.id, null, coalesce(before.sequence, 0), s.instrument_id, 'buy', s.price, s.allotted, s.paid, 0, 0, 0, 0, 0,
         0, false, s.delivered_on, s.delivered_on, null, null, null, null, null, null,
         null, null, null, null, null, s.changed_at, 1, null, null, false, null, null
  from subscriptions s
  left join lateral (
    select max(f.sequence) as sequence from fills f
    join entries traded on traded.account_id = f.account_id and traded.cause_kind = 'order' and traded.cause_id = f.order_id::text
      and traded.cause_step = f.sequence and traded.journal in ('J32', 'J33')
    join entries delivered on delivered.account_id = s.account_id and delivered.cause_kind = 'subscription' and delivered.cause_id = s.id::text
      and delivered.journal = 'J53'
    where f.account_id = s.account_id and f.instrument_id = s.instrument_id and traded.sequence < delivered.sequence) before on true
  where s.status = 'delivered';
