import { useEffect, useState, useSyncExternalStore } from 'react'

/**
 * What time it is at the server. A simulated market may run on a clock of its own, so ages and countdowns are
 * measured against the time its frames carry and never against the device's.
 */
let known: Readonly<{ serverMs: number; heardAt: number }> | null = null

export function hearServerTime(serverMs: number): void {
  // Frames may arrive late but never early: the furthest clock is the right one.
  if (known === null || serverMs >= serverNow()) known = { serverMs, heardAt: performance.now() }
}

export const serverNow = (): number => (known === null ? Date.now() : known.serverMs + (performance.now() - known.heardAt))

/** The server's time, again every `everyMs`; coarse enough for a countdown and for an age. */
export function useServerNow(everyMs = 1_000): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}

const subscribeOnline = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** What the device says about its network. */
export const useDeviceOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine)
