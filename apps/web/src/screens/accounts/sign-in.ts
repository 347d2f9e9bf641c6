import type { User } from '@rueda/contract/accounts.ts'
import { type SessionUser, signIn } from '../../shared/security/session.ts'

type NewSession = Readonly<{ token: string; user: User }>

/** The customer's data that the shell shows without asking the server. */
export const sessionUserOf = ({ id, nickname, username, email }: User): SessionUser => ({
  id,
  name: nickname !== '' ? nickname : (username ?? ''),
  email,
})

export const startSession = ({ token, user }: NewSession): void => signIn(token, sessionUserOf(user))
