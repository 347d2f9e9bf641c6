import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { tabs } from '../routes.ts'
import { WIDE, useMedia } from '../shared/device/appearance.ts'
import { useText } from '../shared/text/text.ts'
import { tabKeys } from './tab-keys.ts'

/** What each key does. */
export function ShortcutSheet({ open, onClose }: Readonly<{ open: boolean; onClose: () => void }>) {
  const t = useText('desk')
  return (
    <Sheet open={open} onClose={onClose} title={t('key.title')}>
      <ShortcutRows />
    </Sheet>
  )
}

function ShortcutRows() {
  const t = useText('common')
  const desk = useText('desk')
  const wide = useMedia(WIDE)
  const deskRows = [
    { label: desk('key.list'), value: '↑ ↓' },
    { label: desk('key.size'), value: '0–9' },
    { label: desk('key.review'), value: '↵' },
    { label: desk('key.confirm'), value: 'Ctrl ↵' },
  ]
  return (
    <Facts
      rows={[
        { label: desk('key.search'), value: '/' },
        ...tabs.map((tab, at) => ({ label: t(`tab.${tab}`), value: `g ${Object.keys(tabKeys)[at]}` })),
        { label: desk('key.buy'), value: 'b' },
        { label: desk('key.sell'), value: 's' },
        ...(wide ? deskRows : []),
        { label: desk('key.close'), value: 'Esc' },
      ]}
    />
  )
}
