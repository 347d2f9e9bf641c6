import type { Pool } from 'pg'
import { asOwner } from './database.ts'

/** Accounts with whole chains of real hashes, put in set-wise: each entry gives the customer one cent of the brokerage's. */
const ENTRIES_AT_ONCE = 200_000
const FIRST_AT = 1_795_186_800_000
const SECOND = 1_000

const ACCOUNT_STATES = `
  insert into account_states (account_id, sequence, head, last_at)
  select account, 0, decode(repeat('00', 32), 'hex'), 0 from generate_series($1::bigint, $2::bigint) as account`
const WALLETS = `
  insert into wallets (account_id, type, currency, cash)
  select account, 'STOCK', 'USD', $3::bigint from generate_series($1::bigint, $2::bigint) as account`
/** The text that is hashed is that of `canonicalEntry`. */
const ENTRIES = `
  with recursive chain (account, sequence, previous, hash) as (
    select account, 0::bigint, ''::bytea, decode(repeat('00', 32), 'hex') from generate_series($1::bigint, $2::bigint) as account
    union all
    select account, sequence + 1, hash, sha256(convert_to(
      encode(hash, 'hex') || E'\\n' || account || ' ' || (sequence + 1) || ' ' || (${FIRST_AT} + (sequence + 1) * ${SECOND}) ||
      ' 2026-11-20 J98 grant bench-' || (sequence + 1) || ' 0 -' || E'\\nH:PROMO:USD USD -1 -\\nU:STOCK:CASH USD 1 ' || (sequence + 1), 'UTF8'))
    from chain where sequence < $3)
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
                       accounts, assets, amounts, balances_after, previous_hash, hash)
  select account, sequence, 'J98', 'grant', 'bench-' || sequence, 0, ${FIRST_AT} + sequence * ${SECOND}, date '2026-11-20',
         '{H:PROMO:USD,U:STOCK:CASH}', '{USD,USD}', '{-1,1}', array[null, sequence], previous, hash
  from chain where sequence > 0 order by account, sequence`
const HEADS = `
  update account_states set sequence = e.sequence, head = e.hash, last_at = e.at from entries e
  where e.account_id = account_states.account_id and e.sequence = $3 and account_states.account_id between $1 and $2`

/** As many accounts of this length as make so many entries. */
export async function loadChains(pool: Pool, entries: number, each: number): Promise<number> {
  const accounts = Math.ceil(entries / each)
  const atOnce = Math.max(1, Math.floor(ENTRIES_AT_ONCE / each))
  for (let first = 1; first <= accounts; first += atOnce) {
    const range = [first, Math.min(accounts, first + atOnce - 1)]
    await pool.query(ACCOUNT_STATES, range)
    for (const statement of [WALLETS, ENTRIES, HEADS]) await pool.query(statement, [...range, each])
  }
  await asOwner(pool, ['vacuum analyze account_states, wallets, entries', 'checkpoint'])
  return accounts * each
}
