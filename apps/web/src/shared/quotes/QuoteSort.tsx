import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { type Sort, SortHeader } from '@rueda/ui/lists/SortHeader.tsx'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useText } from '../text/text.ts'
import type { NameOf, Naming } from './instrument-name.ts'

export const quoteColumns = ['name', 'last', 'change', 'volume', 'turnover'] as const
export type QuoteColumn = (typeof quoteColumns)[number]
export type QuoteSort = Sort<QuoteColumn>

/** The unit of moves in lists: percent or price. */
const useChangeStyle = create<Readonly<{ absolute: boolean }>>()(
  persist((): Readonly<{ absolute: boolean }> => ({ absolute: false }), { name: 'rueda.changeStyle' }),
)
export const useAbsoluteChange = (): boolean => useChangeStyle(({ absolute }) => absolute)

type QuoteSortHeaderProps = Readonly<{ sort: QuoteSort; onSort: (sort: QuoteSort) => void }>

/** Name, last, change; the button at the end turns percent into price and back. */
export function QuoteSortHeader({ sort, onSort }: QuoteSortHeaderProps) {
  const t = useText('market')
  const absolute = useAbsoluteChange()
  return (
    <div className="flex items-center gap-2">
      <div className="flex-1">
        <SortHeader
          columns={[
            { value: 'name', label: t('column.name'), wide: true },
            { value: 'last', label: t('column.last') },
            { value: 'change', label: t('column.change') },
          ]}
          sort={sort}
          onSort={onSort}
        />
      </div>
      <button
        type="button"
        aria-label={t(absolute ? 'change.showPercent' : 'change.showPrice')}
        onClick={() => useChangeStyle.setState({ absolute: !absolute })}
        className="hit min-h-7 min-w-8 rounded-chip bg-s2 px-1.5 text-micro text-text2"
      >
        {absolute ? '±' : '%'}
      </button>
    </div>
  )
}

const valueOf: Readonly<Record<QuoteColumn, (quote: Quote, nameOf: NameOf) => number | string>> = {
  name: (quote, nameOf) => nameOf(quote),
  last: ({ price_nominal }) => Number(price_nominal),
  change: ({ change_ratio }) => Number(change_ratio),
  volume: ({ volume }) => Number(volume),
  turnover: ({ turnover }) => Number(turnover),
}

/** A fully loaded list, sorted as chosen, by the names that the reader sees; `null` keeps its order. */
export function sortedQuotes<Row extends Quote>(rows: readonly Row[], sort: QuoteSort, { nameOf, compare }: Naming): readonly Row[] {
  if (sort === null) return rows
  const value = valueOf[sort.column]
  const way = sort.order === 'ascending' ? 1 : -1
  return [...rows].sort((a, b) => {
    const [left, right] = [value(a, nameOf), value(b, nameOf)]
    return way * (typeof left === 'string' ? compare(left, String(right)) : left - Number(right))
  })
}
