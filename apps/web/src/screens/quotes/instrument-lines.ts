import type { OrderRow } from '@rueda/contract/orders.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { ChartLine } from '../../shared/charts/drawing.ts'

type Held = Readonly<{ position: Position | null; positions: readonly Position[]; orders: readonly OrderRow[] }>

const BUY = 0

/** The customer's average cost and waiting limit orders in an instrument, as lines of its chart. */
export function instrumentLines(held: Held | undefined, averageLabel: string, language: Language): readonly ChartLine[] {
  if (held === undefined) return []
  const open = held.position === null ? held.positions : [held.position, ...held.positions]
  const average = open.map(({ avgPrice }) => ({ price: avgPrice, label: averageLabel, kind: 'average' as const }))
  const waiting = held.orders.flatMap(({ price, direction, quantity, cancellable }) =>
    price === null || cancellable === 0
      ? []
      : [{ price, label: `${direction === BUY ? '+' : '\u2212'}${formatQuantity(language, quantity)}`, kind: 'order' as const }],
  )
  return [...average, ...waiting]
}
