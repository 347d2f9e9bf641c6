import type { ArticleItem } from '@rueda/contract/articles.ts'
import type { ChartNote } from '@rueda/contract/notes.ts'
import type { OwnFill } from '@rueda/contract/order-history.ts'
import type { KlineBar } from '@rueda/contract/quote-shapes.ts'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { dateInZone } from './chart-axis.ts'

/**
 * `label` is the quantity as the reader's language writes it. `isOnScale` is false where the bars are counted in shares of after a split and
 * the price in those of before it: such a mark stands at its bar, which is all that can be said.
 */
export type FillMark = Readonly<{ kind: 'buy' | 'sell'; quantity: string; label: string; price: string; isOnScale: boolean }>
export type EventMark = Readonly<{ kind: 'dividend' | 'split'; detail: string }>
export type ArticleMark = Readonly<{ kind: 'article'; detail: string }>
export type NoteMark = Readonly<{ kind: 'note'; detail: string; price: string; isOnScale: boolean }>
/** Events on a chart besides prices: the reader's own executions and notes, the company's dividends and splits, and articles about it. */
export type ChartMark = FillMark | EventMark | ArticleMark | NoteMark
/** By the place of a bar in its series. */
export type MarkedBars = ReadonlyMap<number, readonly ChartMark[]>

const BUY = 0
const MAX_DECIMALS = 8

/** How prices and quantities are written. */
type Written = Readonly<{ decimals: number; language: Language }>

/** The executions within each bar as one purchase and one sale, at their average prices. */
export function fillMarks(fills: readonly OwnFill[], bars: readonly KlineBar[], written: Written): MarkedBars {
  const byBar = new Map<number, OwnFill[]>()
  for (const fill of fills) {
    const at = barHolding(bars, fill.tradeTimestamp)
    if (at !== null) byBar.set(at, [...(byBar.get(at) ?? []), fill])
  }
  return new Map(
    [...byBar].map(([at, own]) => {
      const isNear = nearnessTo(bars[at])
      return [
        at,
        [
          ...sumOf(
            'buy',
            own.filter(({ direction }) => direction === BUY),
            { ...written, isNear },
          ),
          ...sumOf(
            'sell',
            own.filter(({ direction }) => direction !== BUY),
            { ...written, isNear },
          ),
        ],
      ]
    }),
  )
}

/** No spread and no wait moves a fill farther from its bar, and every split does. */
const FARTHEST = 1.1

/** Whether a price is on the scale of a bar. */
const nearnessTo =
  (bar: KlineBar | undefined) =>
  (price: string): boolean =>
    bar !== undefined && Number(price) <= Number(bar.high) * FARTHEST && Number(price) >= Number(bar.low) / FARTHEST

type Near = Readonly<{ isNear: (price: string) => boolean }>

function sumOf(kind: FillMark['kind'], fills: readonly OwnFill[], { decimals, language, isNear }: Written & Near): FillMark[] {
  const [only] = fills
  if (only === undefined) return []
  const mark = (quantity: string, price: string): FillMark[] => [
    { kind, quantity, label: formatQuantity(language, quantity), price, isOnScale: isNear(price) },
  ]
  if (fills.length === 1) return mark(only.quantity, only.price)
  const quantity = fills.reduce((sum, fill) => sum + Number(fill.quantity), 0)
  const value = fills.reduce((sum, fill) => sum + Number(fill.quantity) * Number(fill.price), 0)
  return mark(String(Number(quantity.toFixed(MAX_DECIMALS))), (value / quantity).toFixed(decimals))
}

/** The last bar that began before a moment; null before the first one. */
export function barHolding(bars: readonly KlineBar[], moment: number): number | null {
  const after = bars.findIndex(({ timestamp }) => timestamp > moment)
  const at = after === -1 ? bars.length - 1 : after - 1
  return at < 0 ? null : at
}

/** Puts each note on the bar that its moment lies in. */
export function noteMarks(notes: readonly ChartNote[], bars: readonly KlineBar[]): MarkedBars {
  return marksAt(
    bars,
    notes,
    ({ noteTimestamp }) => noteTimestamp,
    ({ text, price }, bar) => ({ kind: 'note', detail: text, price, isOnScale: nearnessTo(bar)(price) }),
  )
}

/** Puts each article on the bar in which it came. */
export function articleMarks(
  articles: readonly Pick<ArticleItem, 'title' | 'createTimeTimestamp'>[],
  bars: readonly KlineBar[],
): MarkedBars {
  return marksAt(
    bars,
    articles,
    ({ createTimeTimestamp }) => createTimeTimestamp,
    ({ title }) => ({ kind: 'article', detail: title }),
  )
}

function marksAt<Event>(
  bars: readonly KlineBar[],
  events: readonly Event[],
  momentOf: (event: Event) => number,
  markOf: (event: Event, bar: KlineBar | undefined) => ChartMark,
): MarkedBars {
  const marks = new Map<number, ChartMark[]>()
  for (const event of events) {
    const at = barHolding(bars, momentOf(event))
    if (at !== null) marks.set(at, [...(marks.get(at) ?? []), markOf(event, bars[at])])
  }
  return marks
}

export type DatedEvent = Readonly<{ mark: EventMark; date: string }>

/** Puts each event on the first bar of its date, or on the longer bar that its date is within. */
export function eventMarks(events: readonly DatedEvent[], bars: readonly KlineBar[], zone: string): MarkedBars {
  if (events.length === 0) return new Map()
  const dates = bars.map(({ timestamp }) => dateInZone(timestamp, zone))
  const marks = new Map<number, EventMark[]>()
  for (const { mark, date } of events) {
    const at = barOfDate(dates, date)
    if (at !== null) marks.set(at, [...(marks.get(at) ?? []), mark])
  }
  return marks
}

function barOfDate(dates: readonly string[], date: string): number | null {
  const same = dates.indexOf(date)
  if (same !== -1) return same
  const after = dates.findIndex((each) => each > date)
  return after < 1 ? null : after - 1
}

export function mergeMarks(...all: readonly MarkedBars[]): MarkedBars {
  const merged = new Map<number, readonly ChartMark[]>()
  for (const marks of all) for (const [at, own] of marks) merged.set(at, [...(merged.get(at) ?? []), ...own])
  return merged
}
