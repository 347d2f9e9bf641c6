import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { Sparkline, upTo } from '@rueda/ui/quotes/Sparkline.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { useFreshQuote, usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const SHOWN = 8
const CHART_HEIGHT = 64

/** Beside the shell while nothing has been opened: the indices, each with its last weeks. */
export function IndicesFocus() {
  const t = useText('home')
  const indices = useQuery({ ...query(quotes.indices, { closes: 1 }), refetchInterval: usePoll('rows') })
  return (
    <div className="flex flex-col gap-3 p-6">
      <h2 className="text-title">{t('indices')}</h2>
      <Loaded query={indices} reason={whyFailed} skeleton={<Skeleton height={480} className="rounded-card" />}>
        {(list) => (
          <div className="grid grid-cols-2 gap-3">
            {list.slice(0, SHOWN).map((quote) => (
              <IndexPanel key={quote.code} quote={quote} />
            ))}
          </div>
        )}
      </Loaded>
      <div className="grid grid-cols-2 items-start gap-3">
        <Ranking list="gainers" />
        <Ranking list="losers" />
      </div>
    </div>
  )
}

const RANKED = 5
/** A ranking moves slowly even while its prices do not. */
const RANKING_MS = 30_000

function Ranking({ list }: { list: 'gainers' | 'losers' }) {
  const t = useText('home')
  const poll = usePoll('rows')
  const ranked = useQuery({
    ...query(quotes.top, { type: list, limit: RANKED, closes: 1 }),
    refetchInterval: poll === false ? RANKING_MS : poll,
  })
  return (
    <Card rows title={t(`movers.${list}`)}>
      <Loaded
        query={ranked}
        reason={whyFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<p className="py-6 text-meta text-text3">{t('movers.none')}</p>}
      >
        {(rows) => (
          <div className="divide-y divide-line">
            {rows.map((quote) => (
              <InstrumentRow key={quote.code} quote={quote} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function IndexPanel({ quote }: { quote: Quote }) {
  const nameOf = useInstrumentName()
  const fresh = useFreshQuote(quote)
  return (
    <a href={quoteHref(fresh)} className="block rounded-card active:brightness-95">
      <Card>
        <p className="truncate text-meta text-text3">{nameOf(fresh)}</p>
        <p className="flex items-baseline justify-between gap-2 pb-2">
          <Price value={fresh.price_nominal} decimals={fresh.decimals} size="total" flash />
          <Change percent={fresh.change_ratio} className="text-label" />
        </p>
        <Sparkline
          area
          closes={upTo(fresh.closes ?? [], fresh.price_nominal)}
          previousClose={fresh.preClose}
          changePercent={fresh.change_ratio}
          width={360}
          height={CHART_HEIGHT}
        />
      </Card>
    </a>
  )
}
