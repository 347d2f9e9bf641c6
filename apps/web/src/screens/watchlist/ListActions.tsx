import { watchlist } from '@rueda/contract/watchlist.ts'
import { USUAL_LIST } from '@rueda/rules/watchlist/lists.ts'
import { MAX_SHARED, writeShared } from '@rueda/rules/watchlist/shared-link.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Link, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { hrefTo } from '../../shared/pages/go.ts'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { instrumentOf } from '../../shared/watchlist/edit-list.ts'
import { ListNameForm } from '../../shared/watchlist/ListNameForm.tsx'
import { chooseList, useListName, useLists } from '../../shared/watchlist/lists.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'

type ListActionsProps = Readonly<{
  listId: string
  rows: readonly Watched[]
  /** Comes with what stands below it. */
  waits: boolean
}>

/** What is done to a list as a whole: another name, a link to it, its end. */
export function ListActions({ listId, rows, waits }: ListActionsProps) {
  const t = useText('watchlist')
  const { data } = useLists()
  const nameOf = useListName()
  const [step, setStep] = useState<'none' | 'rename' | 'delete'>('none')
  const close = () => setStep('none')
  const renaming = useCall(watchlist.rename, { onDone: close })
  const list = data?.lists.find(({ id }) => id === listId)
  if (list === undefined || waits) return null
  const name = nameOf(list)
  return (
    <Card rows>
      <ListRow icon={Pencil} label={t('list.rename')} onPress={() => setStep('rename')} />
      {rows.length === 0 ? null : <ShareRow name={name} rows={rows} />}
      {listId === USUAL_LIST ? null : <ListRow icon={Trash2} tone="danger" label={t('list.delete')} onPress={() => setStep('delete')} />}
      <Sheet open={step === 'rename'} onClose={close} title={t('list.rename')} pending={renaming.pending}>
        <ListNameForm
          name={name}
          confirm={t('list.save')}
          error={renaming.error}
          busy={renaming.pending}
          onSave={(typed) => void renaming.run({ listId, name: typed })}
        />
      </Sheet>
      <DeleteList open={step === 'delete'} onClose={close} listId={listId} name={name} count={list.count} />
    </Card>
  )
}

/** Copies a link that holds the list's name and codes, and nothing of whose it is. */
function ShareRow({ name, rows }: Readonly<{ name: string; rows: readonly Watched[] }>) {
  const t = useText('watchlist')
  const quotes = useText('quotes')
  const share = async () => {
    const href = hrefTo('pages/watchlist/shared', writeShared(name, rows.map(instrumentOf)))
    try {
      await navigator.clipboard.writeText(new URL(href, location.href).href)
      void toast(quotes('menu.copied'))
    } catch {
      void toast(quotes('menu.notCopied'), 'error')
    }
  }
  const detail = rows.length > MAX_SHARED ? t('list.share.first', { num: MAX_SHARED }) : t('list.share.help')
  return <ListRow icon={Link} label={t('list.share')} detail={detail} onPress={() => void share()} />
}

type DeleteListProps = Readonly<{ open: boolean; onClose: () => void; listId: string; name: string; count: number }>

function DeleteList({ open, onClose, listId, name, count }: DeleteListProps) {
  const t = useText('watchlist')
  const say = useSayFailure()
  const deleting = useCall(watchlist.removeList, {
    onDone: () => {
      onClose()
      chooseList(USUAL_LIST)
    },
    onError: say,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('list.delete.ask', { name })}
      consequence={count === 0 ? undefined : t('list.delete.with', { num: count })}
      confirm={t('list.delete')}
      pending={deleting.pending}
      // What was shown is what is meant: a list that others filled meanwhile is asked about again.
      onConfirm={() => void deleting.run({ listId, withInstruments: count === 0 ? 0 : 1 })}
    />
  )
}
