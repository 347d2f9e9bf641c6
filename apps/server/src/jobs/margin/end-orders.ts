import { endOrder } from '@rueda/rules/orders/end.ts'
import { type EndReason, openStatuses } from '@rueda/rules/orders/order.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'

type Ending = Pick<App, 'pool' | 'venue' | 'writePath'>

/**
 * Ends every open order of a position: the venue lets go first, then the books. What an opening order still holds goes
 * back to the wallet, not into the margin (`domain.md` D.8). Answers with how many there were.
 */
export async function endOrdersOf({ pool, venue, writePath }: Ending, position: MarginPosition, reason: EndReason): Promise<number> {
  const { accountId, wallet, id, instrumentId } = position
  const { rows } = await pool.query<{ id: string }>(
    'select id from orders where account_id = $1 and position_id = $2 and status = any($3) order by accepted_at, id',
    [accountId, id, openStatuses],
  )
  const { tradeDate } = venue.session(instrumentId.startsWith('FUT:') ? 'FUT' : 'FX')
  for (const { id: orderId } of rows) {
    await venue.cancel(orderId)
    await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: [wallet], orders: [orderId] },
      decide: (books, now) => {
        const ended = endOrder(books, { orderId, reason, tradeDate }, now)
        return ended.ok ? ok({ outcome: ended.value, data: true }) : ended
      },
    })
  }
  return rows.length
}
