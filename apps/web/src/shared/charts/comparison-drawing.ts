import { type IChartApi, type ISeriesApi, LineSeries, type UTCTimestamp } from 'lightweight-charts'
import type { PercentLine } from './comparison.ts'
import { otherLook } from './comparison-look.ts'
import type { Colours } from './drawing-colours.ts'
import { DASHES } from './study-drawing.ts'

type ComparisonDrawing = Readonly<{ show: (lines: readonly PercentLine[], times: readonly UTCTimestamp[], colours: Colours) => void }>

const LINE = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false, lineWidth: 2 } as const

/** Draws the lines of the instruments compared over the chart's own. */
export function drawComparisons(chart: IChartApi): ComparisonDrawing {
  const drawn: ISeriesApi<'Line'>[] = []
  return {
    show: (lines, times, colours) => {
      for (const surplus of drawn.splice(lines.length)) chart.removeSeries(surplus)
      for (const [at, line] of lines.entries()) {
        const series = drawn[at] ?? chart.addSeries(LineSeries, LINE, 0)
        drawn[at] = series
        const { colour, dash } = otherLook(at)
        series.applyOptions({ color: colours[colour], lineStyle: DASHES[dash] })
        series.setData(times.map((time, place) => pointOf(time, line[place] ?? null)))
      }
    },
  }
}

/** A point of the line, or a gap before its price is known. */
const pointOf = (time: UTCTimestamp, value: number | null) => (value === null ? { time } : { time, value })
