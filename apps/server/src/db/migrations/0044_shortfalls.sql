-- What was taken back and was no longer there waits for a person until somebody has ended its case.
create index deposits_short on deposits (account_id, id) where shortfall > 0;

-- The public clock looks at what was paid in its days, however long ago it was asked for.
create index withdrawals_by_payout on withdrawals (sent_at) where sent_at is not null;
