import { endOrder } from '@rueda/rules/orders/end.ts'
import { type EndReason, openStatuses } from '@rueda/rules/orders/order.ts'
import { ok } from '@rueda/rules/result.ts'
import type { WalletType } from '@rueda/rules/wallets/wallet.ts'
import type { App } from '../../app.ts'

type Ending = Pick<App, 'pool' | 'venue' | 'writePath'>
export type OpenOrder = Readonly<{ accountId: string; id: string; wallet: WalletType; instrumentId: string }>

/** Ends open orders that their customer did not cancel, one after the other: the venue lets go first, then the books. */
export async function endAll({ venue, writePath }: Ending, orders: readonly OpenOrder[], reason: EndReason): Promise<void> {
  for (const { accountId, id, wallet, instrumentId } of orders) {
    const { tradeDate } = venue.session(venue.instruments.get(instrumentId)?.market ?? 'US')
    await venue.cancel(id)
    await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: [wallet], orders: [id] },
      decide: (books, now) => {
        const ended = endOrder(books, { orderId: id, reason, tradeDate }, now)
        return ended.ok ? ok({ outcome: ended.value, data: true }) : ended
      },
    })
  }
}

/**
 * Orders of frozen accounts end (`domain.md` D.2); those that close positions and were placed since then are wanted.
 * Answers with how many there were.
 */
export async function endOrdersOfFrozen(app: Ending, accountId: string | null = null): Promise<number> {
  const { rows } = await app.pool.query<{ account_id: string; id: string; wallet: WalletType; instrument_id: string }>(OF_FROZEN, [
    openStatuses,
    accountId,
  ])
  const orders = rows.map((row) => ({ accountId: row.account_id, id: row.id, wallet: row.wallet, instrumentId: row.instrument_id }))
  await endAll(app, orders, 'SYSTEM')
  return orders.length
}

const OF_FROZEN = `
  select o.account_id::text, o.id::text, o.wallet, o.instrument_id
  from orders o join books b using (account_id)
  where b.frozen_at is not null and o.accepted_at <= b.frozen_at and o.status = any($1) and ($2::bigint is null or o.account_id = $2)
  order by o.accepted_at, o.id`
