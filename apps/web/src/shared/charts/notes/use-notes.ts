import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { notes } from '@rueda/contract/notes.ts'
import { useQuery } from '@tanstack/react-query'
import { marketOf } from '../../quotes/instrument.ts'
import { useSignedIn } from '../../security/session.ts'
import { query } from '../../server/api.ts'

/** The reader's notes on the chart of an instrument; nothing is asked for a guest. */
export function useNotes(quote: Pick<Quote, 'stock_code' | 'market'>) {
  const signedIn = useSignedIn()
  return useQuery({ ...query(notes.list, { stockCode: quote.stock_code, market: marketOf(quote.market) }), enabled: signedIn })
}
