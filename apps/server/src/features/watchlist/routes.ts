import type { DataOf } from '@rueda/contract/endpoint.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { quoteOf } from '../quotes/quotes-of.ts'
import * as store from './store.ts'

const MAX_WATCHED = 200

type WatchlistDeps = Pick<App, 'pool' | 'ids' | 'venue'>

/** A customer's watched instruments (`docs/rules/watchlist.md` A.4). */
export const watchlistRoutes = (app: WatchlistDeps): Registered =>
  routes(watchlist, {
    list: async ({ input, caller }) => {
      const watched = await store.list(app.pool, caller.accountId)
      const wanted = present(app, watched).filter(
        (row) =>
          (input.classify === undefined || row.classify === input.classify) &&
          (input.source === undefined || String(row.source) === input.source),
      )
      return ok(wanted)
    },

    add: async ({ input, caller, now }) => {
      const instrument = app.venue.find(input.market, input.secuCode)
      if (instrument === null) return refuse('instrument.unknown', { market: input.market, code: input.secuCode })
      const { id: instrumentId } = instrument
      const id = await store.add(app.pool, { accountId: caller.accountId, id: app.ids.next(), instrumentId, now, most: MAX_WATCHED })
      return id.ok ? ok({ id: id.value, selfSelectStatus: 1 }) : id
    },

    remove: async ({ input, caller }) => {
      await store.remove(app.pool, caller.accountId, input.id)
      return ok({ selfSelectStatus: 0 })
    },

    removeByCode: async ({ input, caller }) => {
      await store.removeInstrument(app.pool, caller.accountId, app.venue.idOf(input.market, input.stockCode))
      return ok({ selfSelectStatus: 0 })
    },
  })

type Rows = DataOf<typeof watchlist.list>

/** Leaves out instruments that are no longer listed, which have no quote to show; the newest has the highest place. */
function present(app: WatchlistDeps, watched: readonly store.Watched[]): Rows {
  return watched.flatMap(({ id, instrumentId, addedAt }, index) => {
    const quote = quoteOf(app, instrumentId, { watched: true, closes: true })
    return quote === null ? [] : [{ ...quote, id, sort: watched.length - index, addTimestamp: addedAt }]
  })
}
