import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { isFuture, isIndex, isPair } from '../../shared/quotes/instrument.ts'

export type Kind = 'stocks' | 'futures' | 'pairs' | 'indices'

export function kindOf(quote: Quote): Kind {
  if (isFuture(quote)) return 'futures'
  if (isPair(quote)) return 'pairs'
  return isIndex(quote) ? 'indices' : 'stocks'
}

/** What was found by kinds, in the order given: the kind of the best match comes first, so that the best match does. */
export const inKinds = (list: readonly Quote[]): ReadonlyMap<Kind, readonly Quote[]> => Map.groupBy(list, kindOf)
