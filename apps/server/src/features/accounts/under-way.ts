import { openStatuses } from '@rueda/rules/orders/order.ts'
import type { Reader } from '../../db/snapshot.ts'
import { lapsed, paid } from '../corporate/lapsed.ts'

/**
 * What keeps an account open, and from beginning again: by kind, the query that finds one. A decision that somebody else still has to make counts as
 * well. `$1` is the account, `$2` the statuses of working orders.
 */
export const underWayKinds = [
  ...(['orders', 'positions', 'locks', 'money', 'funds', 'mandates', 'robots', 'newShares', 'placings', 'loans'] as const),
  ...(['dividends', 'holds', 'unsettled'] as const),
] as const
export type UnderWay = (typeof underWayKinds)[number]

const queries: readonly (readonly [UnderWay, string])[] = [
  ['orders', 'select from orders where account_id = $1 and status = any($2)'],
  ['positions', 'select from positions where account_id = $1 and closed_at is null'],
  ['positions', 'select from margin_positions where account_id = $1 and closed_at is null'],
  ['locks', 'select from positions where account_id = $1 and closed_at is null and locked > 0'],
  ['money', "select from transfers where account_id = $1 and status = 'pending'"],
  ['money', "select from deposits where account_id = $1 and status in ('announced', 'arrived', 'waiting')"],
  ['money', "select from withdrawals where account_id = $1 and status in ('pending', 'sending')"],
  ['funds', "select from fund_orders where account_id = $1 and status in ('confirming', 'holding', 'redeeming')"],
  ['mandates', "select from mandates where account_id = $1 and status in ('waiting', 'active')"],
  ['robots', 'select from robot_rentals where account_id = $1 and ended_at is null'],
  ['newShares', "select from subscriptions where account_id = $1 and kind = 'ipo' and status in ('waiting', 'allotted')"],
  ['placings', "select from subscriptions where account_id = $1 and kind = 'placing' and status in ('waiting', 'allotted')"],
  ['loans', "select from loans where account_id = $1 and status in ('pending', 'active', 'overdue', 'selling')"],
  ['dividends', `select from entitlements d where account_id = $1 and not ${paid('d')} and not ${lapsed('d')}`],
  ['holds', 'select from wallets where account_id = $1 and (hold > 0 or margin > 0)'],
  ['unsettled', 'select from wallets where account_id = $1 and unsettled > 0'],
]

const UNDER_WAY = queries
  .map(([kind, query]) => `select '${kind}' as kind where exists (${query}) and $2::text[] is not null`)
  .join(' union ')

/** Everything of an account that is not simply free cash, by kind, in the order above. */
export async function underWayOf(reader: Reader, accountId: string): Promise<readonly UnderWay[]> {
  const { rows } = await reader.query<{ kind: UnderWay }>(UNDER_WAY, [accountId, openStatuses])
  return underWayKinds.filter((kind) => rows.some((row) => row.kind === kind))
}
