import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import type { quotes } from '@rueda/contract/quotes.ts'
import { patiently } from '@rueda/ui/loading/patiently.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatPercent } from '@rueda/ui/formats/format.ts'
import { Suspense, lazy, useMemo } from 'react'
import type { Scrubbed } from './ChartBody.tsx'
import { ComparisonLegend } from './ComparisonLegend.tsx'
import { useChartChoices } from './chart-choices.ts'
import type { MarkedBars } from './chart-marks.ts'
import { hasDailyBars } from './chart-periods.ts'
import type { ChartLine } from './drawing.ts'
import type { Study } from './studies/study.ts'
import { useComparison } from './use-comparison.ts'
import { useComparisonWords } from './use-comparison-words.ts'

const ChartCanvas = lazy(() => patiently(() => import('./ChartCanvas.tsx')))

type ComparisonChartProps = Readonly<{
  quote: Quote
  kline: DataOf<typeof quotes.kline>
  drawn: readonly KlineBar[]
  first: number
  panes: readonly Study[]
  free: boolean
  turned: boolean
  onScrub: (scrubbed: Scrubbed | null) => void
}>

const PERCENT_DECIMALS = 2
const ZERO: readonly ChartLine[] = [{ price: '0', label: '', kind: 'previousClose' }]
const NO_MARKS: MarkedBars = new Map()
const NO_STUDIES: readonly Study[] = []

/** An instrument and those it is compared with, each a line in percent since the first bar of the period. */
export function ComparisonChart({ quote, kline, drawn, first, panes, free, turned, onScrub }: ComparisonChartProps) {
  const { language } = useUi()
  const { period } = useChartChoices()
  const comparison = useComparison(quote, { kline, bars: drawn, first })
  const words = useComparisonWords({ quote, comparison, period, zone: kline.tz })
  const compared = useMemo(() => comparison.lines.map(({ line }) => line), [comparison])
  const write = useMemo(() => (value: number) => formatPercent(language, value.toFixed(PERCENT_DECIMALS)), [language])
  const daily = hasDailyBars(period)
  const scrub = (shown: KlineBar | null) => {
    // The head of the quote speaks of prices, and its bar is the one that was read.
    const bar = drawn.find(({ timestamp }) => timestamp === shown?.timestamp)
    onScrub(bar === undefined ? null : { bar, base: drawn[first]?.open ?? bar.open, daily, zone: kline.tz })
  }
  return (
    <>
      <figcaption className="sr-only">{words.summary}</figcaption>
      <Suspense fallback={<div aria-busy />}>
        <ChartCanvas
          bars={comparison.bars}
          first={first}
          look="line"
          period={period}
          zone={daily ? kline.tz : null}
          base={null}
          lines={ZERO}
          compared={compared}
          legend={(at) => <ComparisonLegend quote={quote} comparison={comparison} at={at} />}
          overlays={NO_STUDIES}
          panes={panes}
          marks={NO_MARKS}
          decimals={PERCENT_DECIMALS}
          write={write}
          free={free}
          turned={turned}
          label={words.summary}
          spoken={words.spoken}
          marked={() => []}
          onScrub={scrub}
          moveHint=""
          onStart={null}
        />
      </Suspense>
    </>
  )
}
