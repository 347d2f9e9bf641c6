-- Withdrawals are looked up by account, by state, by card, by payout and by number; no query asks for all of a time.
drop index withdrawals_by_time;
