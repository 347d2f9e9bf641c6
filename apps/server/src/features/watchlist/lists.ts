import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { type NamedList, USUAL_LIST, checkDelete, checkNewList, checkRename } from '@rueda/rules/watchlist/lists.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { answerOnce } from '../../write-path/answer-once.ts'
import * as store from './store.ts'

export type WatchlistDeps = Pick<App, 'pool' | 'ids' | 'venue'>
type Request<Name extends keyof typeof watchlist> = HandlerRequest<(typeof watchlist)[Name]>
type Created = DataOf<typeof watchlist.create>

/** What is done to lists as a whole (`docs/rules/watchlist.md` P.1). Acts of one account wait for each other. */
export function createList(
  app: WatchlistDeps,
  { input, caller: { accountId }, idempotency, now }: Request<'create'>,
): Promise<Result<Created>> {
  return inTransaction(app.pool, async (client) => {
    const lists = await store.lockLists(client, accountId)
    return answerOnce<Created>(client, { accountId, idempotency, now }, async () => {
      const checked = checkNewList(lists, input.name)
      if (!checked.ok) return checked
      const found = idsOf(app, input.instruments ?? [])
      if (!found.ok) return found
      const where = { accountId, listId: app.ids.next() }
      await store.insertList(client, { ...where, name: input.name, now })
      const rows = found.value.map((instrumentId) => ({ id: app.ids.next(), instrumentId }))
      await store.insertRows(client, where, rows, now)
      return ok(presentList({ id: where.listId, name: input.name, count: rows.length }, null))
    })
  })
}

/** The ids of instruments, each once; refuses the first that nobody lists. */
function idsOf({ venue }: WatchlistDeps, named: NonNullable<Request<'create'>['input']['instruments']>): Result<readonly string[]> {
  const ids = new Set<string>()
  for (const { market, stockCode } of named) {
    const instrument = venue.find(market, stockCode)
    if (instrument === null) return refuse('instrument.unknown', { market, code: stockCode })
    ids.add(instrument.id)
  }
  return ok([...ids])
}

export const presentList = ({ id, name, count }: NamedList, holds: boolean | null): WireWatchlist => ({
  id,
  name,
  usual: id === USUAL_LIST ? 1 : 0,
  count,
  holds: holds === null ? null : holds ? 1 : 0,
})

export function renameList({ pool }: WatchlistDeps, { input, caller: { accountId }, now }: Request<'rename'>): Promise<Result<true>> {
  const { listId, name } = input
  return inTransaction(pool, async (client) => {
    const checked = checkRename(await store.lockLists(client, accountId), listId, name)
    if (!checked.ok) return checked
    await store.ensureList(client, { accountId, listId }, now)
    await store.renameList(client, { accountId, listId }, name)
    return ok(true)
  })
}

export function removeList({ pool }: WatchlistDeps, { input, caller: { accountId } }: Request<'removeList'>): Promise<Result<true>> {
  const { listId, withInstruments } = input
  return inTransaction(pool, async (client) => {
    const checked = checkDelete(await store.lockLists(client, accountId), listId, withInstruments === 1)
    if (!checked.ok) return checked
    await store.deleteList(client, { accountId, listId })
    return ok(true)
  })
}
