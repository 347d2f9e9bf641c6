import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { classes } from '@rueda/ui/look/classes.ts'
import { SectionHeader, TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Skeleton } from '@rueda/ui/loading/Skeleton.tsx'
import { Sparkline, upTo } from '@rueda/ui/quotes/Sparkline.tsx'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useFreshQuote, useFreshness, usePoll } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { quoteHref } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

const SHOWN = 8

/** The indices in a row to swipe through. */
export function IndicesStrip() {
  const t = useText('home')
  const indices = useQuery({ ...query(quotes.indices, { closes: 1 }), refetchInterval: usePoll('rows') })
  return (
    <section aria-label={t('indices')} className="@container flex flex-col gap-1">
      <SectionHeader title={t('indices')} action={<TextLink href={hrefTo('pages/market/index', { market: 'IDX' })}>{t('all')}</TextLink>} />
      <Loaded query={indices} reason={whyFailed} skeleton={<StripSkeleton />} isEmpty={(list) => list.length === 0} empty={<NoIndices />}>
        {(list) => (
          <div className={strip} onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}>
            {list.slice(0, SHOWN).map((quote) => (
              <IndexCard key={quote.code} quote={quote} />
            ))}
          </div>
        )}
      </Loaded>
      <p className="text-meta text-text3">{t('closes.period')}</p>
    </section>
  )
}

/** Swiped through on a telephone. On a desk as many as stand beside each other, none of them cut: the market's page has all. */
const strip = classes(
  'scrollbar-none -mx-edge flex snap-x scroll-px-edge gap-2.5 overflow-x-auto px-edge py-px',
  'panes:mx-0 panes:grid panes:grid-cols-[repeat(auto-fill,minmax(148px,1fr))] panes:px-px panes:*:w-auto',
  'panes:*:nth-[n+6]:hidden @max-[789px]:panes:*:nth-[n+5]:hidden @max-[631px]:panes:*:nth-[n+4]:hidden',
)

function IndexCard({ quote }: { quote: Quote }) {
  const nameOf = useInstrumentName()
  const fresh = useFreshQuote(quote)
  const freshness = useFreshness(fresh)
  return (
    <a
      href={quoteHref(fresh)}
      className="flex w-[148px] flex-none snap-start flex-col gap-0.5 rounded-card bg-s1 px-3 py-2.5 shadow-card active:bg-s2"
    >
      <span className="truncate text-meta text-text3">{nameOf(fresh)}</span>
      <Price
        value={fresh.price_nominal}
        decimals={fresh.decimals}
        stale={freshness === 'stale' || freshness === 'offline'}
        flash={freshness === 'live'}
        className="self-start"
      />
      <span className="flex items-center justify-between gap-1">
        <Change percent={fresh.change_ratio} className="text-meta" />
        {fresh.closes === undefined ? null : <Sparkline closes={upTo(fresh.closes, fresh.price_nominal)} width={48} height={20} />}
      </span>
    </a>
  )
}

function NoIndices() {
  const t = useText('home')
  return <p className="py-4 text-meta text-text3">{t('indices.none')}</p>
}

const StripSkeleton = () => (
  <div className={strip}>
    {Array.from({ length: 3 }, (_, at) => (
      <Skeleton key={at} width={148} height={82} className="flex-none rounded-card" />
    ))}
  </div>
)
