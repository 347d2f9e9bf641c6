-- What a customer traded in shares on a day, for the result of the day: without it every fill the account ever had is looked at.
create index fills_of_day on fills (account_id, trade_date, instrument_id) where position_id is null;
-- The newest executions in one instrument.
create index fills_of_instrument on fills (account_id, instrument_id, at, sequence);
