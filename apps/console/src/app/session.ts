import { type StaffSession, staff } from '@rueda/contract/admin/staff.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import { create } from 'zustand'
import { call, isSessionOver } from './api.ts'
import { notify } from './notices.ts'
import { say } from './words.ts'

type SignIn = Readonly<{ email: string; password: string; code: string }>
/** Null while nobody is signed in, undefined until the server has said who is. */
type Known = StaffSession | null | undefined

/** The signed-in colleague. The session itself is a cookie that no script can read. */
const useKnown = create<Readonly<{ session: Known; isLeaving: boolean }>>()(() => ({ session: undefined, isLeaving: false }))
const NO_ROLES: readonly StaffRole[] = []
const NO_POWERS: readonly PowerName[] = []

const change = (session: Known): void => useKnown.setState({ session, isLeaving: false })

export const useSession = (): Known => useKnown(({ session }) => session)

/** True from the wish to sign out until the server has been told: nothing is read for the colleague who leaves. */
export const useLeaving = (): boolean => useKnown(({ isLeaving }) => isLeaving)

/** Returns the roles of the signed-in colleague that every house has; what can be done is told by the powers. */
export const useRoles = (): readonly StaffRole[] => useSession()?.roles ?? NO_ROLES

/** Returns everything that the signed-in colleague can do, by all roles together. */
export const usePowers = (): readonly PowerName[] => useSession()?.powers ?? NO_POWERS

export const keepSession = (opened: StaffSession): void => change(opened)

/** Takes over what the signed-in colleague can do by now; whoever signed out meanwhile stays out. */
export function followSession(read: StaffSession): void {
  const { session } = useKnown.getState()
  if (session?.staffId === read.staffId) change(read)
}

/** Forgets who is signed in; the server is asked again. */
export const forgetSession = (): void => change(undefined)

/** Asks the server who is signed in. */
export async function readSession(): Promise<void> {
  await call(staff.session, {}).then(keepSession, (refused: unknown) => {
    change(null)
    if (!isSessionOver(refused)) notify(refused instanceof Error ? refused.message : say('app.failed'), 'refusal')
  })
}

/** Signs in. Without a second factor yet it returns the token of the set-up instead, and nobody is signed in. */
export async function signIn({ email, password, code }: SignIn): Promise<Readonly<{ setupToken: string | null }>> {
  const answer = await call(staff.signIn, { email, password, code })
  if (answer.state === 'setup') return { setupToken: answer.token }
  change(answer.session)
  return { setupToken: null }
}

/** Takes the screens away before the server is told: behind the sign-out their reads would be refused. */
export const leave = (): void => useKnown.setState({ isLeaving: true })

/** Signs out, whether or not the server can be told so. */
export async function signOut(): Promise<void> {
  await call(staff.signOut, {}).catch(() => undefined)
  change(null)
}

/** Leads to the sign-in page when the server refused because the session has ended. */
export function endWhenOver(refused: unknown): void {
  const { session, isLeaving } = useKnown.getState()
  if (!isSessionOver(refused) || session === null || isLeaving) return
  change(null)
  notify(say('app.sessionOver'), 'refusal')
}

/** Decides what a menu shows and a button offers; the server decides again by the same table. */
export const may = (powers: readonly PowerName[], power: PowerName): boolean => powers.includes(power)
