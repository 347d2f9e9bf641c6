import type { Pool } from 'pg'
import type { Proofs } from '../../http/gate.ts'
import { passkeysOf } from './passkey-store.ts'
import { authenticatorOf } from './store.ts'

/** The second factors an account has. */
export async function factorsOf(pool: Pool, accountId: string): Promise<Omit<Proofs, 'password'>> {
  const [authenticator, passkeys] = await Promise.all([authenticatorOf(pool, accountId), passkeysOf(pool, accountId)])
  return { authenticator: authenticator !== null && authenticator.confirmedAt !== null, passkey: passkeys.length > 0 }
}
