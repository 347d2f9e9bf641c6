import { Card } from '@rueda/ui/layout/Card.tsx'
import { useLiveDepth } from '../../shared/live/live.ts'
import { useText } from '../../shared/text/text.ts'
import { type Depth, DepthPanel } from './DepthPanel.tsx'
import type { QuoteDetail } from '../../shared/quotes/instrument.ts'

/** The orders waiting on both sides. A market that shows none has no such tab. */
export function DepthTab({ detail, levels }: Readonly<{ detail: QuoteDetail; levels?: number }>) {
  const t = useText('quotes')
  const depth: Depth | null = useLiveDepth(detail.code) ?? detail.depth
  const empty = depth === null || (depth.bids.length === 0 && depth.asks.length === 0)
  return (
    <Card>
      {empty ? (
        <p className="py-6 text-center text-meta text-text3">{t('depth.empty')}</p>
      ) : (
        <DepthPanel quote={detail} depth={depth} {...(levels === undefined ? {} : { levels })} />
      )}
    </Card>
  )
}
