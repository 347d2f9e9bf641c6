-- What the hash of an entry covers (docs/rules/ledger.md G.6). Entries from before keep their hash, and the first format; those of an account
-- with a key have the second, which covers SHA-256 of that key too, and the terms of the execution that the entry books.
alter table entries
  add column hash_version smallint not null default 1,
  add column price bigint,
  add column quantity bigint,
  add column executed_at bigint,
  add column trade_date date,
  add column settlement_date date,
  add column resting boolean,
  -- The number of a trade between customers; null where the outside market was on the other side.
  add column match_number bigint,
  add constraint entry_has_a_known_format check (hash_version in (1, 2)),
  add constraint entry_terms_are_whole check (
    num_nulls(price, quantity, executed_at, trade_date, settlement_date, resting) in (0, 6) and (match_number is null or price is not null)
    and (hash_version = 2 or price is null)
  );

-- What every entry of an account covers from the moment it has a key. It lies beside the head, because whoever writes an entry needs both.
alter table account_states
  add column key_commitment bytea constraint account_commits_to_a_hash check (length(key_commitment) = 32);
update account_states s set key_commitment = k.commitment from account_keys k where k.account_id = s.account_id;
alter table account_keys drop column commitment;

-- The key of an account never changes, so its hash does not either. Statements that do not name the column pass by this.
create function refuse_other_key() returns trigger language plpgsql as $$
begin
  if old.key_commitment is distinct from new.key_commitment and old.key_commitment is not null then
    raise exception 'the key of account % is fixed: % refused', old.account_id, tg_op using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger account_states_keep_their_key before update of key_commitment on account_states for each row execute function refuse_other_key();
