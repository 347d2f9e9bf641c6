import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useFreshness } from '../../app/live.ts'
import { MarketClockRow } from '../market/MarketClockRow.tsx'
import { useMarkets } from '../market/market-clock.ts'

/** When a closed market opens again; nothing while it trades. */
export function ClosedUntil({ quote }: Readonly<{ quote: Quote }>) {
  const closed = useFreshness(quote) === 'closed'
  const { data: served } = useMarkets()
  const market = served?.find(({ market }) => market === quote.market)
  return closed && market !== undefined ? <MarketClockRow market={market} /> : null
}
