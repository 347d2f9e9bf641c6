import { isOnMargin } from '@rueda/rules/markets/markets.ts'
import type { Position } from '@rueda/contract/positions.ts'
import { Change, spokenChange } from '@rueda/ui/quotes/Change.tsx'
import { Logo } from '@rueda/ui/quotes/Logo.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useFlash } from '@rueda/ui/quotes/use-flash.ts'
import { useLongPress } from '@rueda/ui/actions/use-long-press.ts'
import { Clock3, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLiveQuote } from '../live/live.ts'
import { marketOf } from '../quotes/instrument.ts'
import { useText } from '../text/text.ts'
import { floatingOf } from './floating.ts'
import { MarginLine } from './MarginLine.tsx'
import { positionQuoteHref } from './position-links.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'

type HoldingRowProps = Readonly<{ position: Position; onContext: () => void }>

/** One holding with its value and profit. Its figures follow every tick. */
export function HoldingRow({ position, onContext }: HoldingRowProps) {
  const t = useText('positions')
  const name = useInstrumentName()(position)
  const { language, text, hidesAmounts } = useUi()
  const live = useLiveQuote(position.code)
  const now = floatingOf(position, live?.price_nominal ?? null)
  const press = useLongPress(onContext)
  const quantity = formatQuantity(language, position.quantity)
  const price = formatPrice(language, position.avgPrice, position.decimals)
  const spoken = [
    name,
    position.stockCode,
    hidesAmounts ? text.amountHidden : formatMoney(language, now?.value, position.currency),
    spokenChange({ percent: now?.percent ?? null }, language, text),
  ]
  return (
    <div className="-mr-edge flex items-center">
      <a
        href={positionQuoteHref(position)}
        {...press}
        className="-ml-edge flex min-h-[72px] min-w-0 flex-1 items-center gap-x-2.5 py-2 pl-edge select-none active:bg-s2 [-webkit-touch-callout:none]"
      >
        <span className="sr-only">{spoken.join(', ')}</span>
        <span aria-hidden className="contents">
          <span className="flex-none max-[349px]:hidden large:hidden">
            <Logo code={position.stockCode} src={position.localLogoUrl} />
          </span>
          <span className="flex w-0 min-w-0 flex-1 flex-col gap-0.5">
            <Line>
              <span className="min-w-0 flex-1 truncate text-row large:flex-none large:whitespace-normal">{name}</span>
              <Value position={position} value={now?.value ?? null} stale={live === null && position.stale === 1} />
            </Line>
            <Line>
              <span className="num text-meta whitespace-nowrap text-text3">
                {isOnMargin(marketOf(position.market)) ? `${quantity} × ${price}` : t('holding.cost', { quantity, price })}
              </span>
              <Change
                own
                absolute={now?.profit ?? null}
                percent={now?.percent ?? null}
                currency={position.currency}
                className="ml-auto text-meta"
              />
            </Line>
            <MarginLine position={position} />
          </span>
        </span>
      </a>
      <button
        type="button"
        aria-label={t('holding.actions', { name })}
        onClick={onContext}
        className="grid size-11 flex-none place-items-center rounded-control text-text3 active:bg-s2"
      >
        <Ellipsis aria-hidden size={20} />
      </button>
    </div>
  )
}

/** Two figures on one line; where they do not fit beside each other, the second goes below, and neither is cut. */
const Line = ({ children }: Readonly<{ children: ReactNode }>) => (
  <span className="flex flex-wrap items-baseline justify-between gap-x-2 first:flex-nowrap large:first:flex-wrap">{children}</span>
)

type ValueProps = Readonly<{ position: Position; value: string | null; stale: boolean }>

function Value({ position, value, stale }: ValueProps) {
  const { text } = useUi()
  const cell = useFlash(value, true)
  return (
    <span ref={cell} className="flex-none rounded-tag text-row">
      <Money value={value} currency={position.currency} own className={stale ? 'text-text2' : ''} />
      {stale ? <Clock3 role="img" aria-label={text.stale} size={12} className="ml-1 inline align-baseline" /> : null}
    </span>
  )
}
