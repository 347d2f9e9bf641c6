import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { ColorType, LineStyle, TickMarkType, type Time } from 'lightweight-charts'
import { type Within, axisLabel } from './chart-axis.ts'
import { OWN_LOOK } from './comparison-look.ts'
import { ALPHA, type ColourRole, type Colours } from './drawing-colours.ts'
import type { ChartLine, ChartLook, WritePrice } from './drawing.ts'

const MS_PER_SECOND = 1_000
const FONT_SIZE = 11
/** Wide enough for most prices, so that the drawing keeps its width from one bar to the next. */
const SCALE_WIDTH = 56

const within: Readonly<Record<TickMarkType, Within>> = {
  [TickMarkType.Year]: 'year',
  [TickMarkType.Month]: 'month',
  [TickMarkType.DayOfMonth]: 'day',
  [TickMarkType.Time]: 'time',
  [TickMarkType.TimeWithSeconds]: 'time',
}

export function chartOptions(colours: Colours) {
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
      panes: { enableResize: false, separatorColor: colours.line },
    },
    grid: { vertLines: { visible: false }, horzLines: { color: colours.line } },
    rightPriceScale: { borderVisible: false, ticksVisible: false, entireTextOnly: true, minimumWidth: SCALE_WIDTH },
    timeScale: {
      borderVisible: false,
      minBarSpacing: 0.05,
      timeVisible: true,
      fixLeftEdge: true,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => axisLabel(Number(time) * MS_PER_SECOND, within[kind]),
    },
    crosshair: { vertLine: { ...cross, labelVisible: false }, horzLine: cross },
    handleScroll: false,
    handleScale: false,
  }
}

type PriceSeries = Readonly<{
  bars: readonly KlineBar[]
  base: string | null
  decimals: number
  write: WritePrice
  /** One of several lines: it is told apart by its colour, which then says nothing of its move. */
  isCompared: boolean
}>

export function seriesOptions({ bars, base, decimals, write, isCompared }: PriceSeries, colours: Colours) {
  const [start, end] = [Number(base ?? bars[0]?.open ?? 0), Number(bars.at(-1)?.close ?? 0)]
  const colour = isCompared ? colours[OWN_LOOK.colour] : end === start ? colours.flat : end > start ? colours.up : colours.down
  return {
    lineColor: colour,
    topColor: `${colour}${isCompared ? ALPHA.none : ALPHA.area}`,
    bottomColor: `${colour}${ALPHA.none}`,
    lineWidth: 2 as const,
    upColor: colours.up,
    downColor: colours.down,
    wickUpColor: colours.up,
    wickDownColor: colours.down,
    borderVisible: false,
    priceLineColor: colours.accent,
    priceFormat: { type: 'custom' as const, formatter: write, minMove: 10 ** -decimals },
  }
}

const LINE_COLOURS = { previousClose: 'text3', average: 'accent', order: 'flat', alert: 'warn' } as const satisfies Readonly<
  Record<ChartLine['kind'], ColourRole>
>

export function lineOptions({ price, label, kind }: ChartLine, colours: Colours) {
  const named = kind !== 'previousClose'
  return {
    price: Number(price),
    title: label,
    color: colours[LINE_COLOURS[kind]],
    lineStyle: kind === 'previousClose' ? LineStyle.Dashed : LineStyle.Dotted,
    lineWidth: 1 as const,
    axisLabelVisible: named,
  }
}

export const pointOf = (bar: KlineBar, look: ChartLook) =>
  look === 'line'
    ? { value: Number(bar.close) }
    : { open: Number(bar.open), high: Number(bar.high), low: Number(bar.low), close: Number(bar.close) }
