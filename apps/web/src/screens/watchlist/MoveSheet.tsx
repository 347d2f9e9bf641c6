import { watchlist } from '@rueda/contract/watchlist.ts'
import { OptionList } from '@rueda/ui/fields/Select.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { Failure } from '../../shared/failures/Failure.tsx'
import { useCall } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { instrumentOf } from '../../shared/watchlist/edit-list.ts'
import { useListName, useLists } from '../../shared/watchlist/lists.ts'
import type { Watched } from '../../shared/watchlist/watching.ts'

type MoveSheetProps = Readonly<{
  open: boolean
  onClose: () => void
  fromListId: string
  rows: readonly Watched[]
  onMoved: () => void
}>

/** The other lists, one of which takes what was chosen. */
export function MoveSheet({ open, onClose, fromListId, rows, onMoved }: MoveSheetProps) {
  const t = useText('watchlist')
  const { data } = useLists()
  const nameOf = useListName()
  const others = (data?.lists ?? []).filter(({ id }) => id !== fromListId)
  const moving = useCall(watchlist.transfer)
  const move = async (toListId: string) => {
    const moved = await moving.run({ fromListId, toListId, instruments: rows.map(instrumentOf) })
    if (moved === null) return
    const to = others.find(({ id }) => id === toListId)
    onClose()
    onMoved()
    if (to !== undefined) void toast(t('moved', { name: nameOf(to) }))
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('move.to')} pending={moving.pending}>
      <Failure error={moving.error} />
      <OptionList
        label={t('move.to')}
        value=""
        options={others.map((list) => ({ value: list.id, label: nameOf(list), detail: list.count }))}
        onChoose={(listId) => void move(listId)}
      />
    </Sheet>
  )
}
