import type { DataOf } from '@rueda/contract/endpoint.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { MAX_INSTRUMENTS, MAX_LISTS, USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { quoteOf } from '../quotes/quotes-of.ts'
import { type WatchlistDeps, createList, presentList, removeList, renameList } from './lists.ts'
import { move, put, takeOrder, transfer } from './rows.ts'
import * as store from './store.ts'

/** A customer's watched instruments (`docs/rules/watchlist.md` A.4) and their lists (`docs/rules/watchlist.md` P.1). */
export const watchlistRoutes = (app: WatchlistDeps): Registered =>
  routes(watchlist, {
    list: async ({ input, caller: { accountId } }) => {
      const watched = await store.rowsOf(app.pool, { accountId, listId: USUAL_LIST })
      const isWatched = new Set(watched.map(({ instrumentId }) => instrumentId))
      const wanted = present(app, watched, isWatched).filter(
        (row) =>
          (input.classify === undefined || row.classify === input.classify) &&
          (input.source === undefined || String(row.source) === input.source),
      )
      return ok(wanted)
    },

    add: async ({ input, caller: { accountId }, now }) => {
      const found = listedId(app, { market: input.market, stockCode: input.secuCode })
      if (!found.ok) return found
      const id = await put(app, { accountId, listId: USUAL_LIST, instrumentId: found.value, now })
      return id.ok ? ok({ id: id.value, selfSelectStatus: 1 }) : id
    },

    remove: async ({ input, caller }) => {
      await store.removeRows(app.pool, caller.accountId, [input.id])
      return ok({ selfSelectStatus: 0 })
    },

    removeByCode: async ({ input, caller: { accountId } }) => {
      await store.removeInstrument(app.pool, { accountId, listId: USUAL_LIST }, app.venue.idOf(input.market, input.stockCode))
      return ok({ selfSelectStatus: 0 })
    },

    lists: async ({ input, caller }) => {
      const asked = input.stockCode === undefined ? null : app.venue.idOf(input.market, input.stockCode)
      const lists = await store.lists(app.pool, caller.accountId)
      return ok({
        lists: lists.map((list) => presentList(list, asked === null ? null : list.instrumentIds.includes(asked))),
        most: MAX_LISTS,
        mostInstruments: MAX_INSTRUMENTS,
      })
    },

    instruments: async ({ input, caller: { accountId } }) => {
      const where = { accountId, listId: input.listId }
      if (!(await store.hasList(app.pool, where))) return refuse('object.not_found')
      const usual = await store.rowsOf(app.pool, { accountId, listId: USUAL_LIST })
      const isWatched = new Set(usual.map(({ instrumentId }) => instrumentId))
      return ok(present(app, await store.rowsOf(app.pool, where), isWatched))
    },

    create: (request) => createList(app, request),
    rename: (request) => renameList(app, request),
    removeList: (request) => removeList(app, request),

    put: async ({ input, caller: { accountId }, now }) => {
      const { listId, place } = input
      // Whose list it is comes first: what is somebody else's is refused the same for whatever is put on it.
      if (!(await store.hasList(app.pool, { accountId, listId }))) return refuse('object.not_found')
      const found = listedId(app, input)
      if (!found.ok) return found
      const id = await put(app, { accountId, listId, instrumentId: found.value, now, place })
      return id.ok ? ok({ id: id.value }) : id
    },

    take: async ({ input, caller: { accountId } }) => {
      const where = { accountId, listId: input.listId }
      if (!(await store.hasList(app.pool, where))) return refuse('object.not_found')
      await store.removeInstrument(app.pool, where, app.venue.idOf(input.market, input.stockCode))
      return ok(true)
    },

    move: ({ input, caller: { accountId }, now }) => move(app, { accountId, now, ...input }),

    transfer: ({ input: { fromListId, toListId, instruments }, caller: { accountId }, now }) =>
      transfer(app, { accountId, fromListId, toListId, instrumentIds: idsOf(app, instruments), now }),

    takeOrder: async ({ input: { instruments }, caller: { accountId }, now }) => {
      const taken = await takeOrder(app, { accountId, instrumentIds: idsOf(app, instruments), now })
      return taken.ok ? ok({ taken: taken.value ? 1 : 0 }) : taken
    },
  })

type Named = Readonly<{ market: MarketName; stockCode: string }>

const idsOf = ({ venue }: WatchlistDeps, named: readonly Named[]): readonly string[] =>
  named.map(({ market, stockCode }) => venue.idOf(market, stockCode))

function listedId({ venue }: WatchlistDeps, { market, stockCode }: Named): Result<string> {
  const instrument = venue.find(market, stockCode)
  return instrument === null ? refuse('instrument.unknown', { market, code: stockCode }) : ok(instrument.id)
}

type Rows = DataOf<typeof watchlist.list>

/** Leaves out instruments that are no longer listed, which have no quote to show; the first has the highest number. */
function present(app: WatchlistDeps, rows: readonly store.Watched[], watched: ReadonlySet<string>): Rows {
  return rows.flatMap(({ id, instrumentId, addedAt }, index) => {
    const quote = quoteOf(app, instrumentId, { watched: watched.has(instrumentId), closes: true })
    return quote === null ? [] : [{ ...quote, id, sort: rows.length - index, addTimestamp: addedAt }]
  })
}
