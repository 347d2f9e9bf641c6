import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { type PaneName, WINDOW_OF_PANE } from './pane-of-window.ts'

/** Windows of one workspace follow each other; another tab of the app is a workspace of its own. */
const GROUP = 'rueda.desk-windows'
const SIZES: Readonly<Record<PaneName, string>> = {
  list: 'width=360,height=800',
  chart: 'width=1000,height=640',
  ticket: 'width=360,height=760',
  depth: 'width=360,height=640',
  tables: 'width=1000,height=420',
}

/** The windows that this one belongs to: it was opened by one of them, or opens them itself. */
function groupOfWindow(): string {
  const opened = WINDOW_OF_PANE.exec(window.name)?.[1]
  if (opened !== undefined) return opened
  const known = sessionStorage.getItem(GROUP)
  if (known !== null) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem(GROUP, made)
  return made
}

/** Opens a pane in a window of its own that follows this one. */
export function openPaneWindow(pane: PaneName, href: string): void {
  window.open(`${location.pathname}${href}`, `rueda-desk ${groupOfWindow()} ${pane}`, `popup,${SIZES[pane]}`)
}

/** What one window of a workspace shows, all its windows show. `href` is the address of the instrument in view. */
export function useSameInstrument(href: string | null): void {
  const navigate = useNavigate()
  const follow = useEffectEvent((told: unknown) => {
    if (typeof told === 'string' && told.startsWith('#/') && told !== href) void navigate(told.slice(1), { replace: true })
  })
  useEffect(() => {
    const channel = new BroadcastChannel(`${GROUP}.${groupOfWindow()}`)
    channel.addEventListener('message', ({ data }) => follow(data))
    return () => channel.close()
  }, [])
  useEffect(() => {
    if (href === null) return undefined
    const channel = new BroadcastChannel(`${GROUP}.${groupOfWindow()}`)
    channel.postMessage(href)
    channel.close()
    return undefined
  }, [href])
}
