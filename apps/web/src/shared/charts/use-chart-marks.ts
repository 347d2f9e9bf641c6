import { articles } from '@rueda/contract/articles.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { orders } from '@rueda/contract/orders.ts'
import type { KlineBar, Quote } from '@rueda/contract/quote-shapes.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import type { Language } from '@rueda/ui/formats/languages.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../server/api.ts'
import { useSignedIn } from '../security/session.ts'
import { marketOf } from '../quotes/instrument.ts'
import { hasCompany, useChartChoices } from './chart-choices.ts'
import { type DatedEvent, type MarkedBars, articleMarks, eventMarks, fillMarks, mergeMarks, noteMarks } from './chart-marks.ts'
import { useNotes } from './notes/use-notes.ts'

const NO_MARKS: MarkedBars = new Map()

/** The marks on the bars: the reader's own executions and notes, dividends, splits and articles. */
export function useChartMarks(quote: Quote, bars: readonly KlineBar[], zone: string): MarkedBars {
  const fills = useFillMarks(quote, bars)
  const events = useEventMarks(quote, bars, zone)
  const articles = useArticleMarks(quote, bars)
  const notes = useNoteMarks(quote, bars)
  return useMemo(() => mergeMarks(fills, events, articles, notes), [fills, events, articles, notes])
}

function useFillMarks(quote: Quote, bars: readonly KlineBar[]): MarkedBars {
  const { language } = useUi()
  const wanted = useChartChoices(({ showsFills }) => showsFills)
  const signedIn = useSignedIn()
  const first = bars[0]?.timestamp
  const fills = useQuery({
    ...query(orders.fills, { stockCode: quote.stock_code, market: marketOf(quote.market), startTimestamp: first ?? 0 }),
    enabled: wanted && signedIn && first !== undefined,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => (wanted && fills.data !== undefined ? fillMarks(fills.data, bars, { decimals: quote.decimals, language }) : NO_MARKS),
    [wanted, fills.data, bars, quote.decimals, language],
  )
}

function useNoteMarks(quote: Quote, bars: readonly KlineBar[]): MarkedBars {
  const wanted = useChartChoices(({ showsNotes }) => showsNotes)
  const { data } = useNotes(quote)
  return useMemo(() => (wanted && data !== undefined ? noteMarks(data.list, bars) : NO_MARKS), [wanted, data, bars])
}

/** As many as one page has: older ones would lie before most charts, and more would cover one. */
const MAX_ARTICLES = 50

function useArticleMarks(quote: Quote, bars: readonly KlineBar[]): MarkedBars {
  const wanted = useChartChoices(({ showsEvents }) => showsEvents) && hasCompany(quote.market)
  const read = useQuery({
    ...query(articles.list, { stockCode: quote.stock_code, market: marketOf(quote.market), pageSize: MAX_ARTICLES }),
    enabled: wanted,
  })
  return useMemo(() => (wanted && read.data !== undefined ? articleMarks(read.data.list, bars) : NO_MARKS), [wanted, read.data, bars])
}

type CorporateActions = DataOf<typeof quotes.summary>['corporateActions']

function useEventMarks(quote: Quote, bars: readonly KlineBar[], zone: string): MarkedBars {
  const { language } = useUi()
  const wanted = useChartChoices(({ showsEvents }) => showsEvents) && hasCompany(quote.market)
  const summary = useQuery({
    ...query(quotes.summary, { stockCode: quote.stock_code, market: marketOf(quote.market) }),
    enabled: wanted,
  })
  const actions = summary.data?.corporateActions
  return useMemo(
    () => (wanted && actions !== undefined ? eventMarks(eventsOf(actions, language, quote.currency), bars, zone) : NO_MARKS),
    [wanted, actions, language, quote.currency, bars, zone],
  )
}

/** Past events alone: announced ones are in the company's tab. A change of code moves no price and has no mark. */
const eventsOf = (actions: CorporateActions, language: Language, currency: string): readonly DatedEvent[] =>
  actions.flatMap(({ kind, exDate, amount, ratio }): readonly DatedEvent[] => {
    if (kind === 'rename') return []
    const mark = kind === 'dividend' ? { kind, detail: formatMoney(language, amount, currency) } : { kind, detail: ratio ?? '' }
    return [{ date: exDate, mark }]
  })
