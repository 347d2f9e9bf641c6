import type { Position } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useLiveQuote } from '../../shared/live/live.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { floatingOf } from '../../shared/positions/floating.ts'
import { positionQuoteHref } from '../../shared/positions/position-links.ts'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useText } from '../../shared/text/text.ts'

const SHOWN = 5

/** The first holdings with what today brought of each; before there is any, how to come to one. */
export function HeldCard() {
  const t = useText('home')
  const holdings = useHoldings()
  const isEmpty = holdings.data?.list.length === 0
  if (isEmpty) return <NextStep />
  return (
    <Card rows title={t('held')} action={<TextLink href={hrefTo('pages/trade/index')}>{t('all')}</TextLink>}>
      <Loaded query={holdings} reason={whyFailed} skeleton={<SkeletonRows rows={2} />}>
        {({ list }) => (
          <div className="divide-y divide-line">
            {list.slice(0, SHOWN).map((position) => (
              <div key={position.id}>
                <HeldRow position={position} />
              </div>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function HeldRow({ position }: { position: Position }) {
  const t = useText('home')
  const { language } = useUi()
  const nameOf = useInstrumentName()
  const live = useLiveQuote(position.code)
  const now = floatingOf(position, live?.price_nominal ?? null)
  return (
    <a href={positionQuoteHref(position)} className="-mx-edge flex min-h-16 items-center gap-2.5 px-edge py-2 active:bg-s2">
      <span className="flex-none max-[349px]:hidden">
        <Logo code={position.stockCode} src={position.localLogoUrl} />
      </span>
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="line-clamp-2 text-row leading-tight font-normal">{nameOf(position)}</span>
        <span className="num text-meta text-text3">
          {position.stockCode} · {formatQuantity(language, position.quantity)}
        </span>
      </span>
      <span className="flex flex-none flex-col items-end gap-0.5">
        <Money own value={now?.value ?? null} currency={position.currency} className="text-row" />
        <span className="flex items-baseline gap-1 text-meta">
          <Change own absolute={now?.today ?? null} currency={position.currency} />
          <span className="text-text3">{t('today')}</span>
        </span>
      </span>
    </a>
  )
}

/** What a new customer can do now: the first purchase. */
function NextStep() {
  const t = useText('home')
  return (
    <Card title={t('next')} className="flex flex-col gap-3">
      <div className="flex flex-col gap-1">
        <h3 className="text-title">{t('next.title')}</h3>
        <p className="text-label font-normal text-text2">{t('next.text')}</p>
      </div>
      <Button tone="secondary" wide href={hrefTo('pages/product/popular')}>
        {t('next.button')}
      </Button>
    </Card>
  )
}
