import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { asApiError } from '../server/api-error.ts'
import { refreshAfter } from '../server/refresh-after.ts'
import { call, query } from '../server/api.ts'
import { useGo, useReturn } from '../pages/go.ts'
import { useSignedIn } from '../security/session.ts'
import { useText } from '../text/text.ts'
import { marketOf } from '../quotes/instrument.ts'

export type Watched = DataOf<typeof watchlist.list>[number]

const watchedRead = query(watchlist.list, {})

/** The instruments on the usual list of the customer signed in, in its order. */
export function useWatched() {
  return useQuery({ ...watchedRead, enabled: useSignedIn() })
}

export type Watching = Readonly<{
  isWatched: (quote: Quote) => boolean
  /** Shows at once, says so if the server refuses, and asks a guest to sign in. True when it was done. */
  toggle: (quote: Quote) => Promise<boolean>
}>

/** The star beside an instrument. Every star on screen follows the one list that was read. */
export function useWatching(): Watching {
  const t = useText('quotes')
  const go = useGo()
  const here = useReturn()
  const signedIn = useSignedIn()
  const cache = useQueryClient()
  const { data } = useWatched()
  const [asked, setAsked] = useState<Readonly<{ code: string; watch: boolean }> | null>(null)
  const codes = useMemo(() => (data === undefined ? null : new Set(data.map(({ code }) => code))), [data])
  const known = (quote: Quote): boolean => (codes === null ? quote.selfSelectStatus === 1 : codes.has(quote.code))
  const isWatched = (quote: Quote): boolean => signedIn && (asked?.code === quote.code ? asked.watch : known(quote))

  const toggle = async (quote: Quote): Promise<boolean> => {
    if (!signedIn) {
      go('pages/auth/login', { return: here })
      return false
    }
    const watch = !isWatched(quote)
    await cache.cancelQueries(watchedRead)
    const before = cache.getQueryData<Watched[]>(watchedRead.queryKey)
    cache.setQueryData<Watched[]>(watchedRead.queryKey, (list) => withWatched(list, quote, watch))
    // A star may be pressed before the list has been read, and shows at once all the same.
    if (before === undefined) setAsked({ code: quote.code, watch })
    try {
      await send(quote, watch)
      return true
    } catch (thrown) {
      const error = asApiError(thrown)
      cache.setQueryData(watchedRead.queryKey, before)
      void toast(error.kind === 'refusal' ? error.message : t('star.failed'), 'error')
      return false
    } finally {
      void refreshAfter(cache, watch ? watchlist.add : watchlist.removeByCode).then(() => setAsked(null))
    }
  }
  return { isWatched, toggle }
}

function send({ stock_code, market, name, classify }: Quote, watch: boolean): Promise<unknown> {
  const key = { market: marketOf(market) }
  return watch
    ? call(watchlist.add, { ...key, secuCode: stock_code, securityName: name, classify })
    : call(watchlist.removeByCode, { ...key, stockCode: stock_code })
}

/** On top, as the server puts it; until that names the new row, its code stands for its id. */
export function withWatched(list: readonly Watched[] | undefined, quote: Quote, watch: boolean): Watched[] | undefined {
  if (list === undefined) return undefined
  const others = list.filter(({ code }) => code !== quote.code)
  if (!watch) return others
  return [{ ...quote, selfSelectStatus: 1, id: quote.code, sort: list.length, addTimestamp: quote.updateTimeTimestamp }, ...others]
}
