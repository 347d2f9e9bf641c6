-- Executions of an instrument's day are read for its tape (docs/rules/proof.md P.42), by anybody and for hundreds of instruments at the end of a day.
create index fills_of_tape on fills (trade_date, instrument_id, sequence);

-- The newest day whose tapes are said is asked for every minute.
create index venue_input_days_taped on venue_input_days (trade_date) where taped_at is not null;

-- Nothing looks for the inputs of an order.
drop index venue_inputs_of_order;
