import type { Quote } from '@rueda/contract/quote-shapes.ts'
import type { App } from '../../app.ts'
import { presentQuote } from './present.ts'

type Options = NonNullable<Parameters<typeof presentQuote>[2]>

/** One instrument's quote as it crosses the wire; null when the venue does not list it or has no price of it yet. */
export const quoteOf = (app: Pick<App, 'venue'>, instrumentId: string, options: Options): Quote | null =>
  presentQuote(app, instrumentId, options)

/** Quotes in the requested order; instruments without one are left out. */
export const quotesOf = (app: Pick<App, 'venue'>, instrumentIds: readonly string[], options: Options): Quote[] =>
  instrumentIds.flatMap((instrumentId) => quoteOf(app, instrumentId, options) ?? [])
