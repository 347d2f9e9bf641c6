import type { Pool } from 'pg'
import { asOwner } from './database.ts'

/**
 * Loads accounts that every job of the day has something to do for, put in set-wise: a sale that settles, an order that
 * should have expired, and one that ends when its account is frozen. Their loading is not measured.
 */
const ACCOUNTS_AT_ONCE = 20_000
const CASH = 1_000_000
const PROCEEDS = 18_237
const HELD_EACH = 10_000

export const SETTLES_ON = '2026-11-18'
const SOLD_ON = '2026-11-17'
const WORKS_UNTIL = '2027-01-29'

const ACCOUNT_STATES =
  'insert into account_states (account_id, open_orders) select account, 2 from generate_series($1::bigint, $2::bigint) as account'
const WALLETS = `
  insert into wallets (account_id, type, currency, cash, hold, unsettled)
  select account, 'STOCK', 'USD', ${CASH}, ${2 * HELD_EACH}, ${PROCEEDS} from generate_series($1::bigint, $2::bigint) as account`
const FILLS = `
  insert into fills (account_id, order_id, sequence, instrument_id, side, price, quantity, notional, commission, sec_fee, taf, resting,
                     trade_date, settlement_date, at)
  select account, gen_random_uuid(), 1, $3, 'sell', 18237000000, 100000000, ${PROCEEDS}, 0, 0, 0, false, '${SOLD_ON}', '${SETTLES_ON}', 1
  from generate_series($1::bigint, $2::bigint) as account`
const ORDERS = `
  insert into orders (account_id, id, number, instrument_id, wallet, side, type, time_in_force, limit_price, worst_price, quantity,
                      filled_quantity, filled_value, filled_notional, commission, sec_fee, taf, hold_at_start, held_cash, held_quantity,
                      status, last_trade_date, venue_sequence, accepted_at, changed_at)
  select account, gen_random_uuid(), 'B' || account || '-' || ends, $3, 'STOCK', 'buy', 'limit', 'GTC', 10000000000, 10000000000, 100000000,
         0, 0, 0, 0, 0, 0, ${HELD_EACH}, ${HELD_EACH}, 0, 'working', ends::date, 0, 1, 1
  from generate_series($1::bigint, $2::bigint) as account cross join unnest(array['${SOLD_ON}', '${WORKS_UNTIL}']) as ends`

export async function openDueAccounts(pool: Pool, count: number, instrumentId: string): Promise<void> {
  for (let done = 0; done < count; done += ACCOUNTS_AT_ONCE) {
    const range = [done + 1, Math.min(count, done + ACCOUNTS_AT_ONCE)]
    for (const statement of [ACCOUNT_STATES, WALLETS]) await pool.query(statement, range)
    for (const statement of [FILLS, ORDERS]) await pool.query(statement, [...range, instrumentId])
  }
  // Maintenance after a bulk load is the owner's to do, not the server's.
  await asOwner(pool, ['vacuum analyze account_states, wallets, fills, orders', 'checkpoint'])
}

/** Every account frozen since the last of its orders was accepted. */
export const freezeAll = (pool: Pool): Promise<unknown> => pool.query("update account_states set frozen_at = 2, frozen_by = 'staff'")
