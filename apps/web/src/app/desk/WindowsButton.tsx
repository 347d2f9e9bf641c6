import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { AppWindow } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/text/text.ts'
import { paneNames } from './pane-of-window.ts'
import { openPaneWindow } from './pane-windows.ts'

/** Opens any pane in a window of its own: for several screens, or for what should stay in sight. */
export function WindowsButton({ href }: Readonly<{ href: string }>) {
  const t = useText('desk')
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        title={t('window')}
        aria-label={t('window')}
        onClick={() => setOpen(true)}
        className="grid size-8 flex-none place-items-center rounded-chip text-text3 hover:bg-s2 hover:text-text1"
      >
        <AppWindow aria-hidden size={18} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={t('window')}>
        <div className="divide-y divide-line">
          {paneNames.map((pane) => (
            <ListRow
              key={pane}
              label={t(pane)}
              onPress={() => {
                setOpen(false)
                openPaneWindow(pane, href)
              }}
            />
          ))}
        </div>
      </Sheet>
    </>
  )
}
