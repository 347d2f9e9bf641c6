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
  tall?: boolean
  onScrub?: (scrubbed: Scrubbed | null) => void
}>

const NO_LINES: readonly ChartLine[] = []
const PANES_BESIDE_SHELL = 2
const PANES_IN_SHELL = 1

/** The chart of an instrument's prices with all its controls, here or filling the screen. */
export function PriceChart({ quote, lines = NO_LINES, tall = false, onScrub }: PriceChartProps) {
  const [full, setFull] = useState(false)
  const hasPane = useChartChoices(({ panes }) => panes.length > 0)
  const mostPanes = tall ? PANES_BESIDE_SHELL : PANES_IN_SHELL
  const close = () => {
    standUp()
    setFull(false)
  }
  return (
    <figure className="flex flex-col gap-3">
      <div className={tall ? 'h-[420px]' : hasPane ? 'h-[320px]' : 'h-[260px]'}>
        {full ? null : <ChartBody quote={quote} lines={lines} mostPanes={mostPanes} onScrub={(scrubbed) => onScrub?.(scrubbed)} />}
      </div>
      <ChartControls quote={quote} mostPanes={mostPanes} onFull={() => void lieDown().then(() => setFull(true))} />
      {full ? (
        <Suspense fallback={null}>
          <FullChart quote={quote} lines={lines} onClose={close} />
        </Suspense>
      ) : null}
    </figure>
  )
}
