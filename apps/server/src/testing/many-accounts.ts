import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

type Many = Readonly<{ accounts: number; at: Instant }>

/**
 * As many accounts as wished, written at once and not by the write path: account n has n dollars in one entry, and every third 5 units of a
 * share in a second. The dollars of every fifth came by bank. Their hashes are no real chain.
 */
export async function openManyAccounts(pool: Pool, { accounts, at }: Many): Promise<void> {
  for (const sql of [STATES, WALLETS, CASH, POSITIONS, SHARES])
    await pool.query(sql, sql === CASH || sql === SHARES ? [accounts, at] : [accounts])
}

const MANY = 'from generate_series(1, $1::bigint) as n'
const HASH = (sequence: string): string => `sha256(int8send(n * 2 + ${sequence}))`
const HOLDS_SHARES = 'n % 3 = 0'
const CAME_BY_BANK = 'n % 5 = 0'
const STATES = `
  insert into account_states (account_id, sequence, head)
  select n, case when ${HOLDS_SHARES} then 2 else 1 end, case when ${HOLDS_SHARES} then ${HASH('1')} else ${HASH('0')} end ${MANY}`
const WALLETS = `insert into wallets (account_id, type, currency, cash) select n, 'US_WALLET', 'USD', n * 100 ${MANY}`
const ENTRY = `
  insert into entries (account_id, sequence, journal, cause_kind, cause_id, cause_step, at, value_date, accounts, assets, amounts, balances_after,
                       previous_hash, hash)`
const CASH = `${ENTRY}
  select n, 1, 'J98', 'grant', n::text, 0, $2::bigint, date '2026-11-01', array[case when ${CAME_BY_BANK} then 'H:BANK:USD' else 'H:PROMO:USD' end, 'U:US_WALLET:CASH'], array['USD', 'USD'],
         array[-n * 100, n * 100], array[null, n * 100], sha256(''), ${HASH('0')} ${MANY}`
const POSITIONS = `
  insert into positions (account_id, id, number, instrument_id, free, held, locked, cost, realised, charges, bought_quantity, bought_value,
                         sold_quantity, sold_value, opened_at, changed_at)
  select n, gen_random_uuid(), 'P' || n, 'US:TEST', 3, 1, 1, 0, 0, 0, 5, 0, 0, 0, 0, 0 ${MANY} where ${HOLDS_SHARES}`
const SHARES = `${ENTRY}
  select n, 2, 'J30', 'order', n::text, 1, $2::bigint, date '2026-11-01', array['H:SETTLESEC:US:TEST', 'U:SEC:US:TEST'],
         array['US:TEST', 'US:TEST'], array[-5, 5]::bigint[], array[null, 5]::bigint[], ${HASH('0')}, ${HASH('1')} ${MANY} where ${HOLDS_SHARES}`
