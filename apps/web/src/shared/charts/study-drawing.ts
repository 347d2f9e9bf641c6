import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { HistogramSeries, type IChartApi, type ISeriesApi, LineSeries, LineStyle, type UTCTimestamp } from 'lightweight-charts'
import { ALPHA, type Colours } from './drawing-colours.ts'
import type { StudyValues } from './studies/follow.ts'
import { type Study, nameOf, studyRules } from './studies/study.ts'
import { type LineLook, looksOf } from './study-look.ts'

/** The studies of a chart on its canvas: lines over the prices, and panes below them. */
export type DrawnStudy = Readonly<{
  study: Study
  name: string
  values: StudyValues
  /** 0 lies over the prices, 1 and 2 are panes. */
  pane: number
  write: (value: number) => string
  /** At the scale beside the pane, where there is room for less. */
  writeScale: (value: number) => string
}>

type Timed = Readonly<{ bars: readonly KlineBar[]; times: readonly UTCTimestamp[]; onlyLastChanged: boolean }>
type Line = ISeriesApi<'Line'> | ISeriesApi<'Histogram'>

export type StudyDrawing = Readonly<{
  show: (studies: readonly DrawnStudy[], timed: Timed, colours: Colours) => void
}>

/** Prices take the room of five parts, each pane that of two. */
export const PRICE_SHARE = 5
export const PANE_SHARE = 2
const PANE_MARGINS = { top: 0.3, bottom: 0.08 }
const VOLUME_MARGINS = { top: 0.3, bottom: 0 }
const PERCENT_RANGE = { minValue: 0, maxValue: 100 }
export const DASHES = { solid: LineStyle.Solid, dashed: LineStyle.Dashed, dotted: LineStyle.Dotted }

export function drawStudies(chart: IChartApi): StudyDrawing {
  let drawn: readonly Line[][] = []
  let shape = ''
  let painted: Colours | null = null

  const rebuild = (studies: readonly DrawnStudy[], colours: Colours): void => {
    for (const line of drawn.flat()) chart.removeSeries(line)
    drawn = studies.map((each, at) => looksOf(each.study, at).map((look) => addLine(chart, each, look)))
    for (const [at, { study }] of studies.entries()) addLevels(drawn[at]?.[0], studyRules[study.kind].levels, colours)
    chart.panes().forEach((pane, index) => pane.setStretchFactor(index === 0 ? PRICE_SHARE : PANE_SHARE))
  }

  return {
    show: (studies, { bars, times, onlyLastChanged }, colours) => {
      const next = studies.map(({ study, pane }) => `${nameOf(study)}@${pane}`).join()
      const fresh = next !== shape || painted !== colours
      if (fresh) rebuild(studies, colours)
      shape = next
      painted = colours
      for (const [at, { study, values, writeScale }] of studies.entries()) {
        for (const [index, look] of looksOf(study, at).entries()) {
          const line = drawn[at]?.[index]
          if (line === undefined) continue
          line.applyOptions({ ...lineLook(look, colours), priceFormat: { type: 'custom', formatter: writeScale, minMove: MIN_MOVE } })
          const point = (bar: number) => pointOf(times[bar], values[bar]?.[index] ?? null, look, study, bars[bar], colours)
          const last = point(bars.length - 1)
          if (!fresh && onlyLastChanged && last !== null) line.update(last)
          else line.setData(bars.flatMap((_, bar) => point(bar) ?? []))
        }
      }
    },
  }
}

const MIN_MOVE = 1e-8

function addLine(chart: IChartApi, { study, pane }: DrawnStudy, look: LineLook): Line {
  const quiet = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false }
  const bounded = study.kind === 'rsi' ? { autoscaleInfoProvider: () => ({ priceRange: PERCENT_RANGE }) } : {}
  const line =
    look.shape === 'bars' ? chart.addSeries(HistogramSeries, quiet, pane) : chart.addSeries(LineSeries, { ...quiet, ...bounded }, pane)
  if (pane > 0) line.priceScale().applyOptions({ scaleMargins: study.kind === 'volume' ? VOLUME_MARGINS : PANE_MARGINS })
  return line
}

function addLevels(line: Line | undefined, levels: readonly number[], colours: Colours): void {
  for (const price of levels)
    line?.createPriceLine({ price, title: '', color: colours.text3, lineStyle: LineStyle.Dashed, lineWidth: 1, axisLabelVisible: false })
}

function lineLook({ colour, dash, shape }: LineLook, colours: Colours) {
  return shape === 'bars' ? { color: colours[colour] } : { color: colours[colour], lineStyle: DASHES[dash], lineWidth: 1 as const }
}

/** A point of a study's line, or a gap where the study has no value yet. */
function pointOf(
  time: UTCTimestamp | undefined,
  value: number | null,
  look: LineLook,
  study: Study,
  bar: KlineBar | undefined,
  colours: Colours,
) {
  if (time === undefined) return null
  if (value === null) return { time }
  if (look.shape === 'line') return { time, value }
  const falls = study.kind === 'volume' ? bar !== undefined && Number(bar.close) < Number(bar.open) : value < 0
  return { time, value, color: `${falls ? colours.down : colours.up}${ALPHA.volume}` }
}
