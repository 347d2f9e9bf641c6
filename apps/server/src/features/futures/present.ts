import type { FutureQuote } from '@rueda/contract/futures.ts'
import type { App } from '../../app.ts'
import type { Month } from '../../venue/contract-months.ts'
import { presentTerms } from '../quotes/future-terms.ts'
import type { OpenContracts } from '../quotes/open-contracts.ts'
import { quoteOf } from '../quotes/quotes-of.ts'

type Around = Readonly<{ watched: ReadonlySet<string>; open: ReadonlyMap<string, OpenContracts>; now: number }>

/** A contract month as lists show it: its quote with its terms as a future (`docs/rules/quotes.md` A.2). */
export async function presentFuture(
  app: Pick<App, 'venue' | 'settings'>,
  month: Month,
  { watched, open, now }: Around,
): Promise<FutureQuote[]> {
  const { id } = month.instrument
  const shown = quoteOf(app, id, { watched: watched.has(id) })
  const quote = app.venue.quote(id)
  if (shown === null || quote === null) return []
  return [{ ...shown, ...(await presentTerms(app, month, { quote, shown, open: open.get(id), now })) }]
}
