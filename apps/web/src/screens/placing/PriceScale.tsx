import type { PlacingItem } from '@rueda/contract/placing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { useText } from '../../shared/text/text.ts'

type Point = Readonly<{ label: string; price: string; mark: string }>
const PERCENT = 100
/** Room at both ends, so that no mark lies on the edge. */
const MARGIN = 0.08
/** Of the lowest price, where all are the same. */
const MIN_SPAN = 0.001

type PriceScaleProps = Pick<PlacingItem, 'price' | 'referencePrice' | 'marketPrice' | 'currency'>

/** Where the placing's price lies between the close it is taken off and the market now: what is looked at, not read. */
export function PriceScale({ price, referencePrice, marketPrice, currency }: PriceScaleProps) {
  const t = useText('placing')
  const { language } = useUi()
  if (price === null || referencePrice === null) return null
  const points: readonly Point[] = [
    { label: t('scale.placing'), price, mark: 'size-3 bg-accent' },
    { label: t('scale.close'), price: referencePrice, mark: 'size-2.5 border-2 border-text2 bg-s1' },
    ...(marketPrice === null ? [] : [{ label: t('scale.market'), price: marketPrice, mark: 'size-2.5 bg-text1' }]),
  ]
  const prices = points.map((point) => Number(point.price))
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  const span = Math.max(high - low, low * MIN_SPAN)
  const placeOf = (value: string): number => (MARGIN + ((Number(value) - low) / span) * (1 - 2 * MARGIN)) * PERCENT
  const sentence = points.map((point) => `${point.label} ${formatMoney(language, point.price, currency)}`).join(', ')
  return (
    <div className="mt-3">
      <div role="img" aria-label={sentence} className="relative h-1.5 rounded-pill bg-s3">
        {points.map(({ label, price: of, mark }) => (
          <span
            key={label}
            className={`absolute top-1/2 -translate-x-1/2 -translate-y-1/2 rounded-pill ${mark}`}
            style={{ left: `${placeOf(of)}%` }}
          />
        ))}
      </div>
      <ul aria-hidden className="mt-2.5 flex flex-wrap gap-x-4 gap-y-1 text-meta text-text3">
        {points.map(({ label, price: of, mark }) => (
          <li key={label} className="flex items-center gap-1.5">
            <span className={`flex-none rounded-pill ${mark}`} />
            {label} <span className="num text-text1">{formatMoney(language, of, currency)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
