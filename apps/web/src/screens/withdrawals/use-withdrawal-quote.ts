import { type WithdrawalQuote, withdrawals } from '@rueda/contract/withdrawals.ts'
import type { RailId } from '@rueda/rules/withdrawals/rails.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../shared/server/api-error.ts'
import { query } from '../../shared/server/api.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { useSettled } from '../../shared/forms/use-settled.ts'

export type Priced = Readonly<{ rail: RailId; amount: string }>

export type Quoting = Readonly<{
  quote: WithdrawalQuote | null
  error: ApiError | null
  /** Whole seconds that its rate still holds; null where nothing is converted. */
  secondsLeft: number | null
  busy: boolean
  refresh: () => void
}>

/** The input while there is nothing to price; the read is switched off. */
const NOTHING: Priced = { rail: 'TRC20', amount: '10' }

/** The cost and result of one withdrawal, read when the typing has come to rest. */
export function useWithdrawalQuote(priced: Priced | null): Quoting {
  const asked = useSettled(priced)
  const settled = JSON.stringify(asked) === JSON.stringify(priced)
  const read = useQuery(
    query(withdrawals.quote, asked ?? NOTHING, {
      enabled: asked !== null,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
    }),
  )
  const now = useServerNow()
  const quote = settled && priced !== null ? (read.data ?? null) : null
  const expires = quote?.expireTimestamp ?? null
  return {
    quote,
    error: settled && priced !== null && quote === null ? read.error : null,
    secondsLeft: expires === null ? null : Math.ceil(Math.max(0, expires - now) / SECOND_MS),
    busy: read.isFetching,
    refresh: () => void read.refetch(),
  }
}
