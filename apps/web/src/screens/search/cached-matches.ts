import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { type Findable, ranked } from '@rueda/rules/search/ranking.ts'
import { plainCode, wordingOf } from '@rueda/rules/search/wording.ts'
import type { QueryClient } from '@tanstack/react-query'

const isQuote = (value: unknown): value is Quote =>
  typeof value === 'object' && value !== null && 'stock_code' in value && 'selfSelectStatus' in value && 'name' in value

/** Every quote in what has been read so far, whatever it was read for, that fits what was typed; the best first. */
export function cachedMatches(cache: QueryClient, typed: string, nameOf: (quote: Quote) => string): Quote[] {
  const found = new Map<string, Quote>()
  const visit = (value: unknown): void => {
    if (isQuote(value)) found.set(value.code, value)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  for (const [, data] of cache.getQueriesData({})) visit(data)
  const findableOf = (quote: Quote): Findable => ({
    code: plainCode(quote.stock_code),
    formerCodes: quote.formerCode === undefined ? [] : [plainCode(quote.formerCode)],
    names: [nameOf(quote), quote.name].map(wordingOf),
    synonyms: [],
    together: [],
    elsewhere: [],
  })
  return ranked(typed, [...found.values()], { findableOf, inOrder: (a, b) => (a.stock_code < b.stock_code ? -1 : 1) })
}
