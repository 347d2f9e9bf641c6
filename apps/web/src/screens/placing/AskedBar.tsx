import type { PlacingItem } from '@rueda/contract/placing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'

const PERCENT = 100

/** How much of what is on sale is asked for: a bar, and the same as words. */
export function AskedBar({ askedQuantity, totalQuantity }: Pick<PlacingItem, 'askedQuantity' | 'totalQuantity'>) {
  const t = useText('placing')
  const { language } = useUi()
  if (totalQuantity === null) return null
  const percent = (Number(askedQuantity) / Number(totalQuantity)) * PERCENT
  const words = t('asked', {
    percent: formatPercent(language, percent.toFixed(1), 'plain'),
    total: formatQuantity(language, totalQuantity),
  })
  return (
    <div className="mt-3">
      <div aria-hidden className="h-1.5 overflow-hidden rounded-pill bg-s3">
        <div className="h-full rounded-pill bg-accent" style={{ width: `${Math.min(PERCENT, percent)}%` }} />
      </div>
      <p className="num mt-1.5 text-meta text-text3">{words}</p>
    </div>
  )
}
