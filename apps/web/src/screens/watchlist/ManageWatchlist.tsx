import { watchlist } from '@rueda/contract/watchlist.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Skeleton, SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../shared/server/api.ts'
import { refreshAfter } from '../../shared/server/refresh-after.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useGiveDeviceOrder } from '../../shared/watchlist/device-order.ts'
import { useEditList } from '../../shared/watchlist/edit-list.ts'
import { useChosenList, useListRows, useLists } from '../../shared/watchlist/lists.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'
import { ListActions } from './ListActions.tsx'
import { ListTabs } from './ListTabs.tsx'
import { ManagedRows } from './ManagedRows.tsx'
import { MoveSheet } from './MoveSheet.tsx'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

/** Route `pages/watchlist/manage`: my lists with their names and order; several instruments are moved or taken off at once. */
export function ManageWatchlist() {
  useGiveDeviceOrder()
  const listId = useChosenList()
  return <ManagedList key={listId} listId={listId} />
}

function ManagedList({ listId }: Readonly<{ listId: string }>) {
  const t = useText('watchlist')
  const watched = useListRows(listId)
  const lists = useLists()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [moving, setMoving] = useState(false)
  const letGo = () => setChosen(new Set())
  const removal = useRemovalOfMany(letGo)
  const rows = (watched.data ?? []).filter(({ code }) => chosen.has(code))
  const hasOthers = (lists.data?.lists.length ?? 0) > 1
  // What is done to the list stands above its rows, so both come together and neither is pushed.
  const waits = isAwaited(lists) || isAwaited(watched)
  const bar =
    rows.length === 0 ? undefined : (
      <>
        {hasOthers ? (
          <Button tone="secondary" size="large" onPress={() => setMoving(true)}>
            {t('move', { num: rows.length })}
          </Button>
        ) : null}
        <Button tone="danger" size="large" busy={removal.pending} onPress={() => void removal.remove(rows)}>
          {t('delete', { count: rows.length, num: rows.length })}
        </Button>
      </>
    )
  return (
    <Screen title={t('manage')} stickyBar={bar}>
      <ListTabs />
      <ListActions listId={listId} rows={watched.data ?? []} waits={waits} />
      {removal.failed.length === 0 ? null : (
        <InlineMessage tone="danger">{t('delete.failed', { names: removal.failed.join(', ') })}</InlineMessage>
      )}
      <Loaded
        query={waits ? { ...watched, data: undefined, error: null } : watched}
        reason={whyFailed}
        skeleton={<ListToCome actions={!waits ? 0 : listId === USUAL_LIST ? 2 : 3} />}
        isEmpty={(list) => list.length === 0}
        empty={<Nothing />}
      >
        {(list) => <Managed listId={listId} list={list} chosen={chosen} onChoose={setChosen} />}
      </Loaded>
      <MoveSheet open={moving} onClose={() => setMoving(false)} fromListId={listId} rows={rows} onMoved={letGo} />
    </Screen>
  )
}

const ACTION_HEIGHT = 56

/** What is done to the list where that waits too, the line about it, and its rows, each in its place. */
function ListToCome({ actions }: Readonly<{ actions: number }>) {
  return (
    <>
      {actions === 0 ? null : (
        <Card rows>
          <SkeletonRows rows={actions} height={ACTION_HEIGHT} />
        </Card>
      )}
      <Skeleton width="70%" height={14} className="my-2" />
      <Card rows>
        <SkeletonRows rows={5} />
      </Card>
    </>
  )
}

/** On its way for the first time: what failed once, or is not read at all, is not waited for. */
type Read = Readonly<{ data: unknown; errorUpdateCount: number; isFetching: boolean }>
const isAwaited = ({ data, errorUpdateCount, isFetching }: Read): boolean => data === undefined && errorUpdateCount === 0 && isFetching

type ManagedProps = Readonly<{
  listId: string
  list: readonly Watched[]
  chosen: ReadonlySet<string>
  onChoose: (codes: ReadonlySet<string>) => void
}>

function Managed({ listId, list, chosen, onChoose }: ManagedProps) {
  const t = useText('watchlist')
  const edits = useEditList(listId)
  return (
    <>
      <p className="text-meta text-text3">{t('manage.hint')}</p>
      <Card rows>
        <ManagedRows rows={list} chosen={chosen} onChoose={onChoose} onMove={(row, by) => void edits.move(row, by)} />
      </Card>
    </>
  )
}

/** Each row is its own call; those that could not be removed stay and are named. */
function useRemovalOfMany(onDone: () => void) {
  const cache = useQueryClient()
  const nameOf = useInstrumentName()
  const [pending, setPending] = useState(false)
  const [failed, setFailed] = useState<readonly string[]>([])
  const remove = async (rows: readonly Watched[]) => {
    setPending(true)
    const results = await Promise.allSettled(rows.map(({ id }) => call(watchlist.remove, { id })))
    setFailed(rows.filter((_, at) => results[at]?.status === 'rejected').map(nameOf))
    await refreshAfter(cache, watchlist.remove)
    setPending(false)
    onDone()
  }
  return { pending, failed, remove }
}

function Nothing() {
  const t = useText('watchlist')
  return <EmptyState icon={Star} text={t('list.nothing')} action={<Button href={hrefTo('pages/search/index')}>{t('add')}</Button>} />
}
