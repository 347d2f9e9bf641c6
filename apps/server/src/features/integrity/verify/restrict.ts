import type { Slice } from './account-slices.ts'

/** Everything that has rows of an account's own; `postings` is the view of entries line by line. */
export const accountTables = [
  ...([
    'account_states',
    'wallets',
    'entries',
    'postings',
    'orders',
    'order_events',
    'fills',
    'positions',
    'share_locks',
    'margin_positions',
  ] as const),
  ...([
    'transfers',
    'deposits',
    'deposit_arrivals',
    'withdrawals',
    'withdrawal_events',
    'fund_orders',
    'mandates',
    'robot_rentals',
    'robot_slots',
    'robot_values',
    'subscriptions',
    'share_fills',
    'loans',
    'loan_repayments',
    'loan_pledges',
    'entitlements',
    'reversals',
    'suitability_attempts',
    'suitability_introduction',
    'plans',
    'trading_volumes',
    'trust_heads',
    'account_keys',
    'plan_runs',
  ] as const),
  ...(['archived_accounts', 'archived_holdings', 'archived_lines'] as const),
  ...(['messages', 'alert_deliveries', 'mining_rounds', 'sessions', 'idempotency'] as const),
] as const
export type AccountTable = (typeof accountTables)[number]

export const tablesIn = (sql: string): readonly AccountTable[] =>
  accountTables.filter((table) => new RegExp(`\\b${table}\\b`, 'u').test(sql))

/** Some accounts of a slice, or all that lie in it. */
export type Part = Readonly<{ slice: Pick<Slice, 'above' | 'through'>; ids: readonly bigint[] | null }>

type Statement = Readonly<{ sql: string; values: readonly unknown[] }>

/**
 * The same statement over the rows of some accounts. Each table is shadowed by its part under its own name, which
 * PostgreSQL folds into the statement, so that it goes by the indexes: they all begin with the account.
 */
export function restricted(sql: string, { slice, ids }: Part): Statement {
  const mine = ids === null ? 'account_id > $1 and account_id <= $2' : 'account_id > $1 and account_id <= $2 and account_id = any($3)'
  const shadows = tablesIn(sql).map((table) => `${table} as not materialized (select * from ${table} where ${mine})`)
  return {
    sql: shadows.length === 0 ? sql : `with ${shadows.join(', ')} select * from (${sql}) as part`,
    values: shadows.length === 0 ? [] : ids === null ? [slice.above, slice.through] : [slice.above, slice.through, ids],
  }
}
