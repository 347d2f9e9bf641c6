import type { Position } from '@rueda/contract/positions.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { Ellipsis, PieChart, X } from 'lucide-react'
import { useState } from 'react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { useLiveQuotes } from '../../shared/live/live.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { HoldingMenu } from '../../shared/positions/HoldingMenu.tsx'
import { type Floating, floatingOf } from '../../shared/positions/floating.ts'
import { closeQuery, positionQuoteHref } from '../../shared/positions/position-links.ts'
import { useHoldings } from '../../shared/positions/use-holdings.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useText } from '../../shared/text/text.ts'

/** A position with its figures at the newest price. */
type Row = Readonly<{ position: Position; last: string | null; now: Floating | null }>
type InView = Readonly<{ stockCode: string; market: string }>

/**
 * The open positions as a table, with what closes each at the end of its line. In a narrow pane (`@max-[840px]` of the pane that scrolls) names
 * and the button's word give way to the figures.
 */
export function PositionsTable({ inView }: Readonly<{ inView: InView | null }>) {
  const t = useText('desk')
  const holdings = useHoldings()
  return (
    <Loaded
      query={holdings}
      reason={whyFailed}
      isEmpty={({ list }) => list.length === 0}
      empty={<EmptyState icon={PieChart} text={t('list.noneHeld')} />}
    >
      {({ list }) => <Rows list={list} inView={inView} />}
    </Loaded>
  )
}

function Rows({ list, inView }: Readonly<{ list: readonly Position[]; inView: InView | null }>) {
  const t = useText('desk')
  const positions = useText('positions')
  const nameOf = useInstrumentName()
  const columns = usePositionColumns()
  const { shown, button } = useColumns('positions', columns)
  const [chosen, setChosen] = useState<Position | null>(null)
  const live = useLiveQuotes(list.map(({ code }) => code))
  const rows = list.map((position): Row => {
    const last = live.get(position.code)?.price_nominal ?? null
    return { position, last: last ?? position.currentPrice, now: floatingOf(position, last) }
  })
  return (
    <>
      <SortableTable
        tools={button}
        label={t('tab.positions')}
        columns={shown}
        rows={rows}
        keyOf={({ position }) => position.id}
        isChosen={({ position }) => position.stockCode === inView?.stockCode && position.market === inView.market}
        actions={({ position }) => (
          <span className="inline-flex items-center gap-1">
            <a
              href={hrefTo('pages/payment/close', closeQuery(position))}
              title={t('close')}
              className="rounded-chip bg-s3 px-2.5 py-1 text-micro text-text1 hover:bg-accent-tint @max-[840px]:grid @max-[840px]:size-7 @max-[840px]:place-items-center @max-[840px]:p-0"
            >
              <span className="@max-[840px]:sr-only">{t('close')}</span>
              <X aria-hidden size={14} className="hidden @max-[840px]:block" />
            </a>
            <button
              type="button"
              aria-label={positions('holding.actions', { name: nameOf(position) })}
              onClick={() => setChosen(position)}
              className="grid size-7 place-items-center rounded-chip text-text3 hover:bg-s3"
            >
              <Ellipsis aria-hidden size={16} />
            </button>
          </span>
        )}
      />
      <HoldingMenu position={chosen} onClose={() => setChosen(null)} />
    </>
  )
}

const amountOf = (text: string | null | undefined): number | null => (text === null || text === undefined ? null : Number(text))

function usePositionColumns(): readonly TableColumn<Row>[] {
  const t = useText('desk')
  const { language } = useUi()
  const nameOf = useInstrumentName()
  return [
    {
      key: 'instrument',
      label: t('column.instrument'),
      words: true,
      sortBy: ({ position }) => position.stockCode,
      cell: ({ position }) => (
        <a
          href={positionQuoteHref(position)}
          title={nameOf(position)}
          className="flex max-w-[128px] items-baseline gap-1.5 hover:underline"
        >
          <span className="font-semibold">{position.stockCode}</span>
          <span className="min-w-0 truncate text-text3 @max-[840px]:sr-only">{nameOf(position)}</span>
        </a>
      ),
    },
    {
      key: 'quantity',
      label: t('column.quantity'),
      sortBy: ({ position }) => Number(position.quantity),
      cell: ({ position }) => formatQuantity(language, position.quantity),
    },
    {
      key: 'average',
      label: t('column.average'),
      hint: t('column.averageWhy'),
      sortBy: ({ position }) => Number(position.avgPrice),
      cell: ({ position }) => formatPrice(language, position.avgPrice, position.decimals),
    },
    {
      key: 'last',
      label: t('column.last'),
      sortBy: ({ last }) => amountOf(last),
      cell: ({ position, last }) => formatPrice(language, last, position.decimals),
    },
    {
      key: 'value',
      label: t('column.value'),
      sortBy: ({ now }) => amountOf(now?.value),
      cell: ({ position, now }) => <Money own value={now?.value ?? null} currency={position.currency} />,
    },
    {
      key: 'today',
      label: t('column.today'),
      sortBy: ({ now }) => amountOf(now?.today),
      cell: ({ position, now }) => <Change own absolute={now?.today ?? null} currency={position.currency} />,
    },
    {
      key: 'result',
      label: t('column.result'),
      sortBy: ({ now }) => amountOf(now?.profit),
      cell: ({ position, now }) => (
        <span className="inline-flex flex-col items-end leading-tight">
          <Change own absolute={now?.profit ?? null} currency={position.currency} />
          <span className="hidden text-micro leading-tight @max-[840px]:block">
            <Change own percent={now?.percent ?? null} />
          </span>
        </span>
      ),
    },
    {
      key: 'percent',
      label: t('column.percent'),
      onlyInWide: true,
      sortBy: ({ now }) => amountOf(now?.percent),
      cell: ({ now }) => <Change own percent={now?.percent ?? null} />,
    },
  ]
}
