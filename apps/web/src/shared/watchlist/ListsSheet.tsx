import type { Quote } from '@rueda/contract/quote-shapes.ts'
import { type WireWatchlist, watchlist } from '@rueda/contract/watchlist.ts'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { SkeletonRows } from '@rueda/ui/loading/Skeleton.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Switch } from '@rueda/ui/fields/Switch.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSayFailure } from '../failures/use-say-failure.ts'
import { whyFailed } from '../failures/why-failed.ts'
import { useInstrumentName } from '../quotes/instrument-name.ts'
import { asApiError } from '../server/api-error.ts'
import { call, query } from '../server/api.ts'
import { refreshAfter } from '../server/refresh-after.ts'
import { useText } from '../text/text.ts'
import { instrumentOf } from './edit-list.ts'
import { useListName } from './lists.ts'
import { NewListForm } from './NewListForm.tsx'

type ListsSheetProps = Readonly<{ quote: Quote; open: boolean; onClose: () => void }>

/** The lists that an instrument stands on, each with its switch; a new one begins with it. */
export function ListsSheet({ quote, open, onClose }: ListsSheetProps) {
  const t = useText('quotes')
  const nameOf = useInstrumentName()
  const [isNew, setNew] = useState(false)
  const close = () => {
    setNew(false)
    onClose()
  }
  return (
    <Sheet
      open={open}
      onClose={close}
      title={isNew ? t('lists.new') : t('lists.of', { name: nameOf(quote) })}
      onBack={isNew ? () => setNew(false) : undefined}
    >
      {isNew ? (
        <NewListForm instruments={[instrumentOf(quote)]} onDone={() => setNew(false)} />
      ) : (
        <ListSwitches quote={quote} onNew={() => setNew(true)} />
      )}
    </Sheet>
  )
}

/** The same without a sheet of its own, for a step of another one. */
export function ListSwitches({ quote, onNew }: Readonly<{ quote: Quote; onNew: () => void }>) {
  const t = useText('quotes')
  const lists = useQuery(query(watchlist.lists, instrumentOf(quote)))
  return (
    <Loaded query={lists} reason={whyFailed} skeleton={<SkeletonRows rows={2} />}>
      {({ lists: shown, most }) => (
        <div className="divide-y divide-line">
          {shown.map((list) => (
            <ListSwitch key={list.id} quote={quote} list={list} />
          ))}
          {shown.length < most ? (
            <ListRow icon={Plus} label={t('lists.new')} onPress={onNew} />
          ) : (
            <p className="py-3 text-meta text-text3">{t('lists.most', { num: most })}</p>
          )}
        </div>
      )}
    </Loaded>
  )
}

function ListSwitch({ quote, list }: Readonly<{ quote: Quote; list: WireWatchlist }>) {
  const t = useText('quotes')
  const say = useSayFailure()
  const cache = useQueryClient()
  const name = useListName()(list)
  // Shows at once what was asked, until the lists have been read again.
  const [asked, setAsked] = useState<boolean | null>(null)
  const turn = async (on: boolean) => {
    setAsked(on)
    const input = { listId: list.id, ...instrumentOf(quote) }
    try {
      await (on ? call(watchlist.put, input) : call(watchlist.take, input))
      await refreshAfter(cache, on ? watchlist.put : watchlist.take)
    } catch (thrown) {
      say(asApiError(thrown))
    } finally {
      setAsked(null)
    }
  }
  return (
    <ListRow
      label={name}
      detail={t('lists.count', { count: list.count, num: list.count })}
      trailing={<Switch label={name} on={asked ?? list.holds === 1} onChange={(on) => void turn(on)} />}
    />
  )
}
