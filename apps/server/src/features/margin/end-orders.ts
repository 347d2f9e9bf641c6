import { type EndReason, openStatuses } from '@rueda/rules/orders/order.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import type { App } from '../../app.ts'
import { endAll } from '../orders/end-all.ts'

type Ending = Pick<App, 'pool' | 'venue' | 'commands' | 'log' | 'inTurn'>

/**
 * Ends every open order of a position: first at the venue, then in the ledger. The rest of an opening order's hold goes back to the wallet,
 * not into the margin (`docs/rules/margin.md` D.8). Returns the number of orders.
 */
export async function endOrdersOf(app: Ending, position: MarginPosition, reason: EndReason): Promise<number> {
  const { accountId, wallet, id: positionId, instrumentId } = position
  const { rows } = await app.pool.query<{ id: string }>(
    'select id from orders where account_id = $1 and position_id = $2 and status = any($3) order by accepted_at, id',
    [accountId, positionId, openStatuses],
  )
  const orders = rows.map(({ id }) => ({ accountId, id, wallet, instrumentId }))
  await endAll(app, orders, reason)
  return orders.length
}
