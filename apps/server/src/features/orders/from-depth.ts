import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { orders } from '@rueda/contract/orders.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Instrument, decimalsAt } from '@rueda/rules/instruments/instrument.ts'
import { type DepthWarning, takeFromDepth, warningsOfDepth } from '@rueda/rules/orders/from-depth.ts'
import type { OrderType } from '@rueda/rules/orders/order.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { App } from '../../app.ts'

type Asked = Readonly<{ side: Side; type: OrderType; quantity: bigint }>
type Priced = Readonly<{ instrument: Instrument; worstPrice: bigint; matching: boolean }>
type FromDepth = Readonly<{ shown: DataOf<typeof orders.preview>['fromDepth']; warnings: readonly DepthWarning[] }>

const NOT_NOW: FromDepth = { shown: null, warnings: [] }
/** As many levels as pages show. */
const LEVELS = 10

/** What an order at market would get from the visible book (`docs/rules/orders.md` P.23). */
export async function fromDepthOf(
  { venue }: Pick<App, 'venue'>,
  { side, type, quantity }: Asked,
  { instrument, worstPrice, matching }: Priced,
): Promise<FromDepth> {
  const depth = type === 'market' && matching ? await venue.depth(instrument.id, LEVELS) : null
  if (depth === null) return NOT_NOW
  const taken = takeFromDepth({ side, quantity, worstPrice }, side === 'buy' ? depth.asks : depth.bids)
  const { covered, average } = taken
  return {
    shown: { covered: formatScaled(covered), average: average === null ? null : formatScaled(average, decimalsAt(instrument, average)) },
    warnings: warningsOfDepth({ quantity }, taken),
  }
}
