import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { whyFailed } from '../failures/why-failed.ts'
import { InstrumentRow } from '../quotes/InstrumentRow.tsx'
import { StarButton } from '../quotes/StarButton.tsx'
import { type Watching, useWatching } from './watching.ts'

const SUGGESTED = 5

/** The instruments others trade and watch the most, each with its star. */
export function Suggestions() {
  const t = useText('watchlist')
  const watching = useWatching()
  const hot = useQuery(query(quotes.hot, { limit: SUGGESTED }))
  return (
    <Card rows title={t('suggestions')}>
      <Loaded query={hot} reason={whyFailed}>
        {(list) => (
          <div className="divide-y divide-line">
            {list.map((quote) => (
              <SuggestedRow key={quote.code} quote={quote} watching={watching} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** A row and its star beside it, not in it: a link holds no button. */
export function SuggestedRow({ quote, watching }: Readonly<{ quote: Quote; watching: Watching }>) {
  return (
    <div className="flex items-center">
      <div className="min-w-0 flex-1">
        <InstrumentRow quote={quote} />
      </div>
      <div className="relative z-1 -mr-[10px] pl-1">
        <StarButton quote={quote} watching={watching} />
      </div>
    </div>
  )
}
