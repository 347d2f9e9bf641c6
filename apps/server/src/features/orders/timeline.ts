import type { OrderRow } from '@rueda/contract/orders.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { formatPrice } from '@rueda/rules/instruments/terms.ts'
import type { OrderEvent } from '@rueda/rules/orders/events.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import type { Order } from '@rueda/rules/orders/order.ts'

type Line = NonNullable<OrderRow['timeline']>[number]
type History = Readonly<{ fills: readonly Fill[]; events: readonly OrderEvent[] }>

/** Everything that happened to an order, oldest first: its acceptance, every event and every fill. */
export function presentTimeline(instrument: Instrument, order: Order, { fills, events }: History): Line[] {
  const accepted: Line = { ...NOTHING, kind: 'accepted', eventTimestamp: order.acceptedAt }
  const later = [...events.map((event) => lineOfEvent(instrument, event)), ...fills.map((fill) => lineOfFill(instrument, fill))]
  return [accepted, ...later.toSorted(byTime)]
}

const NOTHING = { sequence: null, price: null, stopPrice: null, quantity: null, reason: null }

const lineOfEvent = (instrument: Instrument, { kind, at, sequence, price, stopPrice, quantity, reason }: OrderEvent): Line => ({
  kind,
  eventTimestamp: at,
  sequence,
  price: price === null ? null : formatPrice(instrument, price),
  stopPrice: stopPrice === null ? null : formatPrice(instrument, stopPrice),
  quantity: quantity === null ? null : formatScaled(quantity),
  reason,
})

const lineOfFill = (instrument: Instrument, { at, sequence, price, quantity }: Fill): Line => ({
  ...NOTHING,
  kind: 'filled',
  eventTimestamp: at,
  sequence,
  price: formatPrice(instrument, price),
  quantity: formatScaled(quantity),
})

/** The venue's numbers decide within a moment; lines without one are placed by their time. */
function byTime(a: Line, b: Line): number {
  if (a.sequence !== null && b.sequence !== null) return a.sequence - b.sequence
  return a.eventTimestamp - b.eventTimestamp
}
