import { markets } from '@rueda/contract/codes.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { hrefTo, useQueryValue } from '../../shared/pages/go.ts'
import { RefreshButton } from '../../shared/pages/refresh.tsx'
import { useText } from '../../shared/text/text.ts'
import { type QuoteSort, QuoteSortHeader, sortedQuotes, useAbsoluteChange } from '../../shared/quotes/QuoteSort.tsx'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { VirtualRows } from '../../shared/lists/VirtualRows.tsx'
import type { Watched } from '../../shared/watchlist/watching.ts'
import { UndoRow } from './UndoRow.tsx'
import { useCloses } from '../../shared/watchlist/closes.ts'
import { useRemoval, withRemoved } from './removal.ts'
import { useNaming } from '../../shared/quotes/instrument-name.ts'

const filters = ['all', ...markets] as const
type Filter = (typeof filters)[number]
const belongsTo = (filter: Filter, { market }: Pick<Quote, 'market'>): boolean => filter === 'all' || market === filter

/** The watched instruments, filtered and sorted; in place of a removed one "undo" is offered for a moment. */
export function WatchedRows({ listId, list }: Readonly<{ listId: string; list: readonly Watched[] }>) {
  const t = useText('watchlist')
  const words = useText('market')
  const naming = useNaming()
  const [filter, setFilter] = useQueryValue<Filter>('market', filters, 'all')
  const [sort, setSort] = useState<QuoteSort>(null)
  const absolute = useAbsoluteChange()
  const removal = useRemoval(listId)
  const onRemove = ({ code }: Quote) => list.filter((row) => row.code === code).forEach((row) => removal.remove(row, list))
  // The star of a menu is the usual list's; another list takes its rows off by a row of their own.
  const menu = useInstrumentMenu(listId === USUAL_LIST ? { onRemove } : { onTakeOff: onRemove })
  const closes = useCloses(list)
  const rows = sortedQuotes(
    withRemoved(list, removal.removed).filter((quote) => belongsTo(filter, quote)),
    sort,
    naming,
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
                <UndoRow name={naming.nameOf(quote)} onUndo={removal.undo} />
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
