import { useSyncExternalStore } from 'react'

/** The browser's offer to install the app, which it makes once and early; the page of the app's download shows it when it is wanted. */
type InstallEvent = Event & Readonly<{ prompt: () => Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> }>

let offer: InstallEvent | null = null
const listeners = new Set<() => void>()

function become(next: InstallEvent | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps the offer instead of the browser's own bar. Called once, before the first screen. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    become(event as InstallEvent)
  })
  window.addEventListener('appinstalled', () => become(null))
}

/** Asks the person to install it, as the browser does; null where the browser offers nothing. An offer is good for once. */
export function useInstall(): (() => Promise<void>) | null {
  const current = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    () => offer,
  )
  if (current === null) return null
  return async () => {
    await current.prompt()
    await current.userChoice
    become(null)
  }
}
