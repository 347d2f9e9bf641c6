import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'

/** Panes that can stand in a window of their own, for desks with several screens. */
export const paneNames = ['list', 'chart', 'ticket', 'depth', 'tables'] as const
export type PaneName = (typeof paneNames)[number]

/** Windows of one workspace follow each other; another tab of the app is a workspace of its own. */
const GROUP = 'rueda.desk-windows'
const PANE = 'rueda.desk-pane'
const SIZES: Readonly<Record<PaneName, string>> = {
  list: 'width=360,height=800',
  chart: 'width=1000,height=640',
  ticket: 'width=360,height=760',
  depth: 'width=360,height=640',
  tables: 'width=1000,height=420',
}

/**
 * The pane that this window shows alone; null for the whole workspace. The address it was opened with names it, and it
 * holds as long as the window does, wherever its links lead.
 */
export function paneOfWindow(): PaneName | null {
  const [, search = ''] = location.hash.split('?')
  const asked = new URLSearchParams(search).get('pane')
  if (asked !== null) sessionStorage.setItem(PANE, asked)
  return paneNames.find((name) => name === sessionStorage.getItem(PANE)) ?? null
}

/** The windows that this one belongs to. A window opened by another has its storage, and with it this name. */
function groupOfWindow(): string {
  const known = sessionStorage.getItem(GROUP)
  if (known !== null) return known
  const made = crypto.randomUUID()
  sessionStorage.setItem(GROUP, made)
  return made
}

/** Opens a pane in a window of its own that follows this one. */
export function openPaneWindow(pane: PaneName, href: string): void {
  window.open(`${location.pathname}${href}&pane=${pane}`, `${groupOfWindow()}-${pane}`, `popup,${SIZES[pane]}`)
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
