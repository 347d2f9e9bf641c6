import type { Pool } from 'pg'
import { asOwner } from './database.ts'

/** Accounts with a history of transfers, put in set-wise, because the bench measures writing on top of them. */
const ENTRIES_EACH = 5
const LINES_EACH = 2
const ACCOUNTS_AT_ONCE = 20_000
const CENTS_EACH = 10_000_000_000

const ACCOUNT_STATES = `
  insert into account_states (account_id, sequence, last_at) select account, ${ENTRIES_EACH}, 1 from generate_series($1::bigint, $2::bigint) as account`
const WALLETS = `
  insert into wallets (account_id, type, currency, cash)
  select account, type, 'USD', case type when 'STOCK' then ${CENTS_EACH} else 0 end
  from generate_series($1::bigint, $2::bigint) as account cross join unnest(array['STOCK', 'US_WALLET']) as type`
const ENTRIES = `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date,
                       accounts, assets, amounts, balances_after, previous_hash, hash)
  select account, sequence, 'J20', 'transfer', md5(account || ':' || sequence), 0, 1, date '2026-11-20',
         '{H:PROMO:USD,U:STOCK:CASH}', '{USD,USD}', '{-1,1}', array[null, sequence], sha256(int8send(sequence - 1)), sha256(int8send(sequence))
  from generate_series($1::bigint, $2::bigint) as account cross join generate_series(1::bigint, ${ENTRIES_EACH}) as sequence`

export type History = Readonly<{ accounts: readonly string[]; postings: number }>

/** Loads this many accounts, or as many as fit into the time. */
export async function loadHistory(pool: Pool, count: number, seconds: number): Promise<History> {
  const until = performance.now() + seconds * 1_000
  let loaded = 0
  while (loaded < count && performance.now() < until) {
    const range = [loaded + 1, Math.min(count, loaded + ACCOUNTS_AT_ONCE)]
    for (const statement of [ACCOUNT_STATES, WALLETS, ENTRIES]) await pool.query(statement, range)
    loaded = Math.min(count, loaded + ACCOUNTS_AT_ONCE)
  }
  // Maintenance after a bulk load is the owner's to do, not the server's.
  await asOwner(pool, ['vacuum analyze account_states, wallets, entries', 'checkpoint'])
  return { accounts: Array.from({ length: loaded }, (_, index) => String(index + 1)), postings: loaded * ENTRIES_EACH * LINES_EACH }
}
