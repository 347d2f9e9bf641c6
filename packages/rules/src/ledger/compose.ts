import type { Outcome } from './books.ts'

/** How two values of one part of an outcome become one; there is a way for every part, or this does not compile. */
type Ways = { readonly [Part in keyof Outcome]-?: (first: NonNullable<Outcome[Part]>, second: NonNullable<Outcome[Part]>) => Outcome[Part] }

/**
 * Two parts of one decision as one outcome. What happened is kept in its order; of a record that both have changed the
 * later state counts. Nothing is lost.
 */
export function compose(first: Outcome, second: Outcome): Outcome {
  const parts = (Object.keys(WAYS) as (keyof Outcome)[]).filter((part) => first[part] !== undefined && second[part] !== undefined)
  return { ...first, ...second, ...Object.fromEntries(parts.map((part) => [part, wayOf(part)(first[part], second[part])])) }
}

/** That both values are of the part whose way it is, the compiler does not see. */
const wayOf = (part: keyof Outcome) => WAYS[part] as unknown as (first: unknown, second: unknown) => unknown

const inOrder = <Value>(first: readonly Value[], second: readonly Value[]): readonly Value[] => [...first, ...second]

/** Each record once, in its later state, in the place where it was first named. */
const latest = <Row extends Readonly<{ id: string }>>(first: readonly Row[], second: readonly Row[]): readonly Row[] => [
  ...new Map(inOrder(first, second).map((row) => [row.id, row])).values(),
]

const WAYS: Ways = {
  entries: inOrder,
  orders: latest,
  fills: inOrder,
  orderEvents: inOrder,
  positions: latest,
  transfers: latest,
  deposits: latest,
  arrivals: inOrder,
  withdrawals: latest,
  withdrawalEvents: inOrder,
  marginPositions: latest,
  unsettled: inOrder,
  settledThrough: inOrder,
  freezes: () => true,
  messages: inOrder,
}
