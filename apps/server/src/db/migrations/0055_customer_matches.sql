-- A trade between two customers: both of its fills carry one number, the other side, and the range in which customers
-- could trade at that moment. And how the market stood at every fill, for the checks of the books.
alter table fills
  add column match_number bigint,
  add column match_account_id bigint,
  add column match_order_id uuid,
  add column match_low bigint,
  add column match_high bigint,
  add column match_in_call boolean,
  add column market_phase text,
  add column at_fixed_price boolean,
  add column band_low bigint,
  add column band_high bigint,
  add constraint fill_match_is_whole
    check (num_nulls(match_number, match_account_id, match_order_id, match_low, match_high, match_in_call) in (0, 6)),
  add constraint fill_market_is_whole check (num_nulls(market_phase, at_fixed_price) in (0, 2));
create index fills_of_match on fills (match_number) where match_number is not null;
