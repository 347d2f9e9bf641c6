import { type Split, actionId } from '@rueda/rules/corporate/action.ts'
import { bookSplit } from '@rueda/rules/corporate/split.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { notBefore } from '../../venue/executed-on.ts'
import type { Applying } from './apply.ts'
import { allLoans } from '../../features/loans/records.ts'
import { forEachCustomer } from './each-customer.ts'
import { priorCloseOf } from './recorded.ts'
import { openLocksIn } from '../../features/positions/lock-records.ts'
import { openPositionsIn } from '../../features/positions/records.ts'
import { robotSlotsIn } from '../robots/records.ts'
import { ordersWithPositions } from '../../features/orders/reads.ts'

type ConcernedRecord = Readonly<{ account_id: bigint; orders: readonly string[] }>

/** Holders of the share whose holding is not converted yet, and customers with an order at work in it. */
const CONCERNED = `
  with working as (
    select account_id, array_agg(id::text order by accepted_at, id) as orders from orders
    where account_id in (select account_id from account_states where open_orders > 0) and instrument_id = $1 and status = any($3) group by account_id
  ), holding as (
    select account_id from positions p where instrument_id = $1 and closed_at is null
      and not exists (select from entries e where e.account_id = p.account_id and e.cause_id = $2 and e.journal = 'J97'
        and e.at >= ${notBefore('$4')})
  )
  select account_id, coalesce(working.orders, '{}') as orders from holding full join working using (account_id) order by account_id`

/** Converts every holder's shares and ends every order in the old ones, one transaction for each customer's whole. */
export async function bookSplits(app: Applying, market: MarketName, split: Split): Promise<void> {
  const priorClose = await priorCloseOf(app.pool, split)
  const { rows } = await app.pool.query<ConcernedRecord>(CONCERNED, [split.instrumentId, actionId(split), openStatuses, split.exDate])
  const booked = rows.map(({ account_id, orders }) => ({
    accountId: String(account_id),
    idempotency: null,
    arguments: { split, priorClose, market, orders },
  }))
  await forEachCustomer(app, bookingSplit, booked)
}

type Booking = Readonly<{ split: Split; priorClose: bigint; market: MarketName; orders: readonly string[] }>

export const bookingSplit = commandKind({
  name: 'corporate.bookSplit',
  reads: ({ split, market, orders }: Booking) => ({
    wallets: [tradedTermsOf(market).wallet],
    records: [
      ...ordersWithPositions(orders),
      openPositionsIn([split.instrumentId]),
      openLocksIn([split.instrumentId]),
      robotSlotsIn([split.instrumentId]),
      ...allLoans,
    ],
  }),
  decide: ({ venue }: Pick<App, 'venue'>, { split, priorClose, market }, state, now) => {
    const { wallet, feeTable } = tradedTermsOf(market)
    const booked = bookSplit(state, { split, priorClose, venue: venue.label, wallet, currency: feeTable.currency }, now)
    return booked.ok ? ok({ outcome: booked.value, data: true as const }) : booked
  },
})
