import { type Alert, alerts } from '@rueda/contract/alerts.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { marketOf } from '../quotes/instrument.ts'
import { useSignedIn } from '../security/session.ts'
import { query } from '../server/api.ts'

const NONE: readonly Alert[] = []

/** The customer's alerts on one instrument that still wait; none for a guest. */
export function useAlertsOf(quote: Pick<Quote, 'stock_code' | 'market'>): readonly Alert[] {
  const asked = { stockCode: quote.stock_code, market: marketOf(quote.market) }
  const { data } = useQuery({ ...query(alerts.list, asked), enabled: useSignedIn(), select: waiting })
  return data ?? NONE
}

const waiting = ({ list }: Readonly<{ list: readonly Alert[] }>): readonly Alert[] => list.filter(({ status }) => status === 'armed')
