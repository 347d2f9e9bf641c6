import type { Fill } from '../../src/orders/fill.ts'
import type { World } from '../world/world.ts'

/**
 * INV-21: a trade between customers is booked on both sides or on neither, and never lies outside the quote of its moment
 * (`docs/rules/matching.md` P.1); that quote is read from the world, not from the fills.
 */
export function* matchBreaches({ brokerage, quotes }: World): Generator<string> {
  const sides = new Map<number, Fill[]>()
  for (const { fills } of brokerage.accounts.values())
    for (const fill of fills) if (fill.match !== null) sides.set(fill.match.number, [...(sides.get(fill.match.number) ?? []), fill])
  for (const [number, [first, second, ...more]] of sides) {
    if (first === undefined || second === undefined || more.length > 0)
      yield `INV-21 trade ${number} has ${more.length + (second === undefined ? 1 : 2)} sides`
    else if (!fit(first, second)) yield `INV-21 the sides of trade ${number} do not fit`
    const quote = quotes.get(number)
    const price = first?.price ?? 0n
    if (quote === undefined || price < quote.low || price > quote.high)
      yield `P.1 trade ${number} at ${price} is outside the quote of its moment`
  }
  for (const number of quotes.keys()) if (!sides.has(number)) yield `INV-21 trade ${number} is on neither side`
}

const fit = (a: Fill, b: Fill): boolean =>
  a.accountId !== b.accountId &&
  a.side !== b.side &&
  a.instrumentId === b.instrumentId &&
  a.price === b.price &&
  a.quantity === b.quantity &&
  a.at === b.at &&
  a.match?.otherOrderId === b.orderId &&
  b.match?.otherOrderId === a.orderId
