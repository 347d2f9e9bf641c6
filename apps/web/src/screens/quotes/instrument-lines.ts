import type { Alert } from '@rueda/contract/alerts.ts'
import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { SCALE_DECIMALS, divide, formatDecimal, scaled } from '@rueda/rules/decimal.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { ChartLine } from '../../shared/charts/drawing.ts'
import type { Translate } from '../../shared/text/text.ts'

type Held = Readonly<{ position: Position | null; positions: readonly Position[]; orders: readonly OrderRow[] }>
type Words = Readonly<{ quotes: Translate<'quotes'>; orders: Translate<'orders'>; language: Language }>

const BUY = 0

/** The customer's average cost and waiting orders in an instrument, as lines of its chart. */
export function instrumentLines(held: Held | undefined, words: Words): readonly ChartLine[] {
  if (held === undefined) return []
  const open = held.position === null ? held.positions : [held.position, ...held.positions]
  const label = words.quotes('chart.average')
  const average = open.map((position) => ({ price: shownAverage(position), label, kind: 'average' as const }))
  return [...average, ...held.orders.flatMap((order) => orderLines(order, words))]
}

/** As the tables round it: a chart rounds a price by its nearest binary fraction, which may be the one below. */
const shownAverage = ({ avgPrice, decimals }: Position): string =>
  formatDecimal(divide(scaled(avgPrice), 10n ** BigInt(SCALE_DECIMALS - decimals), 'HALF_UP'), decimals)

/** The price at which an order waits: its limit, or while it waits for its stop, that. A trailing stop moves by itself. */
export function waitingPrice({ cancellable, price, stopPrice, trailPercent, subStatus }: OrderRow): Readonly<{
  field: 'price' | 'stopPrice'
  price: string
}> | null {
  if (cancellable === 0 || trailPercent !== null) return null
  if (subStatus === 'HELD' && stopPrice !== null) return { field: 'stopPrice', price: stopPrice }
  return price === null ? null : { field: 'price', price }
}

function orderLines(order: OrderRow, { orders, language }: Words): readonly ChartLine[] {
  const waiting = waitingPrice(order)
  if (waiting === null) return []
  const quantity = formatQuantity(language, order.quantity)
  const bought = order.direction === BUY
  const side = orders(bought ? 'tag.buy' : 'tag.sell')
  const kind = orders(waiting.field === 'price' ? 'type.limit' : 'type.stop')
  return [
    {
      price: waiting.price,
      label: `${bought ? '+' : '\u2212'}${quantity}`,
      kind: 'order',
      handle: { orderId: order.id, text: `${side} · ${kind} · ${quantity} ·` },
    },
  ]
}

/** The prices that alerts wait for. Alerts on a part of the price or on the volume have none. */
export function alertLines(alerts: readonly Pick<Alert, 'kind' | 'level'>[]): readonly ChartLine[] {
  return alerts
    .filter(({ kind }) => kind === 'above' || kind === 'below')
    .map(({ kind, level }) => ({ price: level, label: kind === 'above' ? '\u25b2' : '\u25bc', kind: 'alert' }))
}
