import { type ExchangeQuote, transfers } from '@rueda/contract/transfers.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { QUOTE_LIFE_MS } from '@rueda/rules/transfers/exchange-terms.ts'
import { useQuery } from '@tanstack/react-query'
import { type ApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'
import type { WalletType } from './draft.ts'

export type Exchange = Readonly<{ from: WalletType; to: WalletType; amount: string }>

export type Quoting = Readonly<{
  quote: ExchangeQuote | null
  error: ApiError | null
  /** The quote on screen is not yet the one of what is typed. */
  pending: boolean
  /** Whole seconds that the quote still holds; 0 once it has expired. */
  secondsLeft: number
  busy: boolean
  refresh: () => void
}>

/** The input while there is nothing to exchange; the read is switched off. */
const NOTHING: Exchange = { from: 'US_WALLET', to: 'BALANCE', amount: '1' }

/** The brokerage's quote for an exchange, read when the typing has come to rest. A quote is never read twice by itself. */
export function useQuote(exchange: Exchange | null): Quoting {
  const asked = useSettled(exchange)
  const settled = JSON.stringify(asked) === JSON.stringify(exchange)
  const read = useQuery(
    query(transfers.quote, asked ?? NOTHING, {
      enabled: asked !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnReconnect: false,
      refetchOnWindowFocus: false,
    }),
  )
  const now = useServerNow()
  const quote = settled && exchange !== null ? (read.data ?? null) : null
  return {
    quote,
    error: settled && quote === null ? read.error : null,
    pending: exchange !== null && (!settled || (read.data === undefined && read.error === null)),
    // The two clocks differ by the time the answer took; a quote never holds for longer than it is given.
    secondsLeft: quote === null ? 0 : Math.ceil(Math.min(QUOTE_LIFE_MS, Math.max(0, quote.expireTimestamp - now)) / SECOND_MS),
    busy: read.isFetching,
    refresh: () => void read.refetch(),
  }
}
