import { orders } from '@rueda/contract/orders.ts'
import type { KlineBar, Quote } from '@rueda/contract/quotes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query } from '../../app/api.ts'
import { useSignedIn } from '../../app/session.ts'
import { marketOf } from '../quotes/instrument.ts'
import { useChartChoices } from './chart-choices.ts'
import { type MarkedBars, fillMarks } from './chart-marks.ts'

const NO_MARKS: MarkedBars = new Map()

/** What stands on the bars: the reader's own executions. */
export function useChartMarks(quote: Quote, bars: readonly KlineBar[]): MarkedBars {
  const wanted = useChartChoices(({ showsFills }) => showsFills)
  const signedIn = useSignedIn()
  const first = bars[0]?.timestamp
  const fills = useQuery({
    ...query(orders.fills, { stockCode: quote.stock_code, market: marketOf(quote.market), startTimestamp: first ?? 0 }),
    enabled: wanted && signedIn && first !== undefined,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => (wanted && fills.data !== undefined ? fillMarks(fills.data, bars, quote.decimals) : NO_MARKS),
    [wanted, fills.data, bars, quote.decimals],
  )
}
