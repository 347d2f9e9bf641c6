import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { MarketClockRow } from '../../shared/market/MarketClockRow.tsx'
import { useMarketClock, useMarkets, type ServedMarket } from '../../shared/market/market-clock.ts'

/** The time to the next close or opening of an instrument's market; nothing for one that never closes. */
export function SessionClock({ quote }: Readonly<{ quote: Pick<Quote, 'market'> }>) {
  const market = useMarkets().data?.find(({ market }) => market === quote.market)
  return market === undefined ? null : <Clock market={market} />
}

function Clock({ market }: Readonly<{ market: ServedMarket }>) {
  const { clock } = useMarketClock(market)
  return clock.state === 'open' && clock.closesInMs === null ? null : <MarketClockRow market={market} />
}
