import { IconButton } from '@rueda/ui/actions/IconButton.tsx'
import { ScrollTabs } from '@rueda/ui/choices/ScrollTabs.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { Plus } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { chooseList, useChosenList, useListName, useLists } from '../../shared/watchlist/lists.ts'

// What a form is held to is fetched when one is made.
const NewListForm = lazy(async () => ({ default: (await import('../../shared/watchlist/NewListForm.tsx')).NewListForm }))

/** My lists as tabs, and a new one. */
export function ListTabs() {
  const t = useText('watchlist')
  const words = useText('quotes')
  const { data } = useLists()
  const chosen = useChosenList()
  const nameOf = useListName()
  const [open, setOpen] = useState(false)
  const lists = data?.lists ?? []
  return (
    <div className="relative -mt-edge flex items-center gap-1 after:absolute after:inset-x-0 after:bottom-0 after:h-px after:bg-line">
      <div className="min-w-0 flex-1">
        <ScrollTabs
          label={t('lists')}
          tabs={lists.map((list) => ({ value: list.id, label: nameOf(list), count: list.count }))}
          value={chosen}
          onChange={chooseList}
        />
      </div>
      {data !== undefined && lists.length >= data.most ? null : (
        <span className="-mr-[10px]">
          <IconButton icon={Plus} label={words('lists.new')} onPress={() => setOpen(true)} />
        </span>
      )}
      <Sheet open={open} onClose={() => setOpen(false)} title={words('lists.new')}>
        <Suspense fallback={null}>
          <NewListForm
            onDone={(listId) => {
              setOpen(false)
              chooseList(listId)
            }}
          />
        </Suspense>
      </Sheet>
    </div>
  )
}
