import { connectApi } from './api.ts'
import { hearServerTime } from './live-clock.ts'
import { connectPush, push } from './push.ts'
import { queryClient } from './query-client.ts'
import { currentToken, leavesNow, signOut, useSession } from './session.ts'
import { useSettings } from './settings.ts'
import { prove } from './step-up.ts'
import { sayRefusal } from './text.ts'

/**
 * Ties the calls, the push connection and the cache to the session and the settings. `main.tsx` calls this once,
 * before the first screen; the shell says what happens on screen when a session has ended.
 */
export function connectData(): void {
  connectApi({ token: currentToken, language: () => useSettings.getState().language, onSessionEnd: endSession, prove, sayRefusal })
  push.onFrame(({ ts }) => hearServerTime(ts))
  const wantPrivate = followPrivateFrames()
  wantPrivate(currentToken() !== null)
  connectPush({ token: currentToken, onSessionEnd: endSession })
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return
    // What one person read is never shown to the next.
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.resetQueries()
    wantPrivate(now.token !== null)
    push.restart()
  })
  useSettings.subscribe((now, before) => {
    if (now.language !== before.language) void queryClient.invalidateQueries()
  })
}

const TRY_AGAIN_MS = 2_000

/** What the frames are written into comes with the contract, after the first screen's own files; until then nothing is wanted. */
function followPrivateFrames(): (loggedIn: boolean) => void {
  let wanted = false
  let want: ((loggedIn: boolean) => void) | null = null
  const load = (): void =>
    void import('./queries-private.ts').then(
      ({ connectPrivateFrames }) => {
        want = connectPrivateFrames(push, queryClient)
        want(wanted)
      },
      () => setTimeout(load, TRY_AGAIN_MS),
    )
  load()
  return (loggedIn) => {
    wanted = loggedIn
    want?.(loggedIn)
  }
}

const endListeners = new Set<() => void>()

/** The shell listens: it says that the session has ended and goes to the login, to come back after it. */
export function onSessionEnded(listener: () => void): () => void {
  endListeners.add(listener)
  return () => void endListeners.delete(listener)
}

function endSession(): void {
  if (currentToken() === null || leavesNow()) return
  signOut()
  for (const listener of endListeners) listener()
}
