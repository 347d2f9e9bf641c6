import { markets } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useQueryValue } from '../../app/go.ts'
import { RefreshButton } from '../../app/queries-refresh.tsx'
import { useText } from '../../app/text.ts'
import { type QuoteSort, QuoteSortHeader, sortedQuotes, useAbsoluteChange } from '../market/QuoteSort.tsx'
import { useInstrumentMenu } from '../quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../quotes/InstrumentRow.tsx'
import { VirtualRows } from '../quotes/VirtualRows.tsx'
import type { Watched } from '../quotes/watching.ts'
import { UndoRow } from './UndoRow.tsx'
import { useCloses } from './closes.ts'
import { useRemoval, withRemoved } from './removal.ts'
import { useWatchOrder } from './watch-order.ts'

const filters = ['all', ...markets] as const
type Filter = (typeof filters)[number]
const belongsTo = (filter: Filter, { market }: Pick<Quote, 'market'>): boolean => filter === 'all' || market === filter

/** The watched instruments, filtered and sorted; a removed one leaves its place to "undo" for a moment. */
export function WatchedRows({ list }: { list: readonly Watched[] }) {
  const t = useText('watchlist')
  const words = useText('market')
  const [filter, setFilter] = useQueryValue<Filter>('market', filters, 'all')
  const [sort, setSort] = useState<QuoteSort>(null)
  const absolute = useAbsoluteChange()
  const inOrder = useWatchOrder()
  const removal = useRemoval()
  const arranged = inOrder(list)
  const menu = useInstrumentMenu({
    onRemove: ({ code }) => arranged.filter((row) => row.code === code).forEach((row) => removal.remove(row, arranged)),
  })
  const closes = useCloses(list)
  const rows = sortedQuotes(
    withRemoved(arranged, removal.removed).filter((quote) => belongsTo(filter, quote)),
    sort,
  )
  return (
    <>
      <ChipRow label={t('filter')}>
        {filters.map((name) => (
          <Chip key={name} selected={name === filter} onPress={() => setFilter(name)}>
            {name === 'all' ? t('filter.all') : words(`market.${name}`)}
          </Chip>
        ))}
      </ChipRow>
      <div>
        <QuoteSortHeader sort={sort} onSort={setSort} />
        <Card rows className="mt-1">
          {rows.length === 0 ? <p className="py-8 text-center text-meta text-text3">{t('filter.none')}</p> : null}
          <VirtualRows items={rows} keyOf={({ code }) => code}>
            {(quote) =>
              quote.code === removal.removed?.row.code ? (
                <UndoRow name={quote.name} onUndo={removal.undo} />
              ) : (
                <InstrumentRow quote={quote} closes={closes.get(quote.code)} absolute={absolute} onMenu={menu.open} />
              )
            }
          </VirtualRows>
        </Card>
      </div>
      <div className="flex items-center justify-center gap-2">
        <Button tone="ghost" href={hrefTo('pages/search/index')}>
          <Plus aria-hidden size={20} strokeWidth={1.75} />
          {t('add')}
        </Button>
        <RefreshButton />
      </div>
      {menu.sheet}
    </>
  )
}
