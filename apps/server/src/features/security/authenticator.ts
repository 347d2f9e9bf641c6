import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { security } from '@rueda/contract/security.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { HandlerRequest } from '../../http/handler.ts'
import { startCoolingOff } from '../accounts/cooling-off.ts'
import type { SecurityDeps } from './deps.ts'
import { SECRET_BYTES, describeSecret } from './one-time-password.ts'
import { issueRecoveryCodes } from './recovery-codes.ts'
import { placeOfSecret, takeCode } from './second-factor.ts'
import * as store from './store.ts'

/** An authenticator app as second factor: begun with a secret, switched on by its first code, taken away again. */
export async function beginAuthenticator(
  { pool, vault, random, wallClock }: SecurityDeps,
  { caller: { accountId } }: HandlerRequest<typeof security.beginAuthenticator>,
): Promise<Result<DataOf<typeof security.beginAuthenticator>>> {
  const name = await store.loginNameOf(pool, accountId)
  // A practice account is never logged in to, so there is no login for a second factor.
  if (name === null) return refuse('feature.disabled')
  const secret = random.bytes(SECRET_BYTES)
  const sealed = vault.seal(placeOfSecret(accountId), secret)
  if (!(await store.begin(pool, accountId, sealed, wallClock.now()))) return refuse('second_factor.already_on')
  return ok(describeSecret(secret, name))
}

export async function confirmAuthenticator(
  deps: SecurityDeps,
  { input: { totp }, caller }: HandlerRequest<typeof security.confirmAuthenticator>,
): Promise<Result<DataOf<typeof security.confirmAuthenticator>>> {
  const { accountId } = caller
  const now = deps.wallClock.now()
  const done = await inTransaction(deps.pool, async (client) => {
    const begun = await store.authenticatorOf(client, accountId, true)
    if (begun === null) return refuse('object.not_found')
    if (begun.confirmedAt !== null) return refuse('second_factor.already_on')
    if (!(await takeCode(client, deps.vault, accountId, totp, now))) return refuse('second_factor.wrong')
    await store.confirm(client, accountId, now)
    await store.voidProofs(client, caller)
    const recoveryCodes = await issueRecoveryCodes(client, deps, accountId)
    return ok({
      recoveryCodes,
      tell: await deps.notify(client, accountId, { template: 'security.authenticatorOn', facts: {}, link: null }),
    })
  })
  if (!done.ok) return done
  deps.sessions.changed(accountId)
  await done.value.tell()
  return ok({ recoveryCodes: done.value.recoveryCodes })
}

export async function removeAuthenticator(
  deps: SecurityDeps,
  { caller: { accountId } }: HandlerRequest<typeof security.removeAuthenticator>,
): Promise<Result<true>> {
  const done = await inTransaction(deps.pool, async (client) => {
    if (!(await store.remove(client, accountId))) return refuse('object.not_found')
    const until = await startCoolingOff(client, deps.settings, accountId, deps.wallClock.now())
    return ok(await deps.notify(client, accountId, { template: 'security.authenticatorOff', facts: { until }, link: null }))
  })
  if (!done.ok) return done
  await done.value()
  return ok(true)
}

export async function renewRecoveryCodes(
  deps: SecurityDeps,
  { caller: { accountId } }: HandlerRequest<typeof security.renewRecoveryCodes>,
): Promise<Result<DataOf<typeof security.renewRecoveryCodes>>> {
  const done = await inTransaction(deps.pool, async (client) => {
    const authenticator = await store.authenticatorOf(client, accountId, true)
    if (authenticator === null || authenticator.confirmedAt === null) return refuse('object.not_found')
    const recoveryCodes = await issueRecoveryCodes(client, deps, accountId)
    return ok({
      recoveryCodes,
      tell: await deps.notify(client, accountId, { template: 'security.recoveryRenewed', facts: {}, link: null }),
    })
  })
  if (!done.ok) return done
  await done.value.tell()
  return ok({ recoveryCodes: done.value.recoveryCodes })
}
