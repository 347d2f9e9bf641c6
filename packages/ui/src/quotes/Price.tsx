import { Clock3 } from 'lucide-react'
import { Suspense, lazy } from 'react'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { formatMoney, formatPrice } from '../formats/format.ts'
import { patiently } from '../loading/patiently.ts'
import { useFlash } from './use-flash.ts'

const RollingNumber = lazy(() => patiently(() => import('../money/RollingNumber.tsx')))

export type PriceProps = Readonly<{
  value: string | null | undefined
  decimals?: number | undefined
  /** Rows show no currency; headers, tickets and records do. */
  currency?: string | undefined
  size?: 'row' | 'total' | 'large' | undefined
  stale?: boolean | undefined
  /** Tints the cell for a moment when the price moves. */
  flash?: boolean | undefined
  className?: string | undefined
}>

const sizes = { row: 'text-row', total: 'text-total', large: 'text-price large:text-total' }

/** A price: fixed decimals, "—" when unknown, grey with a clock when stale. The large one rolls its digits. */
export function Price({ value, decimals, currency, size = 'row', stale = false, flash = false, className }: PriceProps) {
  const { language, text, calm } = useUi()
  const cell = useFlash(value ?? null, flash)
  if (value === null || value === undefined) {
    return (
      <span className={classes(sizes[size], 'text-text3', className)} aria-label={text.unknown}>
        —
      </span>
    )
  }
  const shown = currency === undefined ? formatPrice(language, value, decimals) : formatMoney(language, value, currency)
  const rolls = size === 'large' && !calm && !stale
  return (
    <span ref={cell} className={classes('num rounded-tag whitespace-nowrap', sizes[size], stale && 'text-text2', className)}>
      {rolls ? (
        <Suspense fallback={shown}>
          <RollingNumber shown={shown} />
        </Suspense>
      ) : (
        shown
      )}
      {stale ? <Clock3 role="img" aria-label={text.stale} size={12} className="ml-1 inline align-baseline" /> : null}
    </span>
  )
}
