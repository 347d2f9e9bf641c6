import { useEffect, useRef, useState } from 'react'
import { classes } from '../look/classes.ts'
import { useUi } from '../provider/context.tsx'
import { formatSeconds } from '../formats/dates.ts'
import { fill } from '../provider/ui-text.ts'

const CONNECTED_MS = 2000

/** No connection: says so and how old the data is, pushing content down. Back online it says that for two seconds. */
export function OfflineBanner() {
  const { offline, text } = useUi()
  const { since, reconnected } = useConnection(offline)
  if (!offline && !reconnected) return null
  return (
    <p
      role="status"
      className={classes('z-40 flex-none px-edge py-2 text-center text-label', offline ? 'bg-warn-fill text-on-warn' : 'bg-up text-on-buy')}
    >
      {!offline ? text.connected : since === null ? text.offline : fill(text.offlineData, { time: formatSeconds(since) })}
    </p>
  )
}

/** `since` is null on a page that was opened without a connection and has no data of any time. */
function useConnection(offline: boolean): Readonly<{ since: number | null; reconnected: boolean }> {
  const [since, setSince] = useState<number | null>(() => (offline ? null : Date.now()))
  const [reconnected, setReconnected] = useState(false)
  const was = useRef(offline)
  useEffect(() => {
    const changed = was.current !== offline
    was.current = offline
    if (changed && offline) setSince(Date.now())
    if (!changed || offline) return
    setReconnected(true)
    const timer = setTimeout(() => setReconnected(false), CONNECTED_MS)
    return () => clearTimeout(timer)
  }, [offline])
  return { since, reconnected }
}
