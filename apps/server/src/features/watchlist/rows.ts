import type { Instant } from '@rueda/rules/time.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { USUAL_LIST, checkRoom } from '@rueda/rules/watchlist/lists.ts'
import { inOrderOf, movedTo } from '@rueda/rules/watchlist/order.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { WatchlistDeps } from './lists.ts'
import * as store from './store.ts'

/** What is done to the rows of a list (`docs/rules/watchlist.md` P.1, P.2). Acts of one account wait for each other. */
type Putting = store.Where & Readonly<{ instrumentId: string; now: Instant; place?: number | undefined }>

/** The row's id, the same one when the instrument is on the list already. */
export function put({ pool, ids }: WatchlistDeps, { instrumentId, now, place, ...where }: Putting): Promise<Result<string>> {
  return inTransaction(pool, async (client) => {
    const lists = await store.lockLists(client, where.accountId)
    const list = lists.find(({ id }) => id === where.listId)
    const isThere = list?.instrumentIds.includes(instrumentId) ?? false
    const checked = checkRoom(lists, where.listId, isThere ? 0 : 1)
    if (!checked.ok) return checked
    await store.ensureList(client, where, now)
    if (!isThere) await store.insertRows(client, where, [{ id: ids.next(), instrumentId }], now)
    const rows = await store.rowsOf(client, where)
    const row = rows.find((each) => each.instrumentId === instrumentId)
    if (row === undefined) throw new Error(`the row of ${instrumentId} is not on the list it was put on`)
    if (place !== undefined) await store.writeOrder(client, where, movedTo(rows, row, place).map(idOf), now)
    return ok(row.id)
  })
}

const idOf = ({ id }: store.Watched): string => id

type Moving = store.Where & Readonly<{ id: string; place: number; now: Instant }>

export function move({ pool }: WatchlistDeps, { id, place, now, ...where }: Moving): Promise<Result<true>> {
  return inTransaction(pool, async (client) => {
    await store.lockLists(client, where.accountId)
    const rows = await store.rowsOf(client, where)
    const row = rows.find((each) => each.id === id)
    if (row === undefined) return refuse('object.not_found')
    await store.writeOrder(client, where, movedTo(rows, row, place).map(idOf), now)
    return ok(true)
  })
}

type Transfer = Readonly<{ accountId: string; fromListId: string; toListId: string; instrumentIds: readonly string[]; now: Instant }>

/** All of them or none; what is on the other list already only leaves this one. */
export function transfer(
  { pool }: WatchlistDeps,
  { accountId, fromListId, toListId, instrumentIds, now }: Transfer,
): Promise<Result<true>> {
  return inTransaction(pool, async (client) => {
    const lists = await store.lockLists(client, accountId)
    const from = lists.find(({ id }) => id === fromListId)
    const to = lists.find(({ id }) => id === toListId)
    if (from === undefined || to === undefined) return refuse('object.not_found')
    if (from === to) return ok(true)
    const rows = (await store.rowsOf(client, { accountId, listId: fromListId })).filter((row) => instrumentIds.includes(row.instrumentId))
    const [leaving, moving] = [
      rows.filter((row) => to.instrumentIds.includes(row.instrumentId)),
      rows.filter((row) => !to.instrumentIds.includes(row.instrumentId)),
    ]
    const checked = checkRoom(lists, toListId, moving.length)
    if (!checked.ok) return checked
    await store.ensureList(client, { accountId, listId: toListId }, now)
    await store.removeRows(client, accountId, leaving.map(idOf))
    await store.moveRows(client, { accountId, listId: toListId }, moving.map(idOf))
    return ok(true)
  })
}

type DeviceOrder = Readonly<{ accountId: string; instrumentIds: readonly string[]; now: Instant }>

/** True when the usual list took the order of a device; one that was arranged before keeps its own. */
export function takeOrder({ pool }: WatchlistDeps, { accountId, instrumentIds, now }: DeviceOrder): Promise<Result<boolean>> {
  const where = { accountId, listId: USUAL_LIST }
  return inTransaction(pool, async (client) => {
    const usual = (await store.lockLists(client, accountId)).find(({ id }) => id === USUAL_LIST)
    if (usual === undefined || usual.isArranged) return ok(false)
    const rows = await store.rowsOf(client, where)
    const named = instrumentIds.flatMap((instrumentId) => rows.find((row) => row.instrumentId === instrumentId) ?? [])
    if (named.length === 0) return ok(false)
    await store.writeOrder(client, where, inOrderOf(rows, named).map(idOf), now)
    return ok(true)
  })
}
