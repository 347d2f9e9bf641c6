import type { KlineBar } from '@rueda/contract/quotes.ts'
import {
  AreaSeries,
  CandlestickSeries,
  ColorType,
  HistogramSeries,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineStyle,
  TickMarkType,
  type Time,
  type UTCTimestamp,
  createChart,
} from 'lightweight-charts'
import { type Within, axisLabel, wallTimes } from './chart-axis.ts'

/**
 * The drawing of prices on a canvas. It knows bars, lines and colours and nothing of React: a component makes one,
 * hands it bars as they change, and asks which bar lies under a finger.
 */
export type ChartLook = 'line' | 'candles'
export type ChartLine = Readonly<{ price: string; label: string; kind: 'previousClose' | 'average' | 'order' }>

export type WritePrice = (value: number) => string

/** `zone` is the market's where bars are whole days, and null for the reader's own time. */
type Shown = Readonly<{
  bars: readonly KlineBar[]
  look: ChartLook
  base: string | null
  lines: readonly ChartLine[]
  decimals: number
  zone: string | null
}>

export type Drawing = Readonly<{
  show: (shown: Shown) => void
  /** Reads the colours of the page again. */
  recolour: () => void
  rewrite: (price: WritePrice) => void
  barAt: (x: number) => number | null
  /** Puts the cross on a bar, or takes it away. */
  mark: (at: number | null) => void
  remove: () => void
}>

type Colours = Readonly<Record<'up' | 'down' | 'flat' | 'text3' | 'line' | 'accent' | 'text1' | 's2', string>>
type Series = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>

const MS_PER_SECOND = 1_000
const VOLUME_TOP = 0.86
const PRICE_MARGINS = { top: 0.08, bottom: 0.18 }
const PLAIN_MARGINS = { top: 0.08, bottom: 0.08 }
/** Two hexadecimal digits behind a colour: how much of it is seen. */
const ALPHA = { area: '29', none: '00', volume: '4d' }
const FONT_SIZE = 11

const within: Readonly<Record<TickMarkType, Within>> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
}

const timesOf = ({ bars, zone }: Shown): readonly UTCTimestamp[] =>
  wallTimes(
    bars.map(({ timestamp }) => timestamp),
    zone,
  ).map((time) => (time / MS_PER_SECOND) as UTCTimestamp)

export function drawChart(container: HTMLElement, firstWrite: WritePrice): Drawing {
  let write = firstWrite
  let colours = readColours()
  let series: Series | null = null
  let look: ChartLook | null = null
  let volume: ISeriesApi<'Histogram'> | null = null
  let priceLines: IPriceLine[] = []
  let shown: Shown = { bars: [], look: 'line', base: null, lines: [], decimals: 2, zone: null }
  let times: readonly UTCTimestamp[] = []
  const chart = createChart(
    container,
    optionsOf(colours, (value) => write(value)),
  )

  const timed = <Point extends object>(pointOfBar: (bar: KlineBar) => Point) =>
    shown.bars.flatMap((bar, at) => {
      const time = times[at]
      return time === undefined ? [] : [{ time, ...pointOfBar(bar) }]
    })

  const replaceSeries = (): Series => {
    if (series !== null) chart.removeSeries(series)
    if (volume !== null) chart.removeSeries(volume)
    volume = hasVolume(shown.bars) ? addVolume(chart) : null
    series = shown.look === 'candles' ? chart.addSeries(CandlestickSeries) : chart.addSeries(AreaSeries)
    series.priceScale().applyOptions({ scaleMargins: volume === null ? PLAIN_MARGINS : PRICE_MARGINS })
    look = shown.look
    priceLines = []
    return series
  }

  const show = (next: Shown): void => {
    const before = shown
    shown = next
    times = timesOf(next)
    const fresh = series === null || look !== next.look || (volume !== null) !== hasVolume(next.bars)
    const target = fresh || series === null ? replaceSeries() : series
    target.applyOptions(seriesOptions(next, colours))
    const [last, lastTime] = [next.bars.at(-1), times.at(-1)]
    if (!fresh && last !== undefined && lastTime !== undefined && before.zone === next.zone && onlyLastChanged(before.bars, next.bars)) {
      target.update({ time: lastTime, ...pointOf(last, next.look) })
      volume?.update({ time: lastTime, ...volumeOf(last, colours) })
    } else {
      target.setData(timed((bar) => pointOf(bar, next.look)))
      volume?.setData(timed((bar) => volumeOf(bar, colours)))
    }
    if (fresh || next.bars.length !== before.bars.length || next.bars[0]?.timestamp !== before.bars[0]?.timestamp)
      chart.timeScale().fitContent()
    for (const line of priceLines) target.removePriceLine(line)
    priceLines = next.lines.map((line) => target.createPriceLine(lineOptions(line, colours)))
  }

  return {
    show,
    recolour: () => {
      colours = readColours()
      chart.applyOptions(optionsOf(colours, (value) => write(value)))
      volume?.setData(timed((bar) => volumeOf(bar, colours)))
      show(shown)
    },
    rewrite: (next) => {
      write = next
      chart.applyOptions(optionsOf(colours, (value) => write(value)))
    },
    barAt: (x) => {
      const logical = chart.timeScale().coordinateToLogical(x)
      return logical === null || shown.bars.length === 0 ? null : Math.max(0, Math.min(shown.bars.length - 1, Math.round(logical)))
    },
    mark: (at) => {
      const [bar, time] = at === null ? [] : [shown.bars[at], times[at]]
      if (bar === undefined || time === undefined || series === null) chart.clearCrosshairPosition()
      else chart.setCrosshairPosition(Number(bar.close), time, series)
    },
    remove: () => chart.remove(),
  }
}

/** The same bars but for the last, which has grown or is new. */
const onlyLastChanged = (before: readonly KlineBar[], next: readonly KlineBar[]): boolean =>
  before.length > 0 &&
  before[0]?.timestamp === next[0]?.timestamp &&
  (next.length === before.length || next.length === before.length + 1) &&
  next[before.length - 1]?.timestamp === before.at(-1)?.timestamp

const hasVolume = (bars: readonly KlineBar[]): boolean => bars.some((bar) => Number(bar.volume) > 0)

function addVolume(chart: IChartApi): ISeriesApi<'Histogram'> {
  const added = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  added.priceScale().applyOptions({ scaleMargins: { top: VOLUME_TOP, bottom: 0 } })
  return added
}

const pointOf = (bar: KlineBar, look: ChartLook) =>
  look === 'line'
    ? { value: Number(bar.close) }
    : { open: Number(bar.open), high: Number(bar.high), low: Number(bar.low), close: Number(bar.close) }

const volumeOf = (bar: KlineBar, colours: Colours) => ({
  value: Number(bar.volume),
  color: `${Number(bar.close) < Number(bar.open) ? colours.down : colours.up}${ALPHA.volume}`,
})

function seriesOptions({ bars, base, decimals }: Shown, colours: Colours) {
  const [start, end] = [Number(base ?? bars[0]?.open ?? 0), Number(bars.at(-1)?.close ?? 0)]
  const colour = end === start ? colours.flat : end > start ? colours.up : colours.down
  return {
    lineColor: colour,
    topColor: `${colour}${ALPHA.area}`,
    bottomColor: `${colour}${ALPHA.none}`,
    lineWidth: 2 as const,
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineColor: colours.accent,
    priceFormat: { type: 'price' as const, precision: decimals, minMove: 10 ** -decimals },
  }
}

function lineOptions({ price, label, kind }: ChartLine, colours: Colours) {
  const named = kind !== 'previousClose'
  return {
    price: Number(price),
    title: label,
    color: kind === 'previousClose' ? colours.text3 : kind === 'average' ? colours.accent : colours.flat,
    lineStyle: kind === 'previousClose' ? LineStyle.Dashed : LineStyle.Dotted,
    lineWidth: 1 as const,
    axisLabelVisible: named,
  }
}

function optionsOf(colours: Colours, write: WritePrice) {
  const font = getComputedStyle(document.body).fontFamily
  const cross = { color: colours.text3, labelBackgroundColor: colours.accent }
  return {
    autoSize: true,
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: colours.text3,
      fontFamily: font,
      fontSize: FONT_SIZE,
      // The link that the library's licence asks for is on the page about this installation; a link in here would be inside a slider.
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderVisible: false, ticksVisible: false },
    timeScale: {
      borderVisible: false,
      minBarSpacing: 0.05,
      timeVisible: true,
      fixLeftEdge: true,
      fixRightEdge: true,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => axisLabel(Number(time) * MS_PER_SECOND, within[kind]),
    },
    crosshair: { vertLine: { ...cross, labelVisible: false }, horzLine: cross },
    localization: { priceFormatter: write },
    handleScroll: false,
    handleScale: false,
  }
}

/** Roles of the page as colours a canvas understands. */
function readColours(): Colours {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    up: read('up'),
    down: read('down'),
    flat: read('flat'),
    text1: read('text1'),
    text3: read('text3'),
    line: read('line'),
    accent: read('accent-fill'),
    s2: read('s2'),
  }
}
