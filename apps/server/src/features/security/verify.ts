import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { PROOF_LIFE_MS } from '../../http/gate.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { checkOwnPassword } from '../accounts/own-password.ts'
import { digest } from '../accounts/tokens.ts'
import type { SecurityDeps } from './deps.ts'
import { checkPasskey } from './passkey-answer.ts'
import { checkSecondFactor } from './second-factor.ts'
import * as store from './store.ts'

type VerifyRequest = HandlerRequest<typeof security.verify>

/**
 * Step-up: a signed-in customer proves the identity again. With an authenticator the password alone is not enough; a passkey is enough by
 * itself.
 */
export async function verify(deps: SecurityDeps, request: VerifyRequest): Promise<Result<DataOf<typeof security.verify>>> {
  const { caller } = request
  const now = deps.wallClock.now()
  const proof = await checkProof(deps, request, now)
  if (!proof.ok) return proof
  await store.noteVerified(deps.pool, caller, now)
  deps.sessions.changed(caller.accountId)
  return ok({ verifiedUntilTimestamp: now + PROOF_LIFE_MS })
}

async function checkProof(deps: SecurityDeps, { input, caller }: VerifyRequest, now: Instant): Promise<Result<unknown>> {
  const { accountId, sessionId } = caller
  if (input.passkey !== undefined) {
    const owner = await checkPasskey(deps, input.passkey, { purpose: 'verify', accountId }, now)
    return owner === accountId ? ok(true) : refuse('passkey.wrong')
  }
  const place = { origin: digest(sessionId), isKnown: true, now }
  const factor = await checkSecondFactor(deps, accountId, input, place)
  if (!factor.ok || factor.value) return factor
  if (input.password === undefined) return refuse('parameter.missing', { field: 'password' })
  return checkOwnPassword(deps, { accountId, sessionId, password: input.password, now })
}
