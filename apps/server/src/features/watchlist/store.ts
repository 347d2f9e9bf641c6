import type { Instant } from '@rueda/rules/time.ts'
import { USUAL_LIST, type NamedList, nameKey } from '@rueda/rules/watchlist/lists.ts'
import type { PoolClient } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/** Watched instruments and their lists in SQL. */
export type Watched = Readonly<{ id: string; instrumentId: string; addedAt: Instant }>
export type List = NamedList & Readonly<{ instrumentIds: readonly string[]; isArranged: boolean }>
/** A list of an account. */
export type Where = Readonly<{ accountId: string; listId: string }>

type ListRow = Readonly<{ list_id: string; name: string | null; arranged_at: bigint | null; instrument_ids: readonly string[] }>

/** The usual list first, also where nothing was written about it yet; the others as they were made. */
export async function lists(reader: Reader, accountId: string): Promise<readonly List[]> {
  const { rows } = await reader.query<ListRow>(LISTS, [accountId])
  const kept = rows.map(({ list_id, name, arranged_at, instrument_ids }) => ({
    id: list_id,
    name,
    count: instrument_ids.length,
    instrumentIds: instrument_ids,
    isArranged: arranged_at !== null,
  }))
  const usual = kept.find(({ id }) => id === USUAL_LIST) ?? { ...UNTOUCHED, id: USUAL_LIST }
  return [usual, ...kept.filter(({ id }) => id !== USUAL_LIST)]
}
const LISTS = `
  select l.list_id::text, l.name, l.arranged_at,
    array(select w.instrument_id from watchlist w where w.account_id = l.account_id and w.list_id = l.list_id) as instrument_ids
  from watchlists l where l.account_id = $1 order by l.created_at, l.list_id`
const UNTOUCHED = { name: null, count: 0, instrumentIds: [], isArranged: false }

/** The lists of an account that nobody else changes until the transaction ends. */
export async function lockLists(client: PoolClient, accountId: string): Promise<readonly List[]> {
  await client.query('select from accounts where account_id = $1 for update', [accountId])
  return lists(client, accountId)
}

type WatchedRow = Readonly<{ watch_id: string; instrument_id: string; added_at: bigint }>

/** The rows of a list in its order. */
export async function rowsOf(reader: Reader, { accountId, listId }: Where): Promise<readonly Watched[]> {
  const { rows } = await reader.query<WatchedRow>(ROWS, [accountId, listId])
  return rows.map((row) => ({ id: row.watch_id, instrumentId: row.instrument_id, addedAt: Number(row.added_at) }))
}
const ROWS = `
  select watch_id::text, instrument_id, added_at from watchlist
  where account_id = $1 and list_id = $2 order by place, added_at desc, watch_id desc`

export async function hasList(reader: Reader, { accountId, listId }: Where): Promise<boolean> {
  if (listId === USUAL_LIST) return true
  const { rowCount } = await reader.query('select from watchlists where account_id = $1 and list_id = $2', [accountId, listId])
  return rowCount === 1
}

type NewList = Where & Readonly<{ name: string; now: Instant }>

export async function insertList(client: PoolClient, { accountId, listId, name, now }: NewList): Promise<void> {
  await client.query('insert into watchlists (account_id, list_id, name, name_key, created_at) values ($1, $2, $3, $4, $5)', [
    accountId,
    listId,
    name,
    nameKey(name),
    now,
  ])
}

/** Writes the usual list's row if it is not there; the others have theirs from the start. */
export async function ensureList(client: PoolClient, { accountId, listId }: Where, now: Instant): Promise<void> {
  if (listId !== USUAL_LIST) return
  await client.query('insert into watchlists (account_id, list_id, created_at) values ($1, $2, $3) on conflict do nothing', [
    accountId,
    listId,
    now,
  ])
}

export async function renameList(client: PoolClient, { accountId, listId }: Where, name: string): Promise<void> {
  await client.query('update watchlists set name = $3, name_key = $4 where account_id = $1 and list_id = $2', [
    accountId,
    listId,
    name,
    nameKey(name),
  ])
}

export async function deleteList(client: PoolClient, { accountId, listId }: Where): Promise<void> {
  await client.query('delete from watchlist where account_id = $1 and list_id = $2', [accountId, listId])
  await client.query('delete from watchlists where account_id = $1 and list_id = $2', [accountId, listId])
}

export type NewRow = Readonly<{ id: string; instrumentId: string }>

/** New rows on top of a list, the first of them topmost. */
export async function insertRows(client: PoolClient, { accountId, listId }: Where, rows: readonly NewRow[], now: Instant): Promise<void> {
  await client.query(INSERT, [accountId, listId, rows.map(({ id }) => id), rows.map(({ instrumentId }) => instrumentId), now])
}
const INSERT = `
  insert into watchlist (account_id, list_id, watch_id, instrument_id, added_at, place)
  select $1::bigint, $2::uuid, added.watch_id, added.instrument_id, $5::bigint,
    coalesce((select min(place) from watchlist where account_id = $1 and list_id = $2), 0) - cardinality($3::uuid[]) + added.nth::integer - 1
  from unnest($3::uuid[], $4::text[]) with ordinality as added (watch_id, instrument_id, nth)`

/** Rows of one list go on top of another, in the order given. */
export async function moveRows(client: PoolClient, { accountId, listId }: Where, ids: readonly string[]): Promise<void> {
  await client.query(MOVE, [accountId, listId, ids])
}
const MOVE = `
  update watchlist set list_id = $2,
    place = coalesce((select min(place) from watchlist where account_id = $1 and list_id = $2), 0) - cardinality($3::uuid[]) + moved.nth::integer - 1
  from unnest($3::uuid[]) with ordinality as moved (watch_id, nth)
  where watchlist.account_id = $1 and watchlist.watch_id = moved.watch_id`

/** Writes the order of a list down: all of its rows, and that it was arranged. */
export async function writeOrder(client: PoolClient, { accountId, listId }: Where, ids: readonly string[], now: Instant): Promise<void> {
  await client.query(ORDER, [accountId, ids])
  await client.query('update watchlists set arranged_at = coalesce(arranged_at, $3) where account_id = $1 and list_id = $2', [
    accountId,
    listId,
    now,
  ])
}
const ORDER = `
  update watchlist set place = arranged.nth::integer - 1 from unnest($2::uuid[]) with ordinality as arranged (watch_id, nth)
  where watchlist.account_id = $1 and watchlist.watch_id = arranged.watch_id`

export async function removeRows(reader: Reader, accountId: string, ids: readonly string[]): Promise<void> {
  await reader.query('delete from watchlist where account_id = $1 and watch_id = any($2::uuid[])', [accountId, ids])
}

export async function removeInstrument(reader: Reader, { accountId, listId }: Where, instrumentId: string): Promise<void> {
  await reader.query('delete from watchlist where account_id = $1 and list_id = $2 and instrument_id = $3', [
    accountId,
    listId,
    instrumentId,
  ])
}
