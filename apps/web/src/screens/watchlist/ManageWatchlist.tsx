import { watchlist } from '@rueda/contract/watchlist.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../shared/server/api.ts'
import { refreshAfter } from '../../shared/server/out-of-date.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { type Watched, useWatched } from '../../shared/watchlist/watching.ts'
import { ManagedRows } from './ManagedRows.tsx'
import { useWatchOrder } from '../../shared/watchlist/watch-order.ts'
import { useInstrumentName } from '../../shared/quotes/instrument-name.ts'

/** Route `pages/watchlist/manage`: put the watched instruments in order, and take several off at once. */
export function ManageWatchlist() {
  const t = useText('watchlist')
  const watched = useWatched()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const removal = useRemovalOfMany(() => setChosen(new Set()))
  const rows = (watched.data ?? []).filter(({ code }) => chosen.has(code))
  const remove =
    rows.length === 0 ? undefined : (
      <Button tone="danger" size="large" busy={removal.pending} onPress={() => void removal.remove(rows)}>
        {t('delete', { count: rows.length, num: rows.length })}
      </Button>
    )
  return (
    <Screen title={t('manage')} stickyBar={remove}>
      {removal.failed.length === 0 ? null : (
        <InlineMessage tone="danger">{t('delete.failed', { names: removal.failed.join(', ') })}</InlineMessage>
      )}
      <Loaded query={watched} reason={whyFailed} isEmpty={(list) => list.length === 0} empty={<Nothing />}>
        {(list) => <Managed list={list} chosen={chosen} onChoose={setChosen} />}
      </Loaded>
    </Screen>
  )
}

type ManagedProps = Readonly<{ list: readonly Watched[]; chosen: ReadonlySet<string>; onChoose: (codes: ReadonlySet<string>) => void }>

function Managed({ list, chosen, onChoose }: ManagedProps) {
  const t = useText('watchlist')
  const inOrder = useWatchOrder()
  return (
    <>
      <p className="text-meta text-text3">{t('manage.hint')}</p>
      <Card rows>
        <ManagedRows rows={inOrder(list)} chosen={chosen} onChoose={onChoose} />
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
  return <EmptyState icon={Star} text={t('empty')} action={<Button href={hrefTo('pages/search/index')}>{t('add')}</Button>} />
}
