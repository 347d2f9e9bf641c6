import { Card } from '@rueda/ui/layout/Card.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { VirtualRows } from '../../shared/lists/VirtualRows.tsx'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { QuoteSortHeader, useAbsoluteChange } from '../../shared/quotes/QuoteSort.tsx'
import { NoQuotes } from './NoQuotes.tsx'
import type { QuoteListProps } from './quote-list-props.ts'

const SKELETON_ROWS = 8

/** Instruments with their prices, one under the other, each with its actions. */
export function QuoteRows({ sort, onSort, query, onEnd, noteOf }: QuoteListProps) {
  const absolute = useAbsoluteChange()
  const menu = useInstrumentMenu()
  return (
    <div>
      <QuoteSortHeader sort={sort} onSort={onSort} />
      <Card rows className="mt-1">
        <Loaded
          query={query}
          reason={whyFailed}
          skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<NoQuotes />}
        >
          {(rows) => (
            <VirtualRows items={rows} keyOf={({ code }) => code} onEnd={onEnd}>
              {(quote) => <InstrumentRow quote={quote} absolute={absolute} note={noteOf?.(quote)} onMenu={menu.open} />}
            </VirtualRows>
          )}
        </Loaded>
      </Card>
      {menu.sheet}
    </div>
  )
}
