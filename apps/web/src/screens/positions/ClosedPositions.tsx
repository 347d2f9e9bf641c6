import { type Position, positions } from '@rueda/contract/positions.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import { pages, rowsOf } from '../../shared/server/api.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { MarketFilter, NothingInMarket, isIn, sourceIn, useMarketFilter } from './MarketFilter.tsx'
import { MoreRows } from '../../shared/lists/MoreRows.tsx'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { ClosedSheet } from './ClosedSheet.tsx'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

/**
 * Positions that have ended, with what they realised, and before them those of which a part was sold; behind each the purchases that its
 * sales used up.
 */
export function ClosedPositions() {
  const t = useText('positions')
  const [chosen, setChosen] = useState<Position | null>(null)
  const [market, choose] = useMarketFilter()
  const read = useInfiniteQuery(pages(positions.closed, sourceIn(market)))
  const rows = rowsOf(read.data) as Position[]
  const partly = (useHoldings().data?.list ?? []).filter((position) => isIn(market, position) && Number(position.closedQuantity) > 0)
  const isEmpty = rows.length === 0 && partly.length === 0
  const rowOf = (position: Position) => <ClosedRow key={position.id} position={position} onPress={() => setChosen(position)} />
  return (
    <>
      {market === 'all' && isEmpty ? null : <MarketFilter value={market} onChange={choose} />}
      <Loaded query={read} reason={whyFailed} isEmpty={() => isEmpty} empty={market === 'all' ? <NothingClosed /> : <NothingInMarket />}>
        {() => (
          <>
            {partly.length === 0 ? null : (
              <Card rows title={t('closed.partly')}>
                {partly.map(rowOf)}
              </Card>
            )}
            {rows.length === 0 ? null : <Card rows>{rows.map(rowOf)}</Card>}
            <MoreRows read={read} />
            <ClosedSheet position={chosen} onClose={() => setChosen(null)} />
          </>
        )}
      </Loaded>
    </>
  )
}

function ClosedRow({ position, onPress }: Readonly<{ position: Position; onPress: () => void }>) {
  const t = useText('positions')
  const nameOf = useInstrumentName()
  const { language } = useUi()
  const price = (value: string | null) => formatPrice(language, value, position.decimals)
  const sold = formatQuantity(language, position.closedQuantity)
  // The mean of all purchases, those after the sale among them, says nothing of what was sold.
  const isOpen = position.status === 0
  return (
    <button
      type="button"
      onClick={onPress}
      className="-mx-edge flex min-h-[72px] w-[calc(100%+2*var(--edge))] items-center gap-3 px-edge py-2.5 text-left active:bg-s2"
    >
      <Logo code={position.stockCode} src={position.localLogoUrl} />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="truncate text-row">{nameOf(position)}</span>
        <span className="num text-meta text-text3">
          {isOpen
            ? t('closed.sold', { num: sold, price: price(position.closePrice) })
            : `${sold} · ${price(position.openPrice)} → ${price(position.closePrice)}`}
        </span>
        <span className="num text-micro font-normal text-text3">
          {isOpen
            ? t('closed.left', { num: formatQuantity(language, position.quantity) })
            : `${formatDate(position.createTimeTimestamp)} – ${formatDate(position.modifyTimeTimestamp)}`}
        </span>
      </span>
      <span className="flex flex-none flex-col items-end gap-0.5">
        <Change own absolute={position.sellProfit} currency={position.currency} className="text-row" />
        <span className="text-micro font-normal text-text3">{t('closed.result')}</span>
      </span>
    </button>
  )
}

function NothingClosed() {
  const t = useText('positions')
  return (
    <EmptyState
      icon={Archive}
      text={t('closed.empty')}
      action={
        <Button tone="secondary" href={hrefTo('pages/market/index')}>
          {t('holding.explore')}
        </Button>
      }
    />
  )
}
