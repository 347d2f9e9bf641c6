import { localeOf } from '@rueda/ui/formats/languages.ts'
import { type Answered, connectApi } from '../shared/server/api.ts'
import { hearServerTime } from '../shared/live/live-clock.ts'
import { connectPush, push } from '../shared/live/push.ts'
import { connectPrivateFrames } from '../shared/live/queries-private.ts'
import { forgetTabAddresses } from '../shared/pages/tab-addresses.ts'
import { queryClient } from '../shared/server/query-client.ts'
import { currentToken, followKeptSession, isPractising, leavesNow, signOut, useSession } from '../shared/security/session.ts'
import { useSettings } from '../shared/device/settings.ts'
import { prove } from '../shared/security/step-up.ts'
import { sayRefusal } from '../shared/text/text.ts'

/**
 * Ties the calls, the push connection and the cache to the session and the settings. `main.tsx` calls this once,
 * before the first screen; the shell says what happens on screen when a session has ended.
 */
export function connectData(): void {
  connectApi({
    token: currentToken,
    language: () => localeOf(useSettings.getState().language),
    onSessionEnd: endSession,
    prove,
    sayRefusal,
    onReceipt: keepReceipt,
  })
  push.onFrame(({ ts }) => hearServerTime(ts))
  const wantPrivate = connectPrivateFrames(push, queryClient)
  wantPrivate(currentToken() !== null)
  connectPush({ token: currentToken, onSessionEnd: endSession })
  useSession.subscribe((now, before) => {
    if (now.token === before.token) return
    if (now.token !== null) forget()
    // Screens that need a session are gone a moment later and ask for nothing.
    else setTimeout(forget)
    wantPrivate(now.token !== null)
    push.restart()
  })
  useSettings.subscribe((now, before) => {
    if (now.language !== before.language) void queryClient.invalidateQueries()
  })
}

/** Hands a receipt to the watch, which judges it with what the account shows. Its code comes with the first of them. */
function keepReceipt(answered: Answered, sentToken: string | null): void {
  const accountId = useSession.getState().user?.id
  // What somebody else asked for before they signed out here is not this account's.
  if (accountId === undefined || sentToken !== currentToken()) return
  void import('../shared/trust/taken.ts').then(({ takeAnswer }) => takeAnswer(accountId, answered)).catch(() => undefined)
}

/** Clears what one person read, so that it is never shown to the next. */
function forget(): void {
  forgetTabAddresses()
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.resetQueries()
}

/** The kind of account whose session ended: nobody can sign in to a practice account again. */
type Ended = (was: 'customer' | 'practice') => void
const endListeners = new Set<Ended>()
/** Of an end that came before the shell listens: what home shows is read before it is drawn. */
let untold: Parameters<Ended>[0] | null = null

/** The shell listens: it says that the session has ended and goes to the login, to come back after it. */
export function onSessionEnded(listener: Ended): () => void {
  endListeners.add(listener)
  if (untold !== null) listener(untold)
  untold = null
  return () => void endListeners.delete(listener)
}

function endSession(): void {
  const refused = currentToken()
  if (refused === null || leavesNow()) return
  // A window that slept may still use a session that another tab has replaced: the one that is kept was not refused.
  followSession()
  if (currentToken() === refused) andSay(signOut)
}

/** Takes up the session that another tab has begun or ended; of one that ended it is said, as when the server ends it. */
export function followSession(): void {
  if (!leavesNow()) andSay(followKeptSession)
}

/** Tells the listeners when a session is over by this. */
function andSay(change: () => void): void {
  const isOpen = currentToken() !== null
  const was = isPractising() ? 'practice' : 'customer'
  change()
  if (!isOpen || currentToken() !== null) return
  if (endListeners.size === 0) untold = was
  for (const listener of endListeners) listener(was)
}
