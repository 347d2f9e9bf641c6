import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { QueryClient } from '@tanstack/react-query'

const isQuote = (value: unknown): value is Quote =>
  typeof value === 'object' && value !== null && 'stock_code' in value && 'selfSelectStatus' in value && 'name' in value

/** Every quote in what has been read so far, whatever it was read for, that fits what was typed. */
export function cachedMatches(cache: QueryClient, typed: string, nameOf: (quote: Quote) => string): Quote[] {
  const needle = typed.toLowerCase()
  const found = new Map<string, Quote>()
  const visit = (value: unknown): void => {
    if (isQuote(value)) found.set(value.code, value)
    else if (Array.isArray(value)) value.forEach(visit)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit)
  }
  for (const [, data] of cache.getQueriesData({})) visit(data)
  return [...found.values()].filter((quote) =>
    `${quote.stock_code} ${quote.formerCode ?? ''} ${quote.name} ${nameOf(quote)}`.toLowerCase().includes(needle),
  )
}
