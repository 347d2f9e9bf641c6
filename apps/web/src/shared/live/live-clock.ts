import { useSyncExternalStore } from 'react'

/**
 * The server's time. A simulated market may run on a clock of its own, so ages and countdowns are measured against the
 * time its frames carry and never against the device's.
 */
let known: Readonly<{ serverMs: number; heardAt: number }> | null = null

export function hearServerTime(serverMs: number): void {
  if (!Number.isFinite(serverMs)) return
  // Frames may arrive late but never early: the latest time is the right one.
  if (known === null || serverMs >= serverNow()) known = { serverMs, heardAt: performance.now() }
}

export const serverNow = (): number => (known === null ? Date.now() : known.serverMs + (performance.now() - known.heardAt))

/** The server's time at a moment of the device's clock. */
export const serverTimeOf = (deviceMs: number): number => deviceMs + Math.round(serverNow() - Date.now())

const STEP_MS = 1_000
const ticking = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for everything on screen that changes with time alone. */
export function subscribeSeconds(listener: () => void): () => void {
  ticking.add(listener)
  timer ??= setInterval(() => ticking.forEach((each) => each()), STEP_MS)
  return () => {
    ticking.delete(listener)
    if (ticking.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The server's time in whole steps, so that a minute's countdown is drawn once a minute. */
export const useServerNow = (stepMs = STEP_MS): number =>
  useSyncExternalStore(subscribeSeconds, () => Math.floor(serverNow() / stepMs) * stepMs)

const subscribeOnline = (changed: () => void): (() => void) => {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** True while the device reports a network. */
export const useDeviceOnline = (): boolean => useSyncExternalStore(subscribeOnline, () => navigator.onLine)
