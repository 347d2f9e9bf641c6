-- What left of the days of the brokerage's own accounts is sealed with its month, as what left of each customer's account is
-- (docs/decisions/0052): nothing else of a day that is over says any more what it was.
alter table archive_months add column days_seal bytea;
