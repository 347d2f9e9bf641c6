-- What a unit of an execution's currency was worth in dollars at that moment, as a fraction; null for dollars, and for executions from
-- before this was kept.
alter table fills
  add column rate_numerator bigint check (rate_numerator > 0),
  add column rate_denominator bigint check (rate_denominator > 0),
  add constraint fill_rate_is_whole check (num_nulls(rate_numerator, rate_denominator) in (0, 2));
