import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { AreaSeries, CandlestickSeries, type IPriceLine, type ISeriesApi, type UTCTimestamp, createChart } from 'lightweight-charts'
import { wallTimes } from './chart-axis.ts'
import type { MarkedBars } from './chart-marks.ts'
import type { PercentLine } from './comparison.ts'
import { drawComparisons } from './comparison-drawing.ts'
import { readColours } from './drawing-colours.ts'
import { chartOptions, lineOptions, pointOf, seriesOptions } from './drawing-options.ts'
import { type MarkDrawing, drawMarks, writtenAt } from './mark-drawing.ts'
import { type DrawnStudy, drawStudies } from './study-drawing.ts'
import { type View, followed, periodView, withRoomFor } from './view-moves.ts'

/**
 * The drawing of prices on a canvas. It knows bars, lines and colours and nothing of React: a component makes one,
 * hands it bars as they change, and asks which bar lies under a finger.
 */
export type ChartLook = 'line' | 'candles'
export type ChartLine = Readonly<{
  price: string
  label: string
  kind: 'previousClose' | 'average' | 'order' | 'alert'
  /** Of an order whose price can be changed: it is dragged where there is a mouse. */
  handle?: Readonly<{ orderId: string; text: string }> | undefined
}>

export type WritePrice = (value: number) => string

/** `zone` is the market's where bars are whole days, and null for the reader's own time. */
export type Shown = Readonly<{
  bars: readonly KlineBar[]
  /** The first bar of the period; those before it are there to look back to. */
  first: number
  look: ChartLook
  base: string | null
  lines: readonly ChartLine[]
  studies: readonly DrawnStudy[]
  /** The lines of a comparison, at each bar: then everything is in percent. Null where there is none. */
  compared: readonly PercentLine[] | null
  marks: MarkedBars
  decimals: number
  write: WritePrice
  zone: string | null
  /** True if the reader moves along the bars; otherwise the view keeps to the period. */
  free: boolean
  /** Another value brings the view back to its period. */
  period: string
}>

export type Drawing = Readonly<{
  show: (shown: Shown) => void
  /** Reads the colours of the page again. */
  recolour: () => void
  barAt: (x: number) => number | null
  /** Puts the cross on a bar, or takes it away. */
  mark: (at: number | null) => void
  /** The bars in view, by their places. */
  view: () => View
  moveView: (view: View) => void
  /** Called when the view has moved. */
  onView: (listener: (view: View) => void) => () => void
  width: () => number
  /** The height of a price from the top of the chart, in pixels, and the price at a height; null where nothing is drawn, and for a price out of view. */
  yOf: (price: number) => number | null
  priceAt: (y: number) => number | null
  remove: () => void
}>

type Series = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>

const MS_PER_SECOND = 1_000
const PRICE_MARGINS = { top: 0.1, bottom: 0.1 }

const timesOf = ({ bars, zone }: Shown): readonly UTCTimestamp[] =>
  wallTimes(
    bars.map(({ timestamp }) => timestamp),
    zone,
  ).map((time) => (time / MS_PER_SECOND) as UTCTimestamp)

export function drawChart(container: HTMLElement): Drawing {
  let colours = readColours()
  let series: Series | null = null
  let marks: MarkDrawing | null = null
  let priceLines: IPriceLine[] = []
  let shown: Shown | null = null
  let times: readonly UTCTimestamp[] = []
  const chart = createChart(container, chartOptions(colours))
  const studies = drawStudies(chart)
  const comparisons = drawComparisons(chart)
  let moved = false

  const seriesFor = (look: ChartLook): Series => {
    if (series !== null && look === shown?.look) return series
    const made = look === 'candles' ? chart.addSeries(CandlestickSeries, {}, 0) : chart.addSeries(AreaSeries, {}, 0)
    // Only now: a pane goes with its last series, and the one below it would take its place.
    if (series !== null) chart.removeSeries(series)
    made.setSeriesOrder(0)
    made.priceScale().applyOptions({ scaleMargins: PRICE_MARGINS })
    marks = drawMarks(made)
    priceLines = []
    return made
  }

  const show = (next: Shown): void => {
    const before = shown
    const target = seriesFor(next.look)
    const fresh = target !== series
    series = target
    shown = next
    times = timesOf(next)
    const seen = before === null || before.bars === next.bars ? null : followed(view(), before.bars, next.bars)
    target.applyOptions(seriesOptions({ ...next, bars: next.bars.slice(next.first), isCompared: next.compared !== null }, colours))
    const onlyLastChanged =
      !fresh && before !== null && before.zone === next.zone && isInSameUnit(before, next) && hasOneNewBar(before.bars, next.bars)
    const [last, lastTime] = [next.bars.at(-1), times.at(-1)]
    if (onlyLastChanged && last !== undefined && lastTime !== undefined) target.update({ time: lastTime, ...pointOf(last, next.look) })
    else target.setData(times.flatMap((time, at) => withBar(time, next.bars[at], next.look)))
    studies.show(next.studies, { bars: next.bars, times, onlyLastChanged }, colours)
    comparisons.show(next.compared ?? [], times, colours)
    if (before === null || leavesView(before, next) || (!moved && before.marks !== next.marks)) showPeriod()
    else if (next.free && seen !== null) moveView(seen)
    marks?.show(next.marks, times, colours)
    for (const line of priceLines) target.removePriceLine(line)
    priceLines = next.lines.map((line) => target.createPriceLine(lineOptions(line, colours)))
  }

  const view = (): View => chart.timeScale().getVisibleLogicalRange() ?? { from: 0, to: 0 }
  const moveView = ({ from, to }: View): void => chart.timeScale().setVisibleLogicalRange({ from, to })

  const showPeriod = (): void => {
    moved = false
    if (shown !== null) moveView(withRoomFor(periodView(shown.first, shown.bars.length), writtenAt(shown.marks), chart.timeScale().width()))
  }
  // A chart whose size is new or changed shows the same bars as before, unless the reader has moved the view.
  chart.timeScale().subscribeSizeChange(() => (moved ? undefined : showPeriod()))

  return {
    show,
    recolour: () => {
      colours = readColours()
      chart.applyOptions(chartOptions(colours))
      if (shown !== null) show({ ...shown, bars: [...shown.bars] })
    },
    barAt: (x) => {
      const logical = chart.timeScale().coordinateToLogical(x)
      const most = (shown?.bars.length ?? 0) - 1
      return logical === null || most < 0 ? null : Math.max(0, Math.min(most, Math.round(logical)))
    },
    mark: (at) => {
      const [bar, time] = at === null ? [] : [shown?.bars[at], times[at]]
      if (bar === undefined || time === undefined || series === null) chart.clearCrosshairPosition()
      else chart.setCrosshairPosition(Number(bar.close), time, series)
    },
    view,
    moveView: (to) => {
      moved = true
      moveView(to)
    },
    onView: (listener) => {
      const hear = (range: View | null) => (range === null ? undefined : listener(range))
      chart.timeScale().subscribeVisibleLogicalRangeChange(hear)
      return () => chart.timeScale().unsubscribeVisibleLogicalRangeChange(hear)
    },
    width: () => chart.timeScale().width(),
    yOf: (price) => {
      const y = series?.priceToCoordinate(price) ?? null
      const bottom = chart.panes()[0]?.getHeight() ?? 0
      return y === null || y < 0 || y > bottom ? null : y
    },
    priceAt: (y) => series?.coordinateToPrice(y) ?? null,
    remove: () => chart.remove(),
  }
}

const withBar = (time: UTCTimestamp, bar: KlineBar | undefined, look: ChartLook) =>
  bar === undefined ? [] : [{ time, ...pointOf(bar, look) }]

/** True if the view starts anew: a fixed one with other bars, any one with another period. */
function leavesView(before: Shown, next: Shown): boolean {
  if (before.period !== next.period || before.free !== next.free) return true
  return !next.free && (before.bars.length !== next.bars.length || before.first !== next.first)
}

/** Both in money or both in percent. */
const isInSameUnit = (before: Shown, next: Shown): boolean => (before.compared === null) === (next.compared === null)

/** The same bars but for the last, which has grown or is new. */
const hasOneNewBar = (before: readonly KlineBar[], next: readonly KlineBar[]): boolean =>
  before.length > 0 &&
  before[0]?.timestamp === next[0]?.timestamp &&
  (next.length === before.length || next.length === before.length + 1) &&
  next[before.length - 1]?.timestamp === before.at(-1)?.timestamp
