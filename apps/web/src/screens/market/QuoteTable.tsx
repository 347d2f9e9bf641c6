import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { SortableTable, type TableColumn } from '@rueda/ui/lists/SortableTable.tsx'
import { TableCard } from '@rueda/ui/lists/TableCard.tsx'
import type { Sort } from '@rueda/ui/lists/SortHeader.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatCompact, formatPrice } from '@rueda/ui/formats/format.ts'
import { Change } from '@rueda/ui/quotes/Change.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Price } from '@rueda/ui/quotes/Price.tsx'
import { Sparkline, upTo } from '@rueda/ui/quotes/Sparkline.tsx'
import { Ellipsis } from 'lucide-react'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { ListEnd } from '../../shared/lists/ListEnd.tsx'
import { useColumns } from '../../shared/lists/use-columns.tsx'
import { useFreshQuote, useFreshness } from '../../shared/live/live.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { quoteColumns } from '../../shared/quotes/QuoteSort.tsx'
import { quoteHref, tagOf } from '../../shared/quotes/instrument.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'
import { useText } from '../../shared/text/text.ts'
import { NoQuotes } from './NoQuotes.tsx'
import type { QuoteListProps } from './quote-list-props.ts'

const SKELETON_ROWS = 12

/** A list of instruments over the width of a desk: the day of each in figures, sorted by any of those that the list can be sorted by. */
export function QuoteTable({ sort, onSort, query, onEnd, noteOf }: QuoteListProps) {
  const t = useText('market')
  const menu = useInstrumentMenu()
  const columns = useQuoteColumns(noteOf).filter(
    ({ key }) => key !== 'closes' || query.data?.some(({ closes }) => closes !== undefined) === true,
  )
  const { shown, button } = useColumns('market', columns)
  const choose = (next: Sort<string>) => {
    const column = quoteColumns.find((name) => name === next?.column)
    onSort(next === null || column === undefined ? null : { column, order: next.order })
  }
  return (
    <TableCard>
      <Loaded
        query={query}
        reason={whyFailed}
        skeleton={
          <div className="px-edge">
            <SkeletonRows rows={SKELETON_ROWS} height={40} />
          </div>
        }
        isEmpty={(rows) => rows.length === 0}
        empty={<NoQuotes />}
      >
        {(rows) => (
          <SortableTable
            label={t('lists')}
            columns={shown}
            rows={rows}
            keyOf={({ code }) => code}
            sorting={{ sort, onSort: choose }}
            tools={button}
            actions={(quote) => <MenuButton quote={quote} onPress={() => menu.open(quote)} />}
          />
        )}
      </Loaded>
      {onEnd === undefined ? null : <ListEnd onReached={onEnd} />}
      {menu.sheet}
    </TableCard>
  )
}

function MenuButton({ quote, onPress }: Readonly<{ quote: Quote; onPress: () => void }>) {
  const { text } = useUi()
  const nameOf = useInstrumentName()
  return (
    <button
      type="button"
      aria-label={`${text.more}: ${nameOf(quote)}`}
      onClick={onPress}
      className="grid size-8 place-items-center rounded-chip text-text3 hover:bg-s3"
    >
      <Ellipsis aria-hidden size={16} />
    </button>
  )
}

function useQuoteColumns(noteOf: QuoteListProps['noteOf']): readonly TableColumn<Quote>[] {
  const t = useText('market')
  const quotes = useText('quotes')
  const { language } = useUi()
  // The list is sorted by whoever reads it: here it is only said that it can be.
  const sortable = () => null
  const price = (value: (quote: Quote) => string) => (quote: Quote) => formatPrice(language, value(quote), quote.decimals)
  return [
    { key: 'name', label: t('column.name'), words: true, sortBy: sortable, cell: (quote) => <Name quote={quote} note={noteOf?.(quote)} /> },
    { key: 'closes', label: t('column.closes'), cell: (quote) => <Drawing quote={quote} /> },
    { key: 'last', label: t('column.last'), sortBy: sortable, cell: (quote) => <Last quote={quote} /> },
    { key: 'change', label: t('column.change'), sortBy: sortable, cell: (quote) => <Move quote={quote} /> },
    { key: 'open', label: quotes('stat.open'), cell: price(({ open }) => open) },
    { key: 'high', label: quotes('stat.high'), cell: (quote) => <Extreme quote={quote} end="high" /> },
    { key: 'low', label: quotes('stat.low'), cell: (quote) => <Extreme quote={quote} end="low" /> },
    { key: 'previous', label: quotes('stat.previousClose'), cell: price(({ preClose }) => preClose) },
    { key: 'volume', label: quotes('stat.volume'), sortBy: sortable, cell: ({ volume }) => compact(language, volume) },
    { key: 'turnover', label: quotes('stat.turnover'), sortBy: sortable, cell: ({ turnover }) => compact(language, turnover) },
  ]
}

const compact = (language: Parameters<typeof formatCompact>[0], value: string): string =>
  Number(value) === 0 ? '—' : formatCompact(language, value, { aligned: true })

function Name({ quote, note }: Readonly<{ quote: Quote; note: string | undefined }>) {
  const nameOf = useInstrumentName()
  const tag = tagOf(quote)
  return (
    <a href={quoteHref(quote)} className="flex max-w-[460px] items-center gap-2.5 py-1 hover:underline">
      <Logo code={quote.stock_code} src={quote.localLogoUrl} size={28} />
      <span className="min-w-0 truncate text-label">{nameOf(quote)}</span>
      <span className="flex-none text-text3">{quote.stock_code}</span>
      {tag === undefined ? null : <Tag>{tag}</Tag>}
      {note === undefined ? null : <span className="flex-none text-micro font-normal text-text3">{note}</span>}
    </a>
  )
}

function Drawing({ quote }: Readonly<{ quote: Quote }>) {
  const fresh = useFreshQuote(quote)
  if (quote.closes === undefined) return null
  return (
    <span className="flex justify-end">
      <Sparkline closes={upTo(quote.closes, fresh.price_nominal)} width={72} height={24} />
    </span>
  )
}

function Last({ quote }: Readonly<{ quote: Quote }>) {
  const fresh = useFreshQuote(quote)
  const freshness = useFreshness(fresh)
  return (
    <Price
      value={fresh.price_nominal}
      decimals={fresh.decimals}
      stale={freshness === 'stale' || freshness === 'offline'}
      flash={freshness === 'live'}
      className="text-label"
    />
  )
}

function Move({ quote }: Readonly<{ quote: Quote }>) {
  const fresh = useFreshQuote(quote)
  return <Change absolute={fresh.change} percent={fresh.change_ratio} decimals={fresh.decimals} />
}

/** The day's highest and lowest move with the price. */
function Extreme({ quote, end }: Readonly<{ quote: Quote; end: 'high' | 'low' }>) {
  const { language } = useUi()
  const fresh = useFreshQuote(quote)
  return formatPrice(language, fresh[end], fresh.decimals)
}
