import type { OrderRow } from '@rueda/contract/orders.ts'
import type { App } from '../../app.ts'
import { presentOrder } from './present.ts'
import { workingOrdersIn } from './store.ts'

/** A customer's working orders in one instrument, as they cross the wire. */
export async function workingRows({ pool, venue }: Pick<App, 'pool' | 'venue'>, accountId: string, instrumentId: string): Promise<OrderRow[]> {
  const working = await workingOrdersIn(pool, accountId, instrumentId)
  return working.map((order) => presentOrder(venue, order))
}
