import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { movedTo } from '@rueda/rules/watchlist/order.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { marketOf } from '../quotes/instrument.ts'
import { asApiError } from '../server/api-error.ts'
import { call } from '../server/api.ts'
import { refreshAfter } from '../server/refresh-after.ts'
import { useText } from '../text/text.ts'
import { rowsRead } from './lists.ts'
import type { Watched } from './watching.ts'

export type ListEdits = Readonly<{
  take: (row: Watched) => Promise<boolean>
  /** Puts it at a place, counted from 0, also one that was taken off a moment ago. */
  put: (row: Watched, place: number) => Promise<boolean>
  /** So many rows down, or up below zero, from where it stands by then: keys may be pressed faster than the list is drawn. */
  move: (row: Watched, by: number) => Promise<boolean>
}>

/** Changes of one list by hand: each shows at once, and goes back with a word when it could not be saved. True when it was. */
export function useEditList(listId: string): ListEdits {
  const t = useText('quotes')
  const cache = useQueryClient()
  return useMemo(() => {
    const change = (edit: Edit) => changeRows(cache, listId, edit, t('star.failed'))
    return {
      take: (row) =>
        change({
          rows: (rows) => rows.filter(({ code }) => code !== row.code),
          send: () => call(watchlist.take, { listId, ...instrumentOf(row) }),
        }),
      put: (row, place) =>
        change({
          rows: (rows) => placed([...rows.filter(({ code }) => code !== row.code), row], row, place),
          send: () => call(watchlist.put, { listId, ...instrumentOf(row), place }),
        }),
      move: (row, by) => {
        let place = 0
        return change({
          rows: (rows) => {
            const at = rows.findIndex(({ code }) => code === row.code)
            place = Math.max(0, Math.min(rows.length - 1, at + by))
            return placed(rows, row, place)
          },
          send: () => call(watchlist.move, { listId, id: row.id, place }),
        })
      },
    }
  }, [cache, listId, t])
}

/** The row of this instrument at another place; what was read again since has another row of it. */
const placed = (rows: readonly Watched[], { code }: Watched, place: number): readonly Watched[] => {
  const row = rows.find((each) => each.code === code)
  return row === undefined ? rows : movedTo(rows, row, place)
}

/** How the calls about lists name an instrument. */
export const instrumentOf = ({ stock_code, market }: Pick<Quote, 'stock_code' | 'market'>) => ({
  stockCode: stock_code,
  market: marketOf(market),
})

type Edit = Readonly<{ rows: (rows: readonly Watched[]) => readonly Watched[]; send: () => Promise<unknown> }>

// One after the other, as they were made: a place is a place in the list as the change before left it.
let last: Promise<unknown> = Promise.resolve()
let waiting = 0

async function changeRows(cache: QueryClient, listId: string, { rows, send }: Edit, failed: string): Promise<boolean> {
  const { queryKey } = rowsRead(listId)
  waiting += 1
  await cache.cancelQueries({ queryKey })
  cache.setQueryData<Watched[]>(queryKey, (before) => (before === undefined ? undefined : [...rows(before)]))
  const sent = last.then(send)
  last = sent.catch(() => undefined)
  try {
    await sent
    return true
  } catch (thrown) {
    const error = asApiError(thrown)
    void toast(error.kind === 'refusal' ? error.message : failed, 'error')
    return false
  } finally {
    waiting -= 1
    // What is read while others are still to be sent would show the list as it was.
    if (waiting === 0) void refreshAfter(cache, watchlist.move)
  }
}
