import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { forgetTyped, keepFor, noteLeft } from '../device/kept-by.ts'

/** The session on this device: its token and the user data the shell shows without asking the server. */
export type SessionUser = Readonly<{ id: string; name: string; email: string }>
type Session = Readonly<{ token: string | null; user: SessionUser | null }>

const nobody: Session = { token: null, user: null }

export const SESSION_KEY = 'rueda.session'
export const useSession = create<Session>()(persist(() => nobody, { name: SESSION_KEY }))

/**
 * Takes up the session that this device keeps now: another tab may have signed somebody in or out. A browser that forbids keeping anything
 * has none to take up.
 */
export function followKeptSession(): void {
  if ('persist' in useSession) void useSession.persist.rehydrate()
}

/** Whoever has the session, however it came here: signed in on this tab, on another one, or before it was loaded. */
function keepForOwner({ user }: Session): void {
  keepFor(user?.id ?? null)
  const { person, number } = usePersons.getState()
  if (user !== null && user.id !== person) usePersons.setState({ person: user.id, number: person === null ? number : number + 1 })
}
/** How often somebody else took over this tab: what one has typed into a page that is open is not for the next. */
const usePersons = create<Readonly<{ person: string | null; number: number }>>(() => ({ person: null, number: 0 }))
export const usePersonNumber = (): number => usePersons(({ number }) => number)

keepForOwner(useSession.getState())
useSession.subscribe(keepForOwner)

/** Forms that lead to a session: what a visitor typed into them is of no use to whoever has one. */
const FORMS_OF_VISITORS = ['login.', 'register', 'reset', 'code.']

export function signIn(token: string, user: SessionUser): void {
  for (const form of FORMS_OF_VISITORS) forgetTyped(form)
  noteLeft(user.id, true)
  useSession.setState({ token, user })
}
export function signOut(): void {
  isLeaving = false
  useSession.setState(nobody)
}
/** Signs out whoever wants to, and keeps nothing of what was typed. */
export function logOut(): void {
  const { user } = useSession.getState()
  if (user !== null) noteLeft(user.id)
  signOut()
}
/** Signs out after the account was closed on this page; no login is offered, because it is of no use any more. */
export function signOutForGood(page: string): void {
  accountClosedOn = page
  logOut()
}
export const isAccountClosedOn = (page: string): boolean => accountClosedOn === page
let accountClosedOn: string | null = null

export const currentToken = (): string | null => useSession.getState().token
let isLeaving = false
/** Runs the call that ends the session for good; until the sign-out here, the end of the session is expected. */
export async function leave(work: () => Promise<unknown>): Promise<void> {
  isLeaving = true
  if ((await work()) === null) isLeaving = false
}
export const leavesNow = (): boolean => isLeaving

/** A practice account has no address and no password: it is there as long as this device remembers its session. */
export const usePractising = (): boolean => useSession(practises)
export const isPractising = (): boolean => practises(useSession.getState())
const practises = ({ token, user }: Session): boolean => token !== null && user?.email === ''
export const useSignedIn = (): boolean => useSession((session) => session.token !== null)
