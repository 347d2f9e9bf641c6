import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { newestTrades, useLiveTrades, usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { TradesTape } from './TradesTape.tsx'
import { marketOf } from '../../shared/quotes/instrument.ts'

/** The last twenty trades as they happen, on a card. */
export const TradesTab = ({ quote }: { quote: Quote }) => (
  <Card>
    <Trades quote={quote} />
  </Card>
)

export function Trades({ quote }: { quote: Quote }) {
  const t = useText('quotes')
  const poll = usePoll('detail')
  const live = useLiveTrades(quote.code)
  const read = useQuery({ ...query(quotes.light, { stockCode: quote.stock_code, market: marketOf(quote.market) }), refetchInterval: poll })
  return (
    <Loaded query={read} reason={whyFailed}>
      {({ trades }) => {
        const shown = newestTrades(trades, live ?? [])
        return shown.length === 0 ? (
          <p className="py-6 text-center text-meta text-text3">{t('trades.empty')}</p>
        ) : (
          <TradesTape quote={quote} trades={shown} />
        )
      }}
    </Loaded>
  )
}
