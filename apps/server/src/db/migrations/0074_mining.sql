-- Rounds of mining: a few facts each, from which their state at any moment follows. A share is checked here once more, by the database's
-- own SHA-256. Challenges, targets and hashes are numbers of 32 bytes, the first byte the most significant, so they compare as bytes do.
create table mining_rounds (
  account_id bigint not null references accounts (account_id),
  id uuid not null,
  challenge bytea not null check (length(challenge) = 32),
  target bytea not null check (length(target) = 32),
  energy_a_day integer not null check (energy_a_day > 0),
  -- Energy that earlier rounds had used on the day on which this one began.
  spent_before integer not null check (spent_before >= 0 and spent_before < energy_a_day),
  started_at bigint not null,
  -- When the customer went on after it had run out of energy.
  resumed_at bigint[] not null,
  stopped_at bigint check (stopped_at >= started_at),
  share_nonce bytea check (length(share_nonce) = 8),
  share_hash bytea check (length(share_hash) = 32),
  share_at bigint check (share_at > started_at),
  primary key (account_id, id),
  constraint mining_share_is_whole check (num_nonnulls(share_nonce, share_hash, share_at) in (0, 3)),
  constraint mining_share_is_true check (share_hash = sha256(challenge || share_nonce) and share_hash < target)
) with (fillfactor = 80);
