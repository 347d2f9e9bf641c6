import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDate, formatDateTime } from '@rueda/ui/formats/dates.ts'
import { formatPercent, formatPrice, formatQuantity } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import type { Translate } from '../text/text.ts'
import { useText } from '../text/text.ts'
import { summaryOf } from './chart-data.ts'
import type { ChartMark, MarkedBars } from './chart-marks.ts'
import { type ChartPeriod, hasDailyBars, isRange } from './chart-periods.ts'

type Told = Readonly<{
  quote: Quote
  bars: readonly KlineBar[]
  base: string | null
  period: ChartPeriod
  zone: string
  marks: MarkedBars
}>

/** The chart in words: as a whole, bar by bar, and the events on a bar. */
export function useChartWords({ quote, bars, base, period, zone, marks }: Told) {
  const t = useText('quotes')
  const c = useText('charts')
  const { language } = useUi()
  const price = (value: string) => formatPrice(language, value, quote.decimals)
  const facts = summaryOf(bars, base)
  const summary =
    facts === null
      ? ''
      : t('chart.summary', {
          range: isRange(period) ? t(`range.${period}`) : c(`interval.${period}`),
          from: price(facts.from),
          to: price(facts.to),
          percent: formatPercent(language, facts.percent),
          high: price(facts.high),
          low: price(facts.low),
        })
  const daily = hasDailyBars(period)
  return {
    summary,
    spoken: (bar: KlineBar) => `${daily ? formatDate(bar.timestamp, zone) : formatDateTime(bar.timestamp)}, ${price(bar.close)}`,
    marked: (at: number) => (marks.get(at) ?? []).map((mark) => markText(mark, c, language, price)),
  }
}

function markText(mark: ChartMark, c: Translate<'charts'>, language: Language, price: (value: string) => string): string {
  if (mark.kind === 'note') return c('mark.note', { text: mark.detail, price: price(mark.price) })
  if ('detail' in mark) return c(`mark.${mark.kind}`, { detail: mark.detail })
  return c(`mark.${mark.kind}`, { quantity: formatQuantity(language, mark.quantity), price: price(mark.price) })
}
