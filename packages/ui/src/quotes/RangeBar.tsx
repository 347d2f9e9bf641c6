import { useUi } from '../provider/context.tsx'
import { formatPercent, formatPrice } from '../formats/format.ts'
import { fill } from '../provider/ui-text.ts'

type RangeBarProps = Readonly<{ label: string; low: string; high: string; value: string; decimals?: number | undefined }>

const PERCENT = 100

/** A price on the line between its lowest and highest. */
export function RangeBar({ label, low, high, value, decimals }: RangeBarProps) {
  const { language, text } = useUi()
  const at = shareOf(Number(low), Number(high), Number(value))
  const below = Number(high) > 0 ? ((Number(high) - Number(value)) / Number(high)) * PERCENT : 0
  const price = (of: string) => formatPrice(language, of, decimals)
  const percent = formatPercent(language, below.toFixed(2), 'plain')
  const sentence = fill(text.rangeSentence, { low: price(low), high: price(high), value: price(value), percent })
  return (
    <div>
      <div role="img" aria-label={`${label}. ${sentence}`} className="relative mt-4 mb-1.5 h-1.5 rounded-pill bg-s3">
        <span className="absolute -top-[3px] size-3 -translate-x-1/2 rounded-pill bg-accent" style={{ left: `${at}%` }} />
      </div>
      <div aria-hidden className="num flex justify-between gap-x-2 text-meta text-text3 large:flex-wrap">
        <span>{price(low)}</span>
        <span>{label}</span>
        <span>{price(high)}</span>
      </div>
    </div>
  )
}

const shareOf = (low: number, high: number, value: number): number =>
  high > low ? Math.min(PERCENT, Math.max(0, ((value - low) / (high - low)) * PERCENT)) : PERCENT / 2
