-- Which markets have days that can be closed stands in the table of markets, which staff and rules go by; a list of them here would
-- have to be changed with every market that is added.
alter table closed_days drop constraint closed_days_market_check;
