import type { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type Result, refuse } from '@rueda/rules/result.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import type { AccountDeps } from './deps.ts'
import { login } from './login.ts'
import type { Registration } from './store.ts'

type Asked = HandlerRequest<typeof accounts.register>

/** As long as answers to any repeated request are kept (`docs/rules/api.md` 0.4). */
const REPEATED_WITHIN_MS = DAY_MS

/** Identifies a registration that comes a second time; null when its sender gave no key. */
export function registrationOf({ vault }: Pick<AccountDeps, 'vault'>, { idempotency }: Pick<Asked, 'idempotency'>): Registration | null {
  const { key, bodyHash } = idempotency
  return key === null
    ? null
    : { key: vault.fingerprint('registration key', key), body: vault.fingerprint('registration body', `${key} ${bodyHash}`) }
}

/**
 * The answer to a registration that was carried out before; null for a new one. The token of the first answer is kept nowhere, so its
 * sender logs in with the address and the password that were sent, and with any protection the account has got since.
 */
export async function repeated(deps: AccountDeps, request: Asked): Promise<Result<DataOf<typeof accounts.register>> | null> {
  const registration = registrationOf(deps, request)
  if (registration === null) return null
  const { rows } = await deps.pool.query<{ same: boolean }>(
    'select registration_body_hash = $2 as same from accounts where registration_key_hash = $1 and password_changed_at > $3',
    [registration.key, registration.body, request.now - REPEATED_WITHIN_MS],
  )
  const [found] = rows
  if (found === undefined) return null
  if (!found.same) return refuse('idempotency.key_reused')
  const { email, password } = request.input
  return login(deps, { ...request, input: { username: email, password } })
}
