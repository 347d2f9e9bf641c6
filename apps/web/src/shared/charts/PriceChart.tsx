import { patiently } from '@rueda/ui/loading/patiently.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { Suspense, lazy, useState } from 'react'
import { ChartBody, type Scrubbed } from './ChartBody.tsx'
import { ChartControls } from './ChartControls.tsx'
import { useChartChoices } from './chart-choices.ts'
import type { ChartLine } from './drawing.ts'
import { lieDown, standUp } from './landscape.ts'

const FullChart = lazy(() => patiently(() => import('./FullChart.tsx')))

type PriceChartProps = Readonly<{
  quote: Quote
  lines?: readonly ChartLine[]
  /** It takes the height that is left, as on a desk, with its controls above it. */
  fills?: boolean
  onScrub?: (scrubbed: Scrubbed | null) => void
  onMoveLine?: (orderId: string, price: number) => void
}>

const NO_LINES: readonly ChartLine[] = []
const PANES_ON_DESK = 2
const PANES_ON_PHONE = 1

/** The chart of an instrument's prices with all its controls, here or filling the screen. */
export function PriceChart({ quote, lines = NO_LINES, fills = false, onScrub, onMoveLine }: PriceChartProps) {
  const [full, setFull] = useState(false)
  const hasPane = useChartChoices(({ panes }) => panes.length > 0)
  const mostPanes = fills ? PANES_ON_DESK : PANES_ON_PHONE
  const close = () => {
    standUp()
    setFull(false)
  }
  return (
    <figure className={fills ? 'flex min-h-0 flex-1 flex-col-reverse gap-2' : 'flex flex-col gap-3'}>
      <div className={fills ? 'min-h-0 flex-1' : hasPane ? 'h-[320px]' : 'h-[260px]'}>
        {full ? null : (
          <ChartBody
            quote={quote}
            lines={lines}
            mostPanes={mostPanes}
            onScrub={(scrubbed) => onScrub?.(scrubbed)}
            onMoveLine={onMoveLine}
          />
        )}
      </div>
      <ChartControls quote={quote} mostPanes={mostPanes} inLine={fills} onFull={() => void lieDown().then(() => setFull(true))} />
      {full ? (
        <Suspense fallback={null}>
          <FullChart quote={quote} lines={lines} onClose={close} />
        </Suspense>
      ) : null}
    </figure>
  )
}
