import { type Result, ok, refuse } from '../result.ts'

/** What may be done to the lists of one account (`docs/rules/watchlist.md` P.1). */
export const MAX_LISTS = 10
export const MAX_INSTRUMENTS = 200
/** Counted in signs, so that no script has less room than another. */
export const MAX_LIST_NAME = 30

/** The id of the usual list in every account: it is there before anything was written about it. */
export const USUAL_LIST = '00000000-0000-0000-0000-000000000000'

/** A list as the rules see it; the usual one has no name until its owner gives it one. */
export type NamedList = Readonly<{ id: string; name: string | null; count: number }>
type Lists = readonly NamedList[]

/** A name as it is kept: without spaces at its ends, and one of them at a time in between. */
export const tidyName = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/\s+/gu, ' ')

/** True for a tidy name of at least one sign and no more than fit. */
export const isListName = (name: string): boolean => name !== '' && [...name].length <= MAX_LIST_NAME

/** Two names with the same key are the same name to whoever reads them. */
export const nameKey = (name: string): string => tidyName(name).toLowerCase()

/** Refuses one list too many and a name that is taken. */
export function checkNewList(lists: Lists, name: string): Result<true> {
  if (lists.length >= MAX_LISTS) return refuse('watchlist.too_many', { num: MAX_LISTS })
  return checkName(lists, name)
}

/** Refuses a list that is not there and a name that another one has; its own name in another case is fine. */
export function checkRename(lists: Lists, id: string, name: string): Result<true> {
  if (!has(lists, id)) return refuse('object.not_found')
  return checkName(
    lists.filter((list) => list.id !== id),
    name,
  )
}

function checkName(others: Lists, name: string): Result<true> {
  const key = nameKey(name)
  return others.some((list) => list.name !== null && nameKey(list.name) === key)
    ? refuse('watchlist.name_taken', { field: 'name' })
    : ok(true)
}

/** Refuses to delete the usual list, and without consent one that has instruments. One that is gone already may be deleted again. */
export function checkDelete(lists: Lists, id: string, withInstruments: boolean): Result<true> {
  if (id === USUAL_LIST) return refuse('watchlist.usual_stays')
  const count = lists.find((list) => list.id === id)?.count ?? 0
  return count > 0 && !withInstruments ? refuse('watchlist.not_empty', { num: count }) : ok(true)
}

/** Refuses a list that is not there and instruments for which it has no room. */
export function checkRoom(lists: Lists, id: string, added: number): Result<true> {
  const list = lists.find((each) => each.id === id)
  if (list === undefined) return refuse('object.not_found')
  return list.count + added > MAX_INSTRUMENTS ? refuse('watchlist.full', { num: MAX_INSTRUMENTS }) : ok(true)
}

const has = (lists: Lists, id: string): boolean => lists.some((list) => list.id === id)
