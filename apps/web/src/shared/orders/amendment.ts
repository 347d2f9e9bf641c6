import type { OrderRow } from '@rueda/contract/orders.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { finish } from '@rueda/ui/fields/typing.ts'

/** The fields of an open order that can be changed, and the change that the typed values make. */
export type Field = 'quantity' | 'price' | 'stopPrice' | 'trailPercent'
export type Amendable = Readonly<Partial<Record<Field, string>>>

type Order = Pick<OrderRow, Field | 'subStatus'>

/** A stop that was reached cannot be changed any more. Of two orders that end the same the quantity of both is changed. */
export function amendableFields(order: Order): readonly Field[] {
  const isHeld = order.subStatus === 'HELD'
  const isTrailing = order.trailPercent !== null
  const fields: (Field | null)[] = [
    'quantity',
    order.price === null ? null : 'price',
    isHeld && !isTrailing && order.stopPrice !== null ? 'stopPrice' : null,
    isHeld && isTrailing ? 'trailPercent' : null,
  ]
  return fields.filter((field) => field !== null)
}

/** Null while nothing is different, or something is empty. */
export function amendmentOf(order: Order, typed: Amendable): Amendable | null {
  const changed = amendableFields(order).flatMap((field) => {
    const text = typed[field]
    return text === undefined || isSame(finish(text), order[field]) ? [] : [[field, finish(text)] as const]
  })
  if (changed.length === 0 || changed.some(([field, text]) => text === '' || (!isPrice(field) && (parseScaled(text) ?? 0n) <= 0n)))
    return null
  return Object.fromEntries(changed)
}

/** True for prices, which of a future may be below zero; the server knows if this one may. */
const isPrice = (field: Field): boolean => field === 'price' || field === 'stopPrice'

const isSame = (text: string, known: string | null): boolean => known !== null && parseScaled(text) === parseScaled(known)
