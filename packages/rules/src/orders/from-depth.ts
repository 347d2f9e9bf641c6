import { SCALE, absolute, divide, least } from '../decimal.ts'
import { percent } from '../markets/market.ts'
import type { Side } from '../side.ts'

/**
 * What an order at market would get from the book as everybody sees it (`docs/rules/orders.md` P.23): how much of its quantity lies within
 * its worst price, and at which average. Prices and quantities are in units of 10^-8.
 */
type Level = Readonly<{ price: bigint; quantity: bigint }>
type Taking = Readonly<{ side: Side; quantity: bigint; worstPrice: bigint }>

/** `average` and `best` are null where nothing lies within the worst price. */
export type FromDepth = Readonly<{ covered: bigint; average: bigint | null; best: bigint | null }>

export const depthWarnings = ['DEPTH_SHORT', 'FAR_FROM_BEST'] as const
export type DepthWarning = (typeof depthWarnings)[number]

/** An average this far from the best price is worth a warning: as far as a price may move under an open review. */
const FAR = percent('0.5')

/** Takes the levels of the other side, best first, up to the worst price. The average is a cost, so it is rounded against the customer. */
export function takeFromDepth({ side, quantity, worstPrice }: Taking, levels: readonly Level[]): FromDepth {
  let covered = 0n
  let spent = 0n
  for (const { price, quantity: there } of levels) {
    const reaches = side === 'buy' ? price <= worstPrice : price >= worstPrice
    if (!reaches || covered === quantity) break
    const taken = least(there, quantity - covered)
    covered += taken
    spent += taken * price
  }
  if (covered === 0n) return { covered, average: null, best: null }
  return { covered, average: divide(spent, covered, side === 'buy' ? 'CEIL' : 'FLOOR'), best: levels[0]?.price ?? null }
}

/** What a customer should know of it before the order is sent. */
export function warningsOfDepth({ quantity }: Pick<Taking, 'quantity'>, { covered, average, best }: FromDepth): readonly DepthWarning[] {
  const isFar = average !== null && best !== null && absolute(average - best) * SCALE > absolute(best) * FAR
  return [...(covered < quantity ? (['DEPTH_SHORT'] as const) : []), ...(isFar ? (['FAR_FROM_BEST'] as const) : [])]
}
