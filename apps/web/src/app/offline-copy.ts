import { HOUR_MS } from '@rueda/rules/time.ts'
import { useSyncExternalStore } from 'react'
import { openMessages } from '../shared/live/device-notice.ts'

/**
 * The copy of the app that opens without a connection (`worker/service-worker.ts`), and the new builds that it finds. A build that this page
 * came from takes over by itself; another one waits until the person wants it.
 */
const ADDRESS = './service-worker.js'
const LOOK_EVERY_MS = HOUR_MS

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function become(next: ServiceWorker | null): void {
  waiting = next
  for (const listener of listeners) listener()
}

/** Registers the copy. A browser without it, or one that forbids it, loses nothing else. */
export async function keepOfflineCopy(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A notice of this app was pressed, and the copy brought this window to the front.
  navigator.serviceWorker.addEventListener('message', ({ data }) => (data === 'openMessages' ? openMessages() : undefined))
  const registration = await navigator.serviceWorker.register(ADDRESS)
  const look = (): void => void registration.update().catch(() => undefined)
  setInterval(look, LOOK_EVERY_MS)
  document.addEventListener('visibilitychange', () => (document.visibilityState === 'visible' ? look() : undefined))
  registration.addEventListener('updatefound', () => follow(registration))
  follow(registration)
  // The first page of all is loaded before anything keeps it.
  const { active } = await navigator.serviceWorker.ready
  active?.postMessage(loadedFiles())
}

/** Meets the build that is being fetched or waits already. */
function follow({ installing, waiting: installed, active }: ServiceWorkerRegistration): void {
  const found = installing ?? installed
  // The first one of all has nothing to wait for.
  if (found === null || active === null) return
  const meet = async (): Promise<void> => {
    if (found.state !== 'installed') return
    if (await isOfThisPage(found)) found.postMessage('takeOver')
    else become(found)
  }
  found.addEventListener('statechange', () => void meet())
  void meet()
}

/** True for a worker whose build has the script that this page began with. */
async function isOfThisPage(worker: ServiceWorker): Promise<boolean> {
  const entry = document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
  const { port1, port2 } = new MessageChannel()
  const files = new Promise<readonly string[]>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data as readonly string[]), { once: true })
  })
  port1.start()
  worker.postMessage('files', [port2])
  return entry !== undefined && (await files).includes(entry)
}

const loadedFiles = (): string[] => performance.getEntriesByType('resource').map(({ name }) => name)

/** Lets the new build take over and loads its page; null while there is none. */
export function useNewBuild(): (() => void) | null {
  const found = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => waiting,
  )
  if (found === null) return null
  return () => {
    // Also a page that no copy answers for yet, because it was the first one of all, hears of it this way.
    found.addEventListener('statechange', () => (found.state === 'activated' ? window.location.reload() : undefined))
    found.postMessage('takeOver')
  }
}
