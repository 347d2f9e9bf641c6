import {
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
  createSeriesMarkers,
} from 'lightweight-charts'
import type { ChartMark, MarkedBars } from './chart-marks.ts'
import type { Written } from './view-moves.ts'
import type { Colours } from './drawing-colours.ts'

type PriceSeries = ISeriesApi<'Area'> | ISeriesApi<'Candlestick'>
export type MarkDrawing = Readonly<{ show: (marks: MarkedBars, times: readonly UTCTimestamp[], colours: Colours) => void }>

/** Draws arrows at the prices at which the reader bought and sold, dots where the company paid or split and where an article or a note is. Their meaning is written beside the cross. */
export function drawMarks(series: PriceSeries): MarkDrawing {
  const plugin: ISeriesMarkersPluginApi<Time> = createSeriesMarkers(series as ISeriesApi<'Area'>, [])
  return {
    show: (marks, times, colours) => {
      const sorted = [...marks].sort(([a], [b]) => a - b)
      plugin.setMarkers(
        sorted.flatMap(([at, own]) => {
          const time = times[at]
          return time === undefined ? [] : own.map((mark) => ({ time, ...lookOf(mark, colours), ...placeOf(mark) }))
        }),
      )
    },
  }
}

/** Of the size that axes are written in, at the widest. */
const LETTER_PX = 8

/** The texts at the marks, each with its bar. */
export const writtenAt = (marks: MarkedBars): Written[] =>
  [...marks].flatMap(([at, own]) => own.map((mark) => ({ at, width: textOf(mark).length * LETTER_PX })))

const textOf = (mark: ChartMark): string => {
  switch (mark.kind) {
    case 'buy':
      return `+${mark.label}`
    case 'sell':
      return `\u2212${mark.label}`
    case 'dividend':
      return 'D'
    case 'split':
      return 'S'
    case 'article':
      return 'A'
    case 'note':
      return 'N'
  }
}

type Place =
  | Readonly<{ position: 'atPriceBottom' | 'atPriceTop' | 'atPriceMiddle'; price: number }>
  | Readonly<{ position: 'aboveBar' | 'belowBar' }>

/** The tip of an arrow touches its price; what has none on the chart's scale, and what the company did, stands beside its bar. */
export function placeOf(mark: ChartMark): Place {
  if ((mark.kind === 'buy' || mark.kind === 'sell') && mark.isOnScale)
    return { position: mark.kind === 'buy' ? 'atPriceBottom' : 'atPriceTop', price: Number(mark.price) }
  if (mark.kind === 'note' && mark.isOnScale) return { position: 'atPriceMiddle', price: Number(mark.price) }
  return { position: mark.kind === 'sell' || mark.kind === 'note' ? 'aboveBar' : 'belowBar' }
}

type Look = Pick<SeriesMarker<Time>, 'shape' | 'color' | 'text' | 'size'>

function lookOf(mark: ChartMark, colours: Colours): Look {
  switch (mark.kind) {
    case 'buy':
      return { shape: 'arrowUp', color: colours.up, text: textOf(mark) }
    case 'sell':
      return { shape: 'arrowDown', color: colours.down, text: textOf(mark) }
    case 'dividend':
      return { shape: 'circle', color: colours.series4, size: 0.6, text: textOf(mark) }
    case 'split':
      return { shape: 'square', color: colours.series2, size: 0.6, text: textOf(mark) }
    case 'article':
      return { shape: 'circle', color: colours.series5, size: 0.6, text: textOf(mark) }
    case 'note':
      return { shape: 'square', color: colours.accent, size: 0.6, text: textOf(mark) }
  }
}
