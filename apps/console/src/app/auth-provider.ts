import { type StaffSession, staff } from '@rueda/contract/admin/staff.ts'
import { type PowerName, roleFor } from '@rueda/rules/staff/powers.ts'
import type { StaffRole } from '@rueda/rules/staff/roles.ts'
import type { AuthProvider } from 'react-admin'
import { call, isSessionOver } from './api.ts'

type SignIn = Readonly<{ email: string; password: string; code: string }>

/** The signed-in colleague, as react-admin asks for it. The session itself is a cookie that no script can read. */
let session: StaffSession | null = null

export const keepSession = (opened: StaffSession): void => {
  session = opened
}

async function current(): Promise<StaffSession> {
  session ??= await call(staff.session, {})
  return session
}

/**
 * Signs in. Without a second factor yet it returns the token of the set-up instead: the caller goes there without
 * react-admin, which leads everybody whom its own login took to the first screen.
 */
export async function signIn({ email, password, code }: SignIn): Promise<Readonly<{ setupToken: string | null }>> {
  const answer = await call(staff.signIn, { email, password, code })
  if (answer.state === 'setup') return { setupToken: answer.token }
  session = answer.session
  return { setupToken: null }
}

export const authProvider: AuthProvider = {
  // By then `signIn` has opened the session.
  login: async () => void (await current()),
  logout: async () => {
    const was = session
    session = null
    if (was !== null) await call(staff.signOut, {}).catch(() => undefined)
  },
  checkAuth: async () => void (await current()),
  checkError: (error: unknown) => {
    if (!isSessionOver(error)) return Promise.resolve()
    session = null
    return Promise.reject(error instanceof Error ? error : new Error('signed out'))
  },
  getIdentity: async () => {
    const { staffId, name, email } = await current()
    return { id: staffId, fullName: name, email }
  },
  getPermissions: async () => (await current()).roles,
}

/** Decides what a menu shows and a button offers; the server decides again by the same table. */
export const may = (roles: readonly StaffRole[], power: PowerName): boolean => roleFor(power, roles) !== null
