import type { InputOf } from '@rueda/contract/endpoint.ts'
import { watchlist } from '@rueda/contract/watchlist.ts'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useCall } from '../server/api.ts'
import { useText } from '../text/text.ts'
import { ListNameForm } from './ListNameForm.tsx'

type NewListFormProps = Readonly<{
  /** What stands in the field at first. */
  name?: string | undefined
  /** What is on the list from the start. */
  instruments?: InputOf<typeof watchlist.create>['instruments']
  onDone: (listId: string) => void
}>

/** Makes a list. */
export function NewListForm({ name = '', instruments = [], onDone }: NewListFormProps) {
  const t = useText('quotes')
  const creating = useCall(watchlist.create, {
    onDone: (list) => {
      void toast(t('lists.made', { name: list.name ?? '' }))
      onDone(list.id)
    },
  })
  return (
    <ListNameForm
      name={name}
      confirm={t('lists.create')}
      error={creating.error}
      busy={creating.pending}
      onSave={(typed) => void creating.run({ name: typed, instruments })}
    />
  )
}
