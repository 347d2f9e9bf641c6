import { type WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { useQuery } from '@tanstack/react-query'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useSignedIn } from '../security/session.ts'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'

/** The lists of the customer signed in, the usual one first (`docs/rules/watchlist.md` P.1). */
export function useLists() {
  return useQuery({ ...query(watchlist.lists, {}), enabled: useSignedIn() })
}

/** The name of a list; the usual one goes by the app's word until it is given another. */
export function useListName(): (list: Pick<WireWatchlist, 'name'>) => string {
  const t = useText('titles')
  return ({ name }) => name ?? t('watchlist')
}

const useChoice = create<Readonly<{ listId: string }>>()(
  persist((): Readonly<{ listId: string }> => ({ listId: USUAL_LIST }), { name: 'rueda.watchlist' }),
)

export const chooseList = (listId: string): void => void useChoice.setState({ listId })

/** The list one looks at, on every page and in the desk's list the same; the usual one where the account has no such list. */
export function useChosenList(): string {
  const chosen = useChoice(({ listId }) => listId)
  const { data } = useLists()
  if (data === undefined) return chosen
  return data.lists.some(({ id }) => id === chosen) ? chosen : USUAL_LIST
}

/** The read of a list's rows: the usual one has a call of its own, which the stars follow as well. */
export const rowsRead = (listId: string) => (listId === USUAL_LIST ? query(watchlist.list, {}) : query(watchlist.instruments, { listId }))

/** The instruments of a list in its order, with their quotes. */
export function useListRows(listId: string) {
  return useQuery({ ...rowsRead(listId), enabled: useSignedIn() })
}
