import type { OrderRow } from '@rueda/contract/orders.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { presentOrder } from './present.ts'
import { workingOrdersIn } from './store.ts'

/** A customer's working orders in one instrument, as they cross the wire. */
export async function workingRows(
  { reader, venue }: Pick<App, 'venue'> & Readonly<{ reader: Reader }>,
  accountId: string,
  instrumentId: string,
): Promise<OrderRow[]> {
  const working = await workingOrdersIn(reader, accountId, instrumentId)
  return working.map((order) => presentOrder(venue, order))
}

/** The sales that take a position out at a profit or at a loss, which end when it is closed some other way. */
export async function exitsIn(reader: Reader, accountId: string, instrumentId: string): Promise<readonly string[]> {
  const working = await workingOrdersIn(reader, accountId, instrumentId)
  return working.filter(({ side, siblingId, parentId }) => side === 'sell' && (siblingId ?? parentId) !== null).map(({ id }) => id)
}
