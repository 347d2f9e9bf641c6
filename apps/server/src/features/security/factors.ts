import type { Pool } from 'pg'
import type { Proofs } from '../../http/gate.ts'
import { authenticatorOf } from './store.ts'

/** The second factors an account has. */
export async function factorsOf(pool: Pool, accountId: string): Promise<Omit<Proofs, 'password'>> {
  const authenticator = await authenticatorOf(pool, accountId)
  return { authenticator: authenticator !== null && authenticator.confirmedAt !== null, passkey: false }
}
