import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Loaded, type Loading } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { List } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useInstrumentMenu } from '../../shared/quotes/InstrumentMenu.tsx'
import { InstrumentRow } from '../../shared/quotes/InstrumentRow.tsx'
import { VirtualRows } from '../../shared/lists/VirtualRows.tsx'
import { useAbsoluteChange } from '../../shared/quotes/QuoteSort.tsx'

type QuoteListProps = Readonly<{
  query: Loading<readonly Quote[]>
  onEnd?: (() => void) | undefined
  noteOf?: (quote: Quote) => string | undefined
}>

const SKELETON_ROWS = 8

/** Instruments with their prices, each with its actions. */
export function QuoteList({ query, onEnd, noteOf }: QuoteListProps) {
  const absolute = useAbsoluteChange()
  const menu = useInstrumentMenu()
  return (
    <>
      <Card rows className="mt-1">
        <Loaded
          query={query}
          reason={whyFailed}
          skeleton={<SkeletonRows rows={SKELETON_ROWS} />}
          isEmpty={(rows) => rows.length === 0}
          empty={<Empty />}
        >
          {(rows) => (
            <VirtualRows items={rows} keyOf={({ code }) => code} onEnd={onEnd}>
              {(quote) => <InstrumentRow quote={quote} absolute={absolute} note={noteOf?.(quote)} onMenu={menu.open} />}
            </VirtualRows>
          )}
        </Loaded>
      </Card>
      {menu.sheet}
    </>
  )
}

function Empty() {
  const t = useText('market')
  return (
    <EmptyState
      icon={List}
      text={t('empty')}
      action={
        <Button tone="secondary" href={hrefTo('pages/search/index')}>
          {t('search')}
        </Button>
      }
    />
  )
}
