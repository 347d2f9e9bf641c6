import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type RoutePath, type TabName, tabPaths, tabs } from '../routes.ts'
import { queryLeftOn } from '../shared/pages/tab-addresses.ts'
import { useGo } from '../shared/pages/go.ts'
import { WIDE, useMedia } from '../shared/device/appearance.ts'
import { useSettings } from '../shared/device/settings.ts'
import { actionOf, isMovedByArrows, isTyping } from '../shared/pages/shortcuts.ts'
import { useText } from '../shared/text/text.ts'

const tabKeys: Readonly<Record<string, TabName>> = { h: 'home', m: 'market', t: 'trade', w: 'watchlist', p: 'profile' }
const SEARCH: RoutePath = 'pages/search/index'
const SECOND_KEY_WITHIN_MS = 1000

/** The keyboard's way through the app: `/` searches, `g` and a letter go to a tab, `?` lists them. */
export function Shortcuts() {
  const [open, setOpen] = useState(false)
  useShortcutKeys(() => setOpen(true))
  const t = useText('common')
  return (
    <Sheet open={open} onClose={() => setOpen(false)} title={t('shortcuts')}>
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
        { label: t('shortcut.search'), value: '/' },
        ...tabs.map((tab, at) => ({ label: t(`tab.${tab}`), value: `g ${Object.keys(tabKeys)[at]}` })),
        { label: t('shortcut.buy'), value: 'b' },
        { label: t('shortcut.sell'), value: 's' },
        ...(wide ? deskRows : []),
        { label: t('shortcut.close'), value: 'Esc' },
      ]}
    />
  )
}

function useShortcutKeys(onHelp: () => void): void {
  const uses = useSettings((settings) => settings.usesShortcuts)
  const go = useGo()
  const goingSince = useRef(-SECOND_KEY_WITHIN_MS)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!uses || isTyping(event) || document.querySelector('[role=dialog]') !== null) return
    const tab = event.timeStamp - goingSince.current < SECOND_KEY_WITHIN_MS ? tabKeys[event.key] : undefined
    goingSince.current = event.key === 'g' ? event.timeStamp : -SECOND_KEY_WITHIN_MS
    if (tab !== undefined) return go(tabPaths[tab], queryLeftOn(tab))
    if (event.key === '?') return onHelp()
    if (event.key === '/') {
      event.preventDefault()
      return go(SEARCH)
    }
    const action = actionOf(event.key)
    if (action === undefined || isMovedByArrows(event)) return
    // What has an action does nothing else: an arrow that goes through a list does not scroll it too.
    event.preventDefault()
    action()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
