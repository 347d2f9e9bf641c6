import { patiently } from '@rueda/ui/loading/patiently.ts'
import { Suspense, lazy, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type RoutePath, tabPaths } from '../routes.ts'
import { queryLeftOn } from '../shared/pages/tab-addresses.ts'
import { useGo } from '../shared/pages/go.ts'
import { useSettings } from '../shared/device/settings.ts'
import { actionOf, isMovedByArrows, isTyping } from '../shared/pages/shortcuts.ts'
import { wholeText } from '../shared/text/text.ts'
import { tabKeys } from './tab-keys.ts'

const ShortcutSheet = lazy(async () => {
  const load = () => Promise.all([import('./ShortcutSheet.tsx'), wholeText()])
  const [sheet] = await patiently(load)
  return { default: sheet.ShortcutSheet }
})

const SEARCH: RoutePath = 'pages/search/index'
const SECOND_KEY_WITHIN_MS = 1000

/** The keyboard's way through the app: `/` searches, `g` and a letter go to a tab, `?` lists them. */
export function Shortcuts() {
  /** Null until it is asked for the first time. */
  const [open, setOpen] = useState<boolean | null>(null)
  useShortcutKeys(() => setOpen(true))
  return open === null ? null : (
    <Suspense fallback={null}>
      <ShortcutSheet open={open} onClose={() => setOpen(false)} />
    </Suspense>
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
